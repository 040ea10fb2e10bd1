/**
 * What every call of the control plane has in common: names in its path and its body are ids to its handler, and a field of its body that
 * the contract does not know is refused, so that no write is dropped. Source: product.md "Control plane".
 */

import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { knownFields, unknownFields } from "@backlot/protocol/openapi/UnknownFields"
import * as NamedPath from "@backlot/usecases/access/NamedPath"
import { Effect, type Schema } from "effect"
import { answered, type Call, type Route } from "../http/Route.ts"
import { failure } from "./ControlAnswer.ts"

/** The route, which refuses a body with unknown fields. */
export const strict = <E, R>(route: Route<E, R>): Route<E | InvalidForm, R> => {
  const { body } = route
  if (body === undefined || REFUSES_ITSELF.has(route.name)) return route
  return {
    ...route,
    make: (services) => {
      const handler = route.make(services)
      const refuse = refusing(body())
      return (call) => handler({ ...call, refuse })
    }
  }
}

/** Their decoders name unknown fields together with their other faults. */
const REFUSES_ITSELF: ReadonlySet<string> = new Set(["plan_fault"])

/** The route, for calls with names too. */
export const named = <R>(route: Route<never, R>): Route<never, R | Resolving> => ({
  ...route,
  make: (services) => {
    const handler = route.make(services)
    const naming = (call: Call): Call => ({
      ...call,
      named: (body) =>
        NamedPath.hasNamesInside(body)
          ? Effect.provide(NamedPath.resolveBody(body, call.params), services)
          : Effect.succeed(body)
    })
    return (call) => {
      if (!NamedPath.hasNames(call.params)) return handler(naming(call))
      const resolved = Effect.flatMap(NamedPath.resolve(call.params), (params) =>
        handler(naming(renamed(call, route.path, params)))
      )
      return answered(resolved, failure)
    }
  }
})

type Resolving = Effect.Services<ReturnType<typeof NamedPath.resolve>>

const renamed = (call: Call, path: string, params: NamedPath.PathParams): Call => {
  const [, ...query] = call.request.url.split("?")
  const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""))
  return { ...call, params, request: { ...call.request, url: [address, ...query].join("?") } }
}

/** Null and false say nothing, as with `--strict`. */
const refusing =
  (schema: Schema.Top) =>
  (body: unknown): InvalidForm | undefined => {
    const faults = unknownFields(schema, body).map((path): Fault => fault(path, unknown(knownFields(schema, path))))
    return faults.length === 0 ? undefined : new InvalidForm({ faults })
  }

const unknown = (known: ReadonlyArray<string>) =>
  FormError.of(
    "UNKNOWN_FIELD",
    `This field does not exist here, so it would change nothing. Fields: ${known.join(", ")}.`
  )
