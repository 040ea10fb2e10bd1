/**
 * Details that a recording adds to an act, so that a scenario needs no ids: the command of an id, and a message as its
 * user sees it. Source: product.md "Scenario files" (recording). Our choice: docs/choices.md "Recording".
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import { Effect } from "effect"
import { asUser, views } from "../message/MessageViews.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction, transact } from "../store/Transact.ts"

/** The command in its current version; undefined for an unknown id. */
export const commandOf = Effect.fn("RecordingViews.commandOf")(function* (id: unknown) {
  if (!isSnowflake(id)) return undefined
  const [found] = yield* inTransaction(Collections.commands.by("id", id))
  return found satisfies ApplicationCommand | undefined
})

/** The messages of these ids that the user sees, in any channel. */
export const messagesOf = Effect.fn("RecordingViews.messagesOf")(function* (
  userId: Snowflake,
  ids: ReadonlyArray<unknown>
) {
  const wanted = ids.filter(isSnowflake)
  if (wanted.length === 0) return []
  return yield* transact(function* () {
    const records = []
    for (const id of wanted) records.push(...(yield* Collections.messages.by("id", id)))
    return yield* views(records, asUser(userId))
  })
})
