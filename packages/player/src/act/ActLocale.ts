/** The user's own language. */
import { Effect } from "effect"
import { outcomeOfError } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"

export const set_locale: Act<string> = Effect.fnUntraced(function* (turn, locale) {
  const { playing } = turn
  const answer = yield* playing.control("PATCH", `/users/${yield* turn.user}`, { locale })
  playing.names.forget()
  return answer.status >= 400 ? outcomeOfError(answer) : {}
})
