/**
 * A route for every official operation that this version lacks: it reports the request and answers a 404 that names the
 * operation. A method that the platform does not have at a path stays a 405. The header and the reports are our choice:
 * docs/choices.md "Control plane". Source: architecture.md "One request in a straight line" 1.
 */
import { NotFound } from "@backlot/domain/error/ServiceError"
import { NOT_IMPLEMENTED } from "@backlot/protocol/error/Header"
import { coverageOf, type Endpoint } from "@backlot/protocol/openapi/Coverage"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Answer from "../http/Answer.ts"
import type { Route } from "../http/Route.ts"
import { Unserved } from "./Unserved.ts"

/** Routes for the official operations that are not among `endpoints`. */
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
