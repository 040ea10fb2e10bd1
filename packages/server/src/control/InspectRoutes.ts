/** What the server holds and waits for. Our choice: docs/choices.md "Control plane". */
import { formatTime } from "@backlot/domain/base/IsoTime"
import { inspect } from "@backlot/domain/base/KeptLimits"
import * as Time from "@backlot/usecases/event/Time"
import * as ComingDeadlines from "@backlot/usecases/inspect/ComingDeadlines"
import * as GivenAuthorizations from "@backlot/usecases/inspect/GivenAuthorizations"
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
  }),
  list_deadlines: Effect.fnUntraced(function* () {
    const found = yield* ComingDeadlines.list()
    return { ...(yield* clockNow), ...found }
  }),
  list_authorizations: Effect.fnUntraced(function* (call: Call) {
    const { authorizations, more } = yield* GivenAuthorizations.list({
      application_id: yield* Query.id(call, "application_id"),
      user_id: yield* Query.id(call, "user_id")
    })
    return { authorizations: authorizations.map(shown), more }
  })
}

const clockNow = Effect.map(Time.read, ({ now, mode }) => ({ now: formatTime(now), mode }))

const endOf = (expires_at: number | null) => (expires_at === null ? null : formatTime(expires_at))

/** Never the token, nor its hash. */
const shown = ({ application_id, user_id, tokens }: GivenAuthorizations.Authorization) => {
  const ends = tokens.map(({ expires_at }) => expires_at ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...ends)
  return {
    application_id,
    user_id,
    scopes: [...new Set(tokens.flatMap(({ scopes }) => scopes))],
    ends_at: endOf(Number.isFinite(last) ? last : null),
    tokens: tokens.map(({ kind, scopes, expires_at, token }) => ({
      kind,
      scopes,
      expires_at: endOf(expires_at),
      fixture: token !== undefined
    }))
  }
}
