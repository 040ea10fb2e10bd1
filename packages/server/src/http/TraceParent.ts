/** The trace that a request is part of: the caller's own, or that of the interaction whose token is in its path. */
import * as TraceContext from "@backlot/usecases/interaction/TraceContext"
import { Effect } from "effect"
import { spanAt } from "../observability/Spans.ts"
import type { Call } from "./Route.ts"

/** A caller that brings a trace of its own goes on with that one, which then points to the interaction's. */
export const traceOf = Effect.fnUntraced(function* ({ request, params }: Call) {
  const token = params["interaction_token"] ?? params["webhook_token"]
  const own = spanAt(request.headers["traceparent"])
  // A request must not fail because its trace can not be found.
  const kept =
    token === undefined ? undefined : spanAt(yield* Effect.orElseSucceed(TraceContext.ofToken(token), () => undefined))
  const isOther = own !== undefined && kept !== undefined && own.traceId !== kept.traceId
  return { parent: own ?? kept, links: isOther ? [{ span: kept, attributes: {} }] : [] }
})
