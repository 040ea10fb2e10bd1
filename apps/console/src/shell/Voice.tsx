/** Voice without sound: who is connected to a channel, and how the person of a pane is connected themselves. */
import {
  Hand,
  HeadphoneOff,
  Headphones,
  type LucideIcon,
  Mic,
  MicOff,
  MonitorUp,
  Music,
  Phone,
  PhoneOff,
  Video
} from "lucide-react"
import { useEffect, useState } from "react"
import { begin, perform } from "../act/Acting.ts"
import { useWorld, type WorldVoiceState } from "../api/Queries.ts"
import { usePeople } from "../chat/context/People.ts"
import type { Place } from "../place/Places.ts"
import { useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { TextButton } from "../ui/Buttons.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./Voice.module.css"

const STAGE = 13
const VOICES = new Set([2, STAGE])

/** Where the person is connected, in whichever guild, below the channels. */
export const VoicePanel = ({ user_id }: { readonly user_id: string }) => {
  const { data: world } = useWorld()
  for (const guild of world?.guilds ?? []) {
    const state = guild.voice_states.find((one) => one.user_id === user_id)
    const channel = guild.channels.find(({ id }) => id === state?.channel_id)
    if (state === undefined || channel === undefined) continue
    const go = () => useScreen.getState().go({ guild_id: guild.id, channel_id: channel.id })
    return (
      <section className={classes["panel"]} aria-label="Voice">
        <p>
          Connected to{" "}
          <button type="button" onClick={go}>
            {channel.name}
          </button>
          , {guild.name}
        </p>
        <Controls guild_id={guild.id} state={state} stage={channel.type === STAGE} />
      </section>
    )
  }
  return null
}

type Flag = "self_mute" | "self_deaf" | "self_stream" | "self_video" | "request_to_speak"

const FLAGS: ReadonlyArray<readonly [flag: Flag, label: string, off: LucideIcon, on: LucideIcon]> = [
  ["self_mute", "Mute yourself", Mic, MicOff],
  ["self_deaf", "Deafen yourself", Headphones, HeadphoneOff],
  ["self_stream", "Share your screen", MonitorUp, MonitorUp],
  ["self_video", "Show your camera", Video, Video],
  ["request_to_speak", "Ask to speak", Hand, Hand]
]

type Flags = Readonly<Partial<Record<Flag, boolean>>>

const flagsOf = ({ request_to_speak_timestamp, ...state }: WorldVoiceState): Flags => ({
  ...Object.fromEntries(FLAGS.map(([flag]) => [flag, Reflect.get(state, flag) === true])),
  request_to_speak: request_to_speak_timestamp != null
})

interface OfControls {
  readonly guild_id: string
  readonly state: WorldVoiceState
  readonly stage: boolean
}

const Controls = ({ guild_id, state, stage }: OfControls) => {
  const of = { user_id: state.user_id, guild_id, channel_id: state.channel_id }
  // What was pressed and is not in the world yet: the next press says it too.
  const [pressed, setPressed] = useState<Flags>({})
  const now = { ...flagsOf(state), ...pressed }
  useEffect(() => {
    const known = flagsOf(state)
    setPressed((flags) =>
      Object.fromEntries(FLAGS.flatMap(([flag]) => (flags[flag] === !known[flag] ? [[flag, flags[flag]]] : [])))
    )
  }, [state])
  const toggle = async (flag: Flag) => {
    const next = { ...now, [flag]: !now[flag] }
    setPressed((flags) => ({ ...flags, [flag]: next[flag] }))
    if (!(await perform("connect_voice", of, next))) setPressed({})
  }
  return (
    <div className={classes["controls"]} role="toolbar" aria-label="Your connection">
      {FLAGS.filter(([flag]) => stage || flag !== "request_to_speak").map(([flag, label, off, on]) => (
        <IconButton
          key={flag}
          icon={now[flag] === true ? on : off}
          label={label}
          pressed={now[flag] === true}
          onPress={() => void toggle(flag)}
        />
      ))}
      <IconButton icon={Music} label="Sound or emoji …" onPress={() => begin("send_voice_effect", of)} />
      <IconButton icon={PhoneOff} label="Disconnect from voice" onPress={() => begin("disconnect_voice", of)} />
    </div>
  )
}

/** Who is in a voice or stage channel, above its messages. */
export const VoiceStrip = ({ user_id, place }: { readonly user_id: string; readonly place: Place }) => {
  const { data: world } = useWorld()
  const people = usePeople(user_id, place)
  const { channel, guild } = place
  if (channel === undefined || guild === undefined || !VOICES.has(channel.type)) return null
  const states = world?.guilds.find(({ id }) => id === guild.id)?.voice_states ?? []
  const here = states.filter(({ channel_id }) => channel_id === channel.id)
  const nameIn = (id: string) => people.users.get(id)?.name ?? id
  const of = { user_id, guild_id: guild.id, channel_id: channel.id }
  return (
    <section className={classes["strip"]} aria-label="In voice">
      <ul>
        {here.map((state) => (
          <li key={state.user_id}>
            <Avatar id={state.user_id} name={nameIn(state.user_id)} size={22} />
            {nameIn(state.user_id)}
            {marksOf(state).map(([Icon, label]) => (
              <Icon key={label} size={14} aria-label={label} />
            ))}
          </li>
        ))}
      </ul>
      {here.length === 0 ? <p>Nobody is connected.</p> : null}
      {here.some((state) => state.user_id === user_id) ? null : (
        <TextButton icon={Phone} tone="strong" onPress={() => void perform("connect_voice", of)}>
          Join voice
        </TextButton>
      )}
    </section>
  )
}

const marksOf = (state: WorldVoiceState): ReadonlyArray<readonly [LucideIcon, string]> => [
  ...(state.mute === true || state.self_mute === true ? [[MicOff, "muted"] as const] : []),
  ...(state.deaf === true || state.self_deaf === true ? [[HeadphoneOff, "deafened"] as const] : []),
  ...(state.self_stream === true ? [[MonitorUp, "shares the screen"] as const] : []),
  ...(state.self_video === true ? [[Video, "shows the camera"] as const] : []),
  ...(state.request_to_speak_timestamp == null ? [] : [[Hand, "asks to speak"] as const])
]
