/** Gateway frames, as lines that people read. Source: wire-interactions.md §3. */
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import type { Frame } from "./Wire.ts"

const OPCODES: Readonly<Record<number, string>> = {
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
  11: "HEARTBEAT_ACK"
}

export const frameTitle = ({ op, t, close }: Frame): string => {
  if (close !== undefined) return `CLOSE ${close.code}`
  return t ?? (op === null ? "no frame" : (OPCODES[op] ?? `op ${op}`))
}

export const frameNote = ({ s, d, close }: Frame): string => {
  if (close !== undefined) return close.because ?? ""
  const number = s === null ? "" : `s ${s}`
  return [number, (d ?? "").slice(0, 160)].filter((part) => part !== "").join("  ")
}

export const FRAME_CHIPS: ReadonlyArray<{
  readonly id: string
  readonly name: string
  readonly fits: (frame: Frame) => boolean
}> = [
  { id: "dispatch", name: "dispatches", fits: ({ op }) => op === 0 },
  { id: "heartbeat", name: "heartbeats", fits: ({ op }) => op === 1 || op === 11 },
  { id: "login", name: "logins", fits: ({ op }) => op === 2 || op === 6 || op === 9 || op === 10 },
  { id: "in", name: "from the client", fits: ({ direction }) => direction === "in" },
  { id: "close", name: "closes", fits: ({ close }) => close !== undefined }
]

export const intentNames = (intents: number): ReadonlyArray<string> =>
  Object.entries(INTENTS).flatMap(([name, bit]) => ((intents & bit) === 0 ? [] : [name]))
