/** `--strict`: reports unknown request fields in a header, the log and the interaction's trace. Source: decision 23. */
import { BodyShape } from "@backlot/domain/message/MessageBody"
import { shownOf } from "@backlot/domain/validation/Shown"
import { UNKNOWN_FIELDS } from "@backlot/protocol/error/Header"
import { formatUnknownFields, unknownFields } from "@backlot/protocol/openapi/UnknownFields"
import { mayLead } from "@backlot/usecases/access/WebhookDoor"
import * as InteractionCalls from "@backlot/usecases/interaction/InteractionCalls"
import { Context, Effect, type Schema } from "effect"
import { ServerSettings } from "../boot/ServerContext.ts"
import { withHeaders } from "./Answer.ts"
import { type Call, type Handler, param, type Route } from "./Route.ts"

/** Adds the reports to the routes that have a body. */
export const reporting = <R>(routes: ReadonlyArray<Route<never, R>>): ReadonlyArray<Route<never, R | Reporting>> =>
  routes.map((route) => {
    const { body, make } = route
    if (body === undefined) return route
    return {
      ...route,
      make: (services: Context.Context<R | Reporting>) => {
        const handler = make(services)
        return Context.get(services, ServerSettings).strict
          ? (call: Call) => report(route, handler, body(), call)
          : handler
      }
    }
  })

type Reporting = ServerSettings | Effect.Services<ReturnType<typeof InteractionCalls.noteUnknownFields>>

const report = Effect.fnUntraced(function* <R>(
  route: Route<never, R>,
  handler: Handler<never, R>,
  schema: Schema.Top,
  call: Call
) {
  let fields = ""
  const read = isFollowUp(route, call) ? shownOf(BodyShape) : schema
  const note = (body: unknown) => {
    fields = formatUnknownFields(unknownFields(read, body))
    call.note?.(body)
  }
  const answer = yield* handler({ ...call, note })
  if (fields === "") return answer
  yield* Effect.logWarning(`Unknown request fields at ${route.method} ${route.path}: ${fields}`)
  const address = addressOf(call)
  if (address !== undefined) yield* InteractionCalls.noteUnknownFields(address, fields)
  return withHeaders(answer, { [UNKNOWN_FIELDS]: fields })
})

/** A follow-up has none of the fields of webhooks of channels. */
const isFollowUp = ({ name }: { readonly name: string }, call: Call): boolean =>
  name === "execute_webhook" && !mayLead({ webhook_id: param(call, "webhook_id"), token: param(call, "webhook_token") })

const addressOf = (call: Call): InteractionCalls.CallbackAddress | InteractionCalls.WebhookAddress | undefined => {
  if ("interaction_token" in call.params) {
    return { interaction_id: param(call, "interaction_id"), token: param(call, "interaction_token") }
  }
  return "webhook_token" in call.params
    ? { application_id: param(call, "webhook_id"), token: param(call, "webhook_token") }
    : undefined
}
