/**
 * The message that the service writes in the system channel of a guild when somebody joins. Source: the platform's
 * documentation of `Message Types` and `System Channel Flags`. Our choice: docs/choices.md "Guilds and members".
 */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { MessageType } from "@backlot/domain/message/Message"
import { systemMessage } from "@backlot/domain/message/SystemMessage"
import { SYSTEM_MESSAGES } from "@backlot/domain/record/GuildSettings"
import type { Changes } from "@backlot/domain/world/WorldChange"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { usersOf } from "../access/Accounts.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime, inTransaction } from "../store/Transact.ts"

/** The id of the message that a join can cause. */
export const drawOne = Effect.flatMap(Ids, (ids) => ids.many(1))

/** The same for a PUT of any kind: most cause none, and draw none. */
export const draw = Effect.fnUntraced(function* (target: WorldTarget) {
  if (target.kind !== "member" && target.kind !== "guild_install") return []
  const channel = yield* inTransaction(() => channelOf(target.guild_id))
  return channel === undefined ? [] : yield* drawOne
})

/** Writes the message of a member who came, with the drawn id; gives its event. Inside a transaction. */
export const greet = function* ({ members }: Changes, [id]: ReadonlyArray<Snowflake>) {
  const came = members.find(({ before }) => before === undefined)?.after
  if (came === undefined || id === undefined) return NONE
  const channel_id = yield* channelOf(came.guild_id)
  const [author] = yield* usersOf([came.user_id])
  if (channel_id === undefined || author === undefined) return NONE
  const timestamp = formatTime(yield* clockTime)
  const message = systemMessage({ id, channel_id, type: MessageType.USER_JOIN, author, timestamp, embeds: [] })
  yield* Retention.putMessage(message)
  const events: ReadonlyArray<NewEvent> = [messageEvent("message.created", message, { guild_id: came.guild_id })]
  return events
}

const NONE: ReadonlyArray<NewEvent> = []

/** Where a guild has its messages of who joins; undefined where it has none. */
const channelOf = function* (guildId: Snowflake) {
  const guild = yield* Collections.guilds.get(guildId)
  const silent = ((guild?.system_channel_flags ?? 0) & SYSTEM_MESSAGES.SUPPRESS_JOIN) !== 0
  return silent ? undefined : guild?.system_channel_id
}
