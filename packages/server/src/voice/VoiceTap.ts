/** Notes frames of the voice gateway for those who watch the wire, without the key of sound. Our choice: docs/choices.md "Control plane". */
import { isEncryptionMessage } from "@backlot/domain/gateway/VoiceCommand"
import { dataOf, frameNotes, receivedFrame } from "../observability/FrameNotes.ts"
import type { WireTap } from "../observability/WireTap.ts"
import type { VoiceEnding, VoiceLink } from "./VoiceLink.ts"

export type VoiceTap = ReturnType<typeof voiceTap>

export const voiceTap = (
  tap: WireTap["Service"],
  /** Milliseconds since 1970. */
  now: () => number
) => {
  const { isOn, add, ended } = frameNotes<VoiceLink>("voice", tap, ({ session }) => session?.place, now)
  return {
    sent: (link: VoiceLink, text: string) => {
      if (isOn()) add(link, "out", sentFrame(text))
    },
    received: (link: VoiceLink, message: Uint8Array, isBinary: boolean) => {
      if (!isOn()) return
      const isEncryption = isBinary && isEncryptionMessage(message)
      add(link, "in", isEncryption ? encryption(message) : receivedFrame(message))
    },
    ended: (link: VoiceLink, ending: VoiceEnding, by: "client" | "server") => ended(link, { ...ending, by })
  }
}

const sentFrame = (text: string) => {
  // This server wrote it.
  const { op, d, seq = null } = JSON.parse(text) as { readonly op: number; readonly d: unknown; readonly seq?: number }
  return { op, t: null, s: seq, ...dataOf(JSON.stringify(d), true) }
}

/** Its first byte is the opcode; nobody reads the others. */
const encryption = (message: Uint8Array) => ({
  op: message[0] ?? null,
  t: null,
  s: null,
  d: JSON.stringify({ bytes: message.length })
})
