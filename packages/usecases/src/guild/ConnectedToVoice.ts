/** What the voice gateway asks about a channel. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { voice } from "@backlot/domain/base/VoiceLimits"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"

/** Who is connected to a voice channel. */
export const usersIn = operation(
  "ConnectedToVoice.usersIn",
  transacting(function* (channelId: Snowflake) {
    const states = yield* Collections.voiceStates.by("channel", channelId)
    return states.slice(0, voice.clients).map(({ user_id }) => user_id)
  })
)

export const hasChannel = operation(
  "ConnectedToVoice.hasChannel",
  transacting(function* (channelId: Snowflake) {
    return (yield* Collections.channels.get(channelId)) !== undefined
  })
)
