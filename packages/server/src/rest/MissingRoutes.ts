/**
 * A route for every official operation that this version lacks: a 404 that names the operation, and is told of. A
 * method that not even the platform has at a path stays a 405. Source: architecture.md "One request in a straight line"
 * 1; what is told is ours.
 */
import { NotFound } from "@backlot/domain/error/ServiceError"
import { NOT_IMPLEMENTED } from "@backlot/protocol/error/Header"
import { coverageOf, type Endpoint } from "@backlot/protocol/openapi/Coverage"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Answer from "../http/Answer.ts"
import type { Route } from "../http/Route.ts"
import { Unserved } from "./Unserved.ts"

/** What `endpoints` lack. */
export const missingRoutes = (endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Route<never, Unserved>> =>
  coverageOf(endpoints)
    .filter(({ implemented }) => !implemented)
    .map(({ operation }) => {
      const answer = HttpServerResponse.setHeader(Answer.failure(new NotFound()), NOT_IMPLEMENTED, operation.id)
      return {
        method: operation.method,
        path: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
        name: operation.id,
        handler: (call) =>
          Effect.flatMap(Unserved, (unserved) => Effect.as(unserved.operation(operation, call), answer))
      }
    })
