/** Loads what an edit of voice states needs. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target } from "@backlot/domain/element/WorldTarget"
import type { Channel } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import { accountsOf, field, found, idsIn } from "./PartReads.ts"
import { isInGuild } from "./WorldLists.ts"

export const ofVoiceState = function* ({ guild_id, user_id }: Target<"voice_state">, body: unknown) {
  const own = yield* found(Collections.voiceStates, guild_id, user_id)
  const wanted = idsIn(field(body, "channel_id"))
  const channels = new Set([...own.map((v) => v.channel_id), ...wanted])
  // Who comes to a channel shares the time of somebody who is there.
  const there = (yield* Body.forEach([...wanted], (id) => Collections.voiceStates.by("channel", id))).flat()
  const other = there.find((state) => state.user_id !== user_id)
  const known: ReadonlyArray<Channel> = yield* Collections.channels.existing([...channels].map((one) => [one]))
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    members: yield* found(Collections.members, guild_id, user_id),
    channels: known.filter(isInGuild),
    voice_states: other === undefined ? own : [...own, other],
    ...(yield* accountsOf([user_id]))
  }
}

/** The voice states of users in a guild. */
export const voiceOf = (guildId: Snowflake, users: ReadonlyArray<Snowflake>) =>
  Collections.voiceStates.existing(users.map((id) => [guildId, id]))
