/** What the server holds and waits for. Our choice: docs/choices.md "Control plane". */
import { inspect } from "@backlot/domain/base/KeptLimits"
import * as InteractionList from "@backlot/usecases/inspect/InteractionList"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"
import { summaryOf } from "./InteractionFacts.ts"

export const inspectRoutes = {
  list_interactions: Effect.fnUntraced(function* (call: Call) {
    const found = yield* InteractionList.list({
      limit: yield* Query.whole(call, "limit", inspect.interactionsDefault, 1, inspect.interactionsMax),
      before: yield* Query.id(call, "before"),
      application_id: yield* Query.id(call, "application_id"),
      user_id: yield* Query.id(call, "user_id"),
      channel_id: yield* Query.id(call, "channel_id")
    })
    return { interactions: found.map(summaryOf) }
  })
}
