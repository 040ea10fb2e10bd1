/** Voice states as payloads carry them. Source: official OpenAPI document, `VoiceStateResponse`. */
import { parseTime, toTimestamp } from "../base/IsoTime.ts"
import type { GuildChannel, VoiceState } from "../record/World.ts"

/** A voice state in GUILD_CREATE, which names its guild. */
export const voiceStateInGuild = ({
  guild_id: _,
  voice_start_time: __,
  request_to_speak_timestamp,
  ...state
}: VoiceState) => ({
  ...state,
  request_to_speak_timestamp: toTimestamp(request_to_speak_timestamp ?? "") ?? null
})

/** What an event of a voice state says of channels. Absent where nobody came or left, and in logs of earlier versions. */
export interface OfChannel {
  /** Whether the channel that somebody came to was empty before. */
  readonly channel_began?: boolean
  /** Whether the channel that somebody left is empty now. A deleted channel does not end. */
  readonly channel_ended?: boolean
}

/** Whether an edit of a channel gives it another voice server: each region has its own. */
export const hasOtherServer = (channel: GuildChannel, before: GuildChannel | undefined): boolean =>
  before !== undefined && (before.rtc_region ?? null) !== (channel.rtc_region ?? null)

/** Unix seconds, as the gateway has them. */
export const voiceStart = ({ voice_start_time }: VoiceState): number | null => {
  const ms = parseTime(voice_start_time ?? "")
  return ms === undefined ? null : Math.floor(ms / 1_000)
}

/** `channel_id` is null for somebody who has just left. `member` is absent for somebody who left the guild too. */
export const voiceStateObject = <M extends object>(
  state: Omit<VoiceState, "channel_id"> & { readonly channel_id: string | null },
  member: M | undefined
) => ({
  ...voiceStateInGuild({ ...state, channel_id: state.channel_id ?? "" }),
  channel_id: state.channel_id,
  guild_id: state.guild_id,
  ...(member === undefined ? {} : { member: { ...member, deaf: state.deaf, mute: state.mute } })
})
