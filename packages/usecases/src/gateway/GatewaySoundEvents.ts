/** Events of soundboards, and of what is played in voice. Source: the platform's documentation of gateway events. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { soundObject, soundObjects } from "@backlot/domain/guild/SoundWire"
import type { SoundboardSound } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { accounts, botInstalls } from "../access/Accounts.ts"
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

const WITH_USERS = ["CREATE_GUILD_EXPRESSIONS", "MANAGE_GUILD_EXPRESSIONS"] as const

/** With who made them for the bots that may know. */
const toMakers = <D extends { readonly guild_id: Snowflake }>(
  t: string,
  soundsIn: (data: D) => ReadonlyArray<SoundboardSound>,
  say: (data: D, sounds: ReadonlyArray<object>) => object
) =>
  Audience.on<D>(
    function* (data, hearing) {
      const { guild_id } = data
      const listeners = yield* Audience.listenersIn(guild_id, hearing)
      if (listeners.length === 0) return []
      const sounds = soundsIn(data)
      const users = yield* accounts(sounds.flatMap(({ user_id }) => user_id ?? []))
      const whole = sounds.map((one) => soundObject(one, users.get(one.user_id ?? "")))
      const knowing = new Set(
        (yield* Body.forEach(WITH_USERS, (name) => Audience.holdersOf(guild_id, name, hearing))).flat()
      )
      const to = (ids: ReadonlyArray<Snowflake>, shown: ReadonlyArray<object>) =>
        Audience.toEach(ids, "GUILD_EXPRESSIONS", { t, guild_id, d: say(data, shown) })
      return [
        ...to([...knowing], whole),
        ...to(
          listeners.filter((id) => !knowing.has(id)),
          soundObjects(sounds)
        )
      ]
    },
    ["GUILD_EXPRESSIONS"]
  )

const one = (t: string) =>
  toMakers<OfSound>(
    t,
    ({ soundboard_sound }) => [soundboard_sound],
    (_, [sound = {}]) => sound
  )

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
  "soundboard_sound.created": one("GUILD_SOUNDBOARD_SOUND_CREATE"),
  "soundboard_sound.updated": one("GUILD_SOUNDBOARD_SOUND_UPDATE"),
  "soundboard_sound.deleted": toGuild("GUILD_SOUNDBOARD_SOUND_DELETE", ({ guild_id, soundboard_sound }: OfSound) => ({
    sound_id: soundboard_sound.id,
    guild_id
  })),
  "soundboard_sounds.updated": toMakers<OfSounds>(
    "GUILD_SOUNDBOARD_SOUNDS_UPDATE",
    ({ soundboard_sounds }) => soundboard_sounds,
    ({ guild_id }, soundboard_sounds) => ({ soundboard_sounds, guild_id })
  ),
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
