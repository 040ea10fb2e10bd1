/** Events about voice. Source: wire-interactions.md §3.6; the platform's documentation of voice connections. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { VoiceState } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { voiceObject } from "../access/VoiceObjects.ts"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfVoice {
  readonly guild_id: Snowflake
  readonly voice_state: VoiceState
  /** The state before an update. */
  readonly before?: VoiceState
}

export const HANDLERS: Audience.Handlers = {
  "voice_state.created": Audience.on<OfVoice>((data, hearing) => changed(data, hearing)),
  "voice_state.updated": Audience.on<OfVoice>((data, hearing) => changed(data, hearing)),
  "voice_state.deleted": Audience.on<OfVoice>(({ voice_state }, hearing) => toListeners(voice_state, null, hearing))
}

const changed = function* ({ voice_state, before }: OfVoice, hearing: Audience.Hearing) {
  const connects = before?.channel_id !== voice_state.channel_id || before.session_id !== voice_state.session_id
  return [
    ...(yield* toListeners(voice_state, voice_state.channel_id, hearing)),
    ...(connects ? yield* serverOf(voice_state, hearing) : [])
  ]
}

/** A bot receives its own state without the intent, as on the platform. */
const toListeners = function* (state: VoiceState, channelId: Snowflake | null, hearing: Audience.Hearing) {
  const { guild_id, user_id } = state
  const listeners = yield* Audience.listenersIn(guild_id, hearing)
  if (listeners.length === 0) return []
  const said = { t: "VOICE_STATE_UPDATE", guild_id, d: yield* voiceObject(state, hearing.now_ms, channelId) }
  const own = new Set((yield* applicationsOf(user_id)).map(({ id }) => id))
  const others = listeners.filter((id) => !own.has(id))
  const toOwn = listeners
    .filter((id) => own.has(id))
    .map((id): Dispatch => ({ application_id: id, ...said, intents: 0 }))
  return [...toOwn, ...Audience.toEach(others, "GUILD_VOICE_STATES", said)]
}

/** Tells a bot that connects where its voice server is. */
const serverOf = (state: VoiceState, { interested, tellVoice }: Audience.Hearing) =>
  Body.map(applicationsOf(state.user_id), (applications) =>
    applications.flatMap(({ id }): ReadonlyArray<Dispatch> => {
      if (!interested(id)) return []
      const { guild_id, channel_id, user_id, session_id } = state
      const told = tellVoice({ application_id: id, user_id, guild_id, channel_id, session_id })
      return [{ application_id: id, t: "VOICE_SERVER_UPDATE", guild_id, intents: 0, d: { guild_id, ...told } }]
    })
  )

const applicationsOf = (userId: Snowflake) => Collections.applications.by("bot", userId)
