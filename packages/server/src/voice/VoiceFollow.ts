/** What changes of the guild mean for voice connections: who comes and goes, and which connection is over. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { hasOtherServer } from "@backlot/domain/guild/VoiceWire"
import type { GuildChannel, VoiceState } from "@backlot/domain/record/World"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import type { Storage, StorageError } from "@backlot/ports/Storage"
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { VOICE_CLOSE, VoiceOpcode } from "@backlot/protocol/gateway/VoiceGateway"
import { EventLog } from "@backlot/usecases/event/EventLog"
import * as Connected from "@backlot/usecases/guild/ConnectedToVoice"
import { Effect } from "effect"
import type { VoiceRegistry } from "./VoiceRegistry.ts"
import type { VoiceSession } from "./VoiceSession.ts"

interface OfVoice {
  readonly guild_id: Snowflake
  readonly voice_state: VoiceState
  readonly before?: VoiceState
}

interface OfChannel {
  readonly channel: GuildChannel
  readonly before?: GuildChannel
}

/** Follows the log until the scope closes. */
export const followVoice = Effect.fnUntraced(function* (registry: VoiceRegistry) {
  const endAll = (because: string) => {
    for (const session of [...registry.sessions.values()]) registry.end(session, VOICE_CLOSE.DISCONNECTED, because)
  }
  yield* (yield* EventLog).follow({
    handle: (event) => {
      if (event.type === "world.replaced") endAll("The world was replaced.")
      return registry.sessions.size === 0 && !event.type.startsWith("voice_state.") ? undefined : take(registry, event)
    },
    lost: () => Effect.sync(() => endAll("The server lost track of who is connected."))
  })
})

/** Tells a session that is ready who else is in its channel. */
export const greet = Effect.fnUntraced(function* (session: VoiceSession) {
  const { channel_id, user_id } = session.place
  const others = (yield* Connected.usersIn(channel_id)).filter((id) => id !== user_id)
  if (others.length > 0) session.send(VoiceOpcode.CLIENTS_CONNECT, { user_ids: others })
})

const take = (
  registry: VoiceRegistry,
  { seq, type, data }: LoggedEvent
): Effect.Effect<void, never, Storage> | undefined => {
  switch (type) {
    case "guild.deleted": {
      // Events of these types are written in one place each, with data of this shape.
      const { guild_id } = data as { readonly guild_id: Snowflake }
      for (const session of registry.inPlace("guild_id", guild_id, seq))
        registry.end(session, VOICE_CLOSE.CALL_TERMINATED, "The guild is gone.")
      return undefined
    }
    case "channel.updated": {
      const { channel, before } = data as OfChannel
      if (!hasOtherServer(channel, before)) return undefined
      const because = `The region of the channel is ${channel.rtc_region ?? "automatic"} now.`
      for (const session of registry.inPlace("channel_id", channel.id, seq))
        registry.end(session, VOICE_CLOSE.DISCONNECTED, because)
      return undefined
    }
    case "voice_connection.began": {
      const { ssrc, ...place } = data as Pick<VoiceState, "guild_id" | "session_id"> & { readonly ssrc: number }
      registry.replace(place, ssrc, seq)
      return undefined
    }
    case "voice_state.created":
      came(registry, (data as OfVoice).voice_state)
      return undefined
    case "voice_state.updated": {
      const { voice_state, before } = data as OfVoice
      if (before === undefined) return undefined
      const isMove = before.channel_id !== voice_state.channel_id
      if (isMove || before.session_id !== voice_state.session_id) moved(registry, before, voice_state, seq)
      if (!isMove) return undefined
      went(registry, before)
      came(registry, voice_state)
      return undefined
    }
    case "voice_state.deleted":
      return left(registry, (data as OfVoice).voice_state, seq)
    default:
      return undefined
  }
}

const came = (registry: VoiceRegistry, { guild_id, channel_id, user_id }: VoiceState): void => {
  for (const session of registry.inChannel(guild_id, channel_id))
    if (session.place.user_id !== user_id) session.send(VoiceOpcode.CLIENTS_CONNECT, { user_ids: [user_id] })
}

const went = (registry: VoiceRegistry, { guild_id, channel_id, user_id }: VoiceState): void => {
  for (const session of registry.inChannel(guild_id, channel_id))
    if (session.place.user_id !== user_id) session.send(VoiceOpcode.CLIENT_DISCONNECT, { user_id })
}

/** The bot has been told of its new place already, so its token for that stays. */
const moved = (registry: VoiceRegistry, before: VoiceState, after: VoiceState, seq: number): void => {
  const isSame = before.session_id === after.session_id
  const session = isSame ? registry.sessionOf(before, seq) : registry.leave(before, seq)
  if (session === undefined || session.place.user_id !== before.user_id) return
  if (session.place.channel_id === after.channel_id && session.place.session_id === after.session_id) return
  const because = isSame ? `The bot was moved to the channel ${after.channel_id}.` : NEWER
  registry.end(session, VOICE_CLOSE.DISCONNECTED, because)
}

const NEWER = "The bot connected by another session of the gateway."

const left = (
  registry: VoiceRegistry,
  state: VoiceState,
  seq: number
): Effect.Effect<void, never, Storage> | undefined => {
  went(registry, state)
  const session = registry.leave(state, seq)
  if (session === undefined || session.place.user_id !== state.user_id) return undefined
  const end = (reason: CloseReason, because: string) => Effect.sync(() => registry.end(session, reason, because))
  const decided: Effect.Effect<void, StorageError, Storage> = Effect.flatMap(
    Connected.hasChannel(state.channel_id),
    (isThere) =>
      isThere
        ? end(VOICE_CLOSE.DISCONNECTED, "The bot is no longer connected to the channel.")
        : end(VOICE_CLOSE.CALL_TERMINATED, "The channel was deleted.")
  )
  return Effect.catch(decided, () => end(VOICE_CLOSE.DISCONNECTED, "The bot is no longer connected to the channel."))
}
