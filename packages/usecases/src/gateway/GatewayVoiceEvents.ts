/** Events about voice. Source: wire-interactions.md §3.6; the platform's documentation of voice connections. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { ChannelInfoRequest } from "@backlot/domain/gateway/GatewayCommand"
import { type OfChannel, voiceStart } from "@backlot/domain/guild/VoiceWire"
import type { GuildChannel, VoiceState } from "@backlot/domain/record/World"
import { VOICE_TYPES } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { botInstalls, botsOf } from "../access/Accounts.ts"
import { guildChannels } from "../access/ChannelObjects.ts"
import { voiceObject } from "../access/VoiceObjects.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfVoice extends OfChannel {
  readonly guild_id: Snowflake
  readonly voice_state: VoiceState
  /** The state before an update. */
  readonly before?: VoiceState
}

export const HANDLERS: Audience.Handlers = {
  "voice_state.created": Audience.on<OfVoice>((data, hearing) => changed(data, hearing)),
  "voice_state.updated": Audience.on<OfVoice>((data, hearing) => changed(data, hearing)),
  "voice_state.deleted": Audience.on<OfVoice>(({ voice_state, channel_ended }, hearing) =>
    Audience.both(
      toListeners(voice_state, null, hearing),
      channel_ended === true ? startTime(voice_state, null, hearing) : NONE
    )
  ),
  "voice_connection.ended": Audience.on<Ended>((ended, hearing) =>
    ended.server_stops === true
      ? Body.flatMap(Collections.voiceStates.get(ended.guild_id, ended.user_id), (state) =>
          state?.session_id === ended.session_id ? serverOf(state, hearing) : NONE
        )
      : NONE
  )
}

/** A voice connection that ended. */
interface Ended {
  readonly guild_id: Snowflake
  readonly user_id: Snowflake
  readonly session_id: string
  /** Its server stops, and others go on. */
  readonly server_stops?: true
}

const NONE = Body.succeed<ReadonlyArray<Dispatch>>([])

const changed = function* ({ voice_state, before, channel_began, channel_ended }: OfVoice, hearing: Audience.Hearing) {
  const connects = before?.channel_id !== voice_state.channel_id || before.session_id !== voice_state.session_id
  return [
    ...(yield* toListeners(voice_state, voice_state.channel_id, hearing)),
    ...(channel_ended === true && before !== undefined ? yield* startTime(before, null, hearing) : []),
    ...(channel_began === true ? yield* startTime(voice_state, voiceStart(voice_state), hearing) : []),
    ...(connects ? yield* serverOf(voice_state, hearing) : [])
  ]
}

const startTime = function* (
  { channel_id, guild_id }: VoiceState,
  voice_start_time: number | null,
  hearing: Audience.Hearing
) {
  const d = { id: channel_id, guild_id, voice_start_time }
  const listeners = yield* Audience.listenersIn(guild_id, hearing)
  return Audience.toEach(listeners, "GUILDS", { t: "VOICE_CHANNEL_START_TIME_UPDATE", guild_id, d })
}

/** The data of CHANNEL_INFO for a guild that the bot is in (opcode 43): its channels of voice, with the fields that it asks for. */
export const channelInfo = operation(
  "GatewayVoiceEvents.channelInfo",
  transacting(function* (applicationId: Snowflake, { guild_id, fields }: ChannelInfoRequest) {
    const installs = yield* botInstalls(guild_id)
    if (!installs.some(({ application_id }) => application_id === applicationId)) return []
    const states = new Map((yield* Collections.voiceStates.list([guild_id])).map((state) => [state.channel_id, state]))
    const channels = (yield* guildChannels(guild_id)).flatMap(({ id, type, status = null }) => {
      if (!VOICE_TYPES.includes(type)) return []
      const state = states.get(id)
      const voice_start_time = state === undefined ? null : voiceStart(state)
      return [
        {
          id,
          ...(fields.includes("status") ? { status } : {}),
          ...(fields.includes("voice_start_time") ? { voice_start_time } : {})
        }
      ]
    })
    return [{ guild_id, channels }]
  })
)

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

/** Tells the bots in a channel of their next server. */
export const serversIn = function* ({ id, guild_id }: GuildChannel, hearing: Audience.Hearing) {
  const bots = (yield* botsOf(guild_id)).filter(({ application }) => hearing.interested(application.id))
  const states = yield* Collections.voiceStates.getMany(bots.map(({ application }) => [guild_id, application.bot.id]))
  const told: Array<Dispatch> = []
  for (const state of states) if (state?.channel_id === id) told.push(...(yield* serverOf(state, hearing)))
  return told
}

const applicationsOf = (userId: Snowflake) => Collections.applications.by("bot", userId)
