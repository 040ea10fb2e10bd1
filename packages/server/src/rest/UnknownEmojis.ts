/** Logs the custom emojis that senders may not use, at a bounded rate. Our choice: docs/choices.md "Emojis". */
import { elapsed } from "@backlot/domain/base/Elapsed"
import { unserved } from "@backlot/domain/base/Limits"
import { EventLog } from "@backlot/usecases/event/EventLog"
import type { Told } from "@backlot/usecases/message/KnownEmojis"
import { Effect } from "effect"
import * as Sieve from "../http/Sieve.ts"

/** In a minute. */
const LINES = 100

/** Follows the log until the scope closes: one line a minute for each emoji of a sender. */
export const logUnknownEmojis = Effect.gen(function* () {
  const lines = Sieve.make({ windowMs: unserved.logMs, perWindow: LINES, keys: unserved.keys })
  const told = Effect.fnUntraced(function* ({ user_id, emojis }: Told) {
    const now = yield* elapsed
    for (const { id, because } of emojis) {
      if (lines.admit(`${user_id} ${id}`, now) > 0) yield* Effect.logWarning(because)
    }
  })
  yield* (yield* EventLog).follow({
    // Events of this type are written in one place, with data of this shape.
    handle: ({ type, data }) => (type === "rest.unknown_emoji" ? told(data as Told) : undefined),
    lost: () => Effect.void
  })
})
