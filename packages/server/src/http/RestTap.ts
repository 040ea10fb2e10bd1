/** Notes requests of the API for those who watch the wire. Our choice: docs/choices.md "Control plane". */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import * as WebhookDoor from "@backlot/usecases/access/WebhookDoor"
import * as Interactions from "@backlot/usecases/interaction/Interactions"
import { Clock, Effect, Exit, Option, Schema } from "effect"
import { secondsSince } from "../observability/Spans.ts"
import type { WireTap } from "../observability/WireTap.ts"
import { clip, SECRETS_OF_REQUESTS, withoutTokens } from "../observability/WireText.ts"
import type { Answer } from "./Answer.ts"
import { callingApplication } from "./CallingApplication.ts"
import type { Call, Handler, Route } from "./Route.ts"

type TappedRoute = Pick<Route<never, never>, "method" | "path">

/** Adds the notes to a handler. While nobody watches they cost one question. */
export const restTap = Effect.fnUntraced(function* (tap: WireTap["Service"]) {
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof applicationOf>>>()
  const clock = yield* Clock.Clock

  const watched = <R>(route: TappedRoute, handler: Handler<never, R>, call: Call) => {
    const at = clock.currentTimeMillisUnsafe()
    const begun = clock.monotonicTimeNanosUnsafe()
    let body: unknown
    const note = (sent: unknown) => {
      body = sent
      call.note?.(sent)
    }
    return Effect.onExit(handler({ ...call, note }), (exit) => {
      const ms = Math.round(secondsSince(clock, begun) * 1e5) / 100
      const said = {
        at,
        method: call.request.method,
        route: route.path,
        ms,
        ...requestOf(call, body),
        ...answered(exit)
      }
      return Effect.map(Effect.provideContext(applicationOf(call, body), services), (application_id) =>
        tap.note("rest", { ...said, application_id })
      )
    })
  }

  return <R>(route: TappedRoute, handler: Handler<never, R>): Handler<never, R> =>
    (call) =>
      tap.isOn() && !isControl(call) ? watched(route, handler, call) : handler(call)
})

/** The control plane, and the console's own files. */
const isControl = ({ request: { url } }: Call): boolean => /^\/(?:control\/|assets\/|$|\?|icon|console)/.test(url)

const requestOf = ({ request: { url, headers }, params }: Call, body: unknown) => {
  const tokens = Object.entries(params).flatMap(([name, value]) => (name.endsWith("_token") && value ? [value] : []))
  const type = headers["content-type"]
  return {
    path: withoutTokens(url, tokens),
    ...(type === undefined ? {} : { request_type: type.split(";", 1).join("") }),
    ...(body === undefined ? {} : textOf("request", clip(JSON.stringify(body), true, SECRETS_OF_REQUESTS)))
  }
}

const textOf = (which: "request" | "response", { text, clipped }: ReturnType<typeof clip>) => ({
  [`${which}_body`]: text,
  ...(clipped ? { [`${which}_clipped`]: true } : {})
})

const answered = (exit: Exit.Exit<Answer>) => {
  if (Exit.isFailure(exit)) return { status: CLIENT_GONE, headers: {} }
  const { status, headers, body } = exit.value
  const type = headers["content-type"]
  const code = status >= 400 && typeof body === "string" ? codeIn(body) : undefined
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN.test(name))),
    ...(type === undefined ? {} : { response_type: type.split(";", 1).join("") }),
    ...(typeof body === "string" && type === "application/json" ? textOf("response", clip(body)) : {}),
    ...(code === undefined ? {} : { code })
  }
}

/** Those of rate limits and of this service. */
const SHOWN = /^(?:x-ratelimit-|x-backlot-|retry-after$)/

/** nginx's status for a client that went away before the answer. */
const CLIENT_GONE = 499

const parseError = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ code: Schema.Int })))

const codeIn = (body: string): number | undefined => Option.getOrUndefined(parseError(body))?.code

/** Of the token, of the interaction or the webhook in the path, or of the form. */
const applicationOf = Effect.fnUntraced(function* (call: Call, body: unknown) {
  const calling = yield* callingApplication(call)
  if (calling !== null) return calling
  const { application_id, webhook_id, interaction_id } = call.params
  if (isSnowflake(interaction_id)) {
    const found = yield* Effect.option(Interactions.look(interaction_id))
    if (Option.isSome(found)) return found.value.record.application_id
  }
  const client = typeof body === "object" && body !== null && "client_id" in body ? body.client_id : undefined
  if (isSnowflake(webhook_id))
    return yield* Effect.orElseSucceed(WebhookDoor.applicationOf(webhook_id), (): string | null => null)
  return [application_id, client].find(isSnowflake) ?? null
})
