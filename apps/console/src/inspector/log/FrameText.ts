/** Gateway frames, as lines that people read. Source: wire-interactions.md §3; the platform's documentation of voice. */
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import type { Frame, Gateway } from "./Wire.ts"

const OPCODES: Readonly<Record<Gateway, Readonly<Record<number, string>>>> = {
  gateway: {
    0: "DISPATCH",
    1: "HEARTBEAT",
    2: "IDENTIFY",
    3: "PRESENCE_UPDATE",
    4: "VOICE_STATE_UPDATE",
    6: "RESUME",
    7: "RECONNECT",
    8: "REQUEST_GUILD_MEMBERS",
    9: "INVALID_SESSION",
    10: "HELLO",
    11: "HEARTBEAT_ACK",
    31: "REQUEST_SOUNDBOARD_SOUNDS",
    43: "REQUEST_CHANNEL_INFO"
  },
  voice: {
    0: "IDENTIFY",
    1: "SELECT_PROTOCOL",
    2: "READY",
    3: "HEARTBEAT",
    4: "SESSION_DESCRIPTION",
    5: "SPEAKING",
    6: "HEARTBEAT_ACK",
    7: "RESUME",
    8: "HELLO",
    9: "RESUMED",
    11: "CLIENTS_CONNECT",
    12: "VIDEO",
    13: "CLIENT_DISCONNECT",
    14: "SESSION_UPDATE",
    15: "MEDIA_SINK_WANTS",
    16: "VOICE_BACKEND_VERSION",
    21: "DAVE_PREPARE_TRANSITION",
    22: "DAVE_EXECUTE_TRANSITION",
    23: "DAVE_TRANSITION_READY",
    24: "DAVE_PREPARE_EPOCH",
    25: "DAVE_MLS_EXTERNAL_SENDER",
    26: "DAVE_MLS_KEY_PACKAGE",
    27: "DAVE_MLS_PROPOSALS",
    28: "DAVE_MLS_COMMIT_WELCOME",
    29: "DAVE_MLS_ANNOUNCE_COMMIT_TRANSITION",
    30: "DAVE_MLS_WELCOME",
    31: "DAVE_MLS_INVALID_COMMIT_WELCOME"
  }
}

export const frameTitle = ({ op, t, close, gateway }: Frame): string => {
  const title =
    close === undefined
      ? (t ?? (op === null ? "no frame" : (OPCODES[gateway][op] ?? `op ${op}`)))
      : `CLOSE ${close.code}`
  return gateway === "voice" ? `voice ${title}` : title
}

export const frameNote = ({ s, d, close }: Frame): string => {
  if (close !== undefined) return close.because ?? ""
  const number = s === null ? "" : `s ${s}`
  return [number, (d ?? "").slice(0, 160)].filter((part) => part !== "").join("  ")
}

const HEARTBEATS: Readonly<Record<Gateway, ReadonlyArray<number>>> = { gateway: [1, 11], voice: [3, 6] }
const LOGINS: Readonly<Record<Gateway, ReadonlyArray<number>>> = {
  gateway: [2, 6, 9, 10],
  voice: [0, 1, 2, 4, 7, 8, 9]
}

export const FRAME_CHIPS: ReadonlyArray<{
  readonly id: string
  readonly name: string
  readonly fits: (frame: Frame) => boolean
}> = [
  { id: "dispatch", name: "dispatches", fits: ({ gateway, op }) => gateway === "gateway" && op === 0 },
  { id: "heartbeat", name: "heartbeats", fits: ({ gateway, op }) => op !== null && HEARTBEATS[gateway].includes(op) },
  { id: "login", name: "logins", fits: ({ gateway, op }) => op !== null && LOGINS[gateway].includes(op) },
  { id: "voice", name: "voice", fits: ({ gateway }) => gateway === "voice" },
  { id: "in", name: "from the client", fits: ({ direction }) => direction === "in" },
  { id: "close", name: "closes", fits: ({ close }) => close !== undefined }
]

export const intentNames = (intents: number): ReadonlyArray<string> =>
  Object.entries(INTENTS).flatMap(([name, bit]) => ((intents & bit) === 0 ? [] : [name]))
