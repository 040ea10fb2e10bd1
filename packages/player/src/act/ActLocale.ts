/** The user's own language. */
import { Effect } from "effect"
import { outcomeOfError } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"

export const set_locale: Act<string> = Effect.fnUntraced(function* (turn, locale) {
  const { playing } = turn
  const path = `/users/${yield* turn.user}`
  const answer = yield* playing.control("PATCH", path, { locale })
  if (answer.status >= 400) return outcomeOfError(answer)
  playing.names.learn(path, answer.body)
  return {}
})
