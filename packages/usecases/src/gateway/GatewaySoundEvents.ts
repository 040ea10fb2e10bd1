/** Events of soundboards, and of what is played in voice. Source: the platform's documentation of gateway events. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { soundObject, soundObjects } from "@backlot/domain/guild/SoundWire"
import type { SoundboardSound } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { botInstalls } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfSound {
  readonly guild_id: Snowflake
  readonly soundboard_sound: SoundboardSound
}

interface OfSounds {
  readonly guild_id: Snowflake
  readonly soundboard_sounds: ReadonlyArray<SoundboardSound>
}

const toGuild = <D extends { readonly guild_id: Snowflake }>(t: string, say: (data: D) => object) =>
  Audience.on<D>(
    function* (data, hearing) {
      const { guild_id } = data
      const listeners = yield* Audience.listenersIn(guild_id, hearing)
      return listeners.length === 0
        ? []
        : Audience.toEach(listeners, "GUILD_EXPRESSIONS", { t, guild_id, d: say(data) })
    },
    ["GUILD_EXPRESSIONS"]
  )

const sound = ({ soundboard_sound }: OfSound) => soundObject(soundboard_sound)

/** For the bots that are connected to the channel. */
const effect = Audience.on<{ readonly guild_id: Snowflake; readonly channel_id: Snowflake }>(
  function* (d, { interested }) {
    const connected = new Set((yield* Collections.voiceStates.by("channel", d.channel_id)).map((s) => s.user_id))
    const applications = yield* Body.forEach([...connected], (id) => Collections.applications.by("bot", id))
    const listeners = applications.flat().flatMap(({ id }) => (interested(id) ? [id] : []))
    const said = { t: "VOICE_CHANNEL_EFFECT_SEND", guild_id: d.guild_id, d }
    return Audience.toEach(listeners, "GUILD_VOICE_STATES", said)
  },
  ["GUILD_VOICE_STATES"]
)

export const HANDLERS: Audience.Handlers = {
  "soundboard_sound.created": toGuild("GUILD_SOUNDBOARD_SOUND_CREATE", sound),
  "soundboard_sound.updated": toGuild("GUILD_SOUNDBOARD_SOUND_UPDATE", sound),
  "soundboard_sound.deleted": toGuild("GUILD_SOUNDBOARD_SOUND_DELETE", ({ guild_id, soundboard_sound }: OfSound) => ({
    sound_id: soundboard_sound.id,
    guild_id
  })),
  "soundboard_sounds.updated": toGuild("GUILD_SOUNDBOARD_SOUNDS_UPDATE", (data: OfSounds) => ({
    soundboard_sounds: soundObjects(data.soundboard_sounds),
    guild_id: data.guild_id
  })),
  "voice_effect.sent": effect
}

/** The data of SOUNDBOARD_SOUNDS for each of these guilds that the bot is in (opcode 31). */
export const soundsOf = operation(
  "GatewaySoundEvents.soundsOf",
  transacting(function* (applicationId: Snowflake, guildIds: ReadonlyArray<Snowflake>) {
    const answers: Array<{ readonly guild_id: Snowflake; readonly soundboard_sounds: ReadonlyArray<object> }> = []
    for (const guild_id of new Set(guildIds)) {
      const installs = yield* botInstalls(guild_id)
      if (!installs.some(({ application_id }) => application_id === applicationId)) continue
      const soundboard_sounds = soundObjects(yield* Collections.soundboardSounds.list([guild_id]))
      answers.push({ guild_id, soundboard_sounds })
    }
    return answers
  })
)
