/** Voice states with their members. Loaded inside a transaction. */
import { voiceStateObject } from "@backlot/domain/guild/VoiceWire"
import type { VoiceState } from "@backlot/domain/record/World"
import * as Collections from "../store/Collections.ts"
import { botsOf, memberObjectsAt } from "./Accounts.ts"

/** `channel_id` is null for somebody who has just left. */
export const voiceObject = function* (
  state: VoiceState,
  nowMs: number,
  channel_id: VoiceState["channel_id"] | null = state.channel_id
) {
  const { guild_id, user_id } = state
  const member = yield* Collections.members.get(guild_id, user_id)
  const [shown] = member === undefined ? [] : yield* memberObjectsAt(nowMs, [member], yield* botsOf(guild_id))
  return voiceStateObject({ ...state, channel_id }, shown)
}
