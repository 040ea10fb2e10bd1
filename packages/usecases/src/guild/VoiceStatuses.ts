/** A bot sets the status of a voice channel. Source: official OpenAPI document, `update_voice_channel_status`. */
import { WrongChannelType } from "@backlot/domain/error/ServiceError"
import { voiceStatusBody } from "@backlot/domain/guild/VoiceStatus"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { type ChannelAddress, requireHere } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { inGuildOnly } from "./Channels.ts"
import { target } from "./GuildChannels.ts"

/** Judges whether the bot may set it, before the body is read; `set` judges it again. */
export const admit = operation("VoiceStatuses.admit", (address: ChannelAddress) =>
  inTransaction(() => allowed(address))
)

export const set = operation(
  "VoiceStatuses.set",
  Effect.fnUntraced(function* (address: ChannelAddress, sent: unknown) {
    const wish = function* () {
      const channel = yield* allowed(address)
      return [{ method: "patch" as const, target: target(channel, channel.id), ...voiceStatusBody(sent) }]
    }
    yield* WorldEdits.carryOut(wish, () => Body.void)
  })
)

/** A voice channel; who is not connected to it needs MANAGE_CHANNELS too. */
const allowed = function* (address: ChannelAddress) {
  const here = yield* inGuildOnly(address)
  const { channel, application } = here
  if (channel.type !== ChannelType.GUILD_VOICE) return yield* new WrongChannelType()
  yield* requireHere(here, "SET_VOICE_CHANNEL_STATUS")
  const state = yield* Collections.voiceStates.get(channel.guild_id, application.bot.id)
  if (state?.channel_id !== channel.id) yield* requireHere(here, "MANAGE_CHANNELS")
  return channel
}
