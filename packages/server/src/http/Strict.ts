/** `--strict`: reports unknown request fields in a header, the log and the interaction's trace. Source: decision 23. */
import { UNKNOWN_FIELDS } from "@backlot/protocol/error/Header"
import { formatUnknownFields, unknownFields } from "@backlot/protocol/openapi/UnknownFields"
import * as InteractionCalls from "@backlot/usecases/interaction/InteractionCalls"
import { Effect, type Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { ServerSettings } from "../boot/ServerContext.ts"
import { type Call, param, type Route } from "./Route.ts"

interface Api {
  readonly groups: Readonly<Record<string, { readonly endpoints: Readonly<Record<string, Endpoint>> }>>
}

interface Endpoint {
  readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
}

/** Adds the reports to the routes of `api`, whose names are those of its endpoints. */
export const reporting = <R>(api: Api, routes: ReadonlyArray<Route<never, R>>) => {
  const payloads = payloadsOf(api)
  return routes.map((route) => {
    const schema = payloads.get(route.name)
    if (schema === undefined) return route
    return {
      ...route,
      handler: (call: Call) =>
        Effect.flatMap(ServerSettings, ({ strict }) => (strict ? report(route, schema, call) : route.handler(call)))
    }
  })
}

const payloadsOf = (api: Api): ReadonlyMap<string, Schema.Top> => {
  const endpoints = Object.values(api.groups).flatMap((group) => Object.entries(group.endpoints))
  return new Map(
    endpoints.flatMap(([name, { payload }]) => {
      // The JSON body comes first; a form with files has the same fields.
      const [first] = [...payload.values()].flatMap(({ schemas }) => schemas)
      return first === undefined ? [] : [[name, first] as const]
    })
  )
}

const report = Effect.fnUntraced(function* <R>(route: Route<never, R>, schema: Schema.Top, call: Call) {
  let fields = ""
  const note = (body: unknown) => {
    fields = formatUnknownFields(unknownFields(schema, body))
  }
  const answer = yield* route.handler({ ...call, note })
  if (fields === "") return answer
  yield* Effect.logWarning(`Unknown request fields at ${route.method} ${route.path}: ${fields}`)
  const address = addressOf(call)
  if (address !== undefined) yield* InteractionCalls.noteUnknownFields(address, fields)
  return HttpServerResponse.setHeader(answer, UNKNOWN_FIELDS, fields)
})

const addressOf = (call: Call): InteractionCalls.CallbackAddress | InteractionCalls.WebhookAddress | undefined => {
  if ("interaction_token" in call.params) {
    return { interaction_id: param(call, "interaction_id"), token: param(call, "interaction_token") }
  }
  return "webhook_token" in call.params
    ? { application_id: param(call, "webhook_id"), token: param(call, "webhook_token") }
    : undefined
}
