/** The voice state of a member: they are connected to one voice or stage channel of the guild. */

import { formatTime } from "../../base/IsoTime.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownVoiceState } from "../../error/ServiceError.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import type { VoiceState } from "../../record/World.ts"
import { Bool, Id, Text } from "../../validation/Shape.ts"
import { isGone, ownerGone } from "../field/Gone.ts"
import { length, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { memberOfGuild, voiceChannel } from "../rule/Relation.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { type Element, type GuildKind, withoutGuild } from "./Element.ts"

const own = fieldsOf("voice_state", {
  user_id: [Id, required, memberOfGuild],
  channel_id: [Id, required, voiceChannel],
  session_id: [Text, length(1, 64)],
  mute: [Bool],
  deaf: [Bool],
  self_mute: [Bool],
  self_deaf: [Bool],
  self_stream: [Bool],
  self_video: [Bool],
  suppress: [Bool],
  request_to_speak_timestamp: [Text, Value.time],
  voice_start_time: [Text, Value.time]
})

type Draft = typeof own.shape.Type

const defaults = { voice_state: DEFAULTS.voice_state }

const build = (guild_id: Snowflake, draft: Draft): VoiceState => {
  const d = defaults.voice_state
  const user_id = draft.user_id ?? ""
  return {
    guild_id,
    user_id,
    channel_id: draft.channel_id ?? "",
    session_id: draft.session_id ?? sessionOf(user_id),
    mute: draft.mute ?? d.mute,
    deaf: draft.deaf ?? d.deaf,
    self_mute: draft.self_mute ?? d.self_mute,
    self_deaf: draft.self_deaf ?? d.self_deaf,
    self_stream: draft.self_stream ?? d.self_stream,
    self_video: draft.self_video ?? d.self_video,
    suppress: draft.suppress ?? d.suppress,
    request_to_speak_timestamp: draft.request_to_speak_timestamp ?? d.request_to_speak_timestamp,
    voice_start_time: draft.voice_start_time ?? d.voice_start_time
  }
}

/** The id of the one voice session of a user: 32 hex digits, as of a gateway session. */
export const sessionOf = (userId: Snowflake): string => BigInt(userId).toString(16).padStart(32, "0")

/** Who leaves the guild leaves its voice channels; a deleted channel has nobody. */
const without: Element<VoiceState>["without"] = (state, gone) => {
  const { guild_id, user_id, channel_id } = state
  const left = isGone(gone, "members", guild_id, user_id) || isGone(gone, "channels", channel_id)
  return left || ownerGone(state, gone) ? undefined : state
}

/** Who comes to a channel shares the time of those who are there; the first one begins it. */
const started: NonNullable<GuildKind<VoiceState, Draft, "voice_state">["edit"]["completed"]> = (
  { target: { guild_id, user_id } },
  merged,
  before,
  { now, voice_states }
) => {
  const { channel_id, voice_start_time } = merged
  if (now === null || before?.channel_id === channel_id) return {}
  if (before === undefined && voice_start_time != null) return {}
  const other = voice_states.find(
    (v) => v.channel_id === channel_id && v.user_id !== user_id && v.guild_id === guild_id
  )
  return { voice_start_time: other === undefined ? formatTime(now) : other.voice_start_time }
}

export const element = {
  list: "voice_states",
  ...own,
  defaults,
  unique: [onceInList("voice_state", "user_id", "A member is connected to one voice channel of a guild.")],
  named: "user_id",
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  collections: ["voice_state"],
  key: (v) => [v.guild_id, v.user_id],
  indexes: { user: (v) => [v.user_id], channel: (v) => [v.channel_id] },
  belongsTo: ["guild", "user"],
  without,
  event: (state, before) => ({
    guild_id: state.guild_id,
    channel_id: state.channel_id,
    user_id: state.user_id,
    voice_state: state,
    ...(before === undefined ? {} : { before })
  }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownVoiceState,
    kept: ["session_id"],
    completed: started,
    record: ({ guild_id }, draft) => build(guild_id, draft)
  }
} satisfies GuildKind<VoiceState, Draft, "voice_state">
