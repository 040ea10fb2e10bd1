/** UDP packets of a voice connection. Source: the platform's documentation of voice connections, "IP Discovery". */
import { voice } from "../base/VoiceLimits.ts"

export type VoicePacket =
  | { readonly kind: "discovery" | "sound"; readonly ssrc: number }
  /** Names no session: its sender's address does. */
  | { readonly kind: "keep-alive" }

const REQUEST = 1
const RESPONSE = 2
/** Of what follows the first four bytes. */
const LENGTH = voice.discoveryBytes - 4

/** RTP and RTCP begin with the bits 10, their version. */
const RTP = 0b10

/** Undefined for what no client sends. */
export const readPacket = (bytes: Uint8Array): VoicePacket | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length > voice.packetBytes) return undefined
  if (bytes.length === voice.keepAliveBytes) return { kind: "keep-alive" }
  if (bytes.length === voice.discoveryBytes && view.getUint16(0) === REQUEST && view.getUint16(2) === LENGTH) {
    return { kind: "discovery", ssrc: view.getUint32(4) }
  }
  if (bytes.length < 12 || view.getUint8(0) >> 6 !== RTP) return undefined
  const kind = view.getUint8(1)
  const isControl = kind >= 200 && kind <= 207
  return { kind: "sound", ssrc: view.getUint32(isControl ? 4 : 8) }
}

/** Says at what address the request came in. It is as long as the request. */
export const discoveryResponse = (ssrc: number, address: string, port: number): Uint8Array => {
  const bytes = new Uint8Array(voice.discoveryBytes)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, RESPONSE)
  view.setUint16(2, LENGTH)
  view.setUint32(4, ssrc)
  // 64 bytes that end with a zero.
  bytes.set(
    Array.from(address.slice(0, 63), (letter) => letter.charCodeAt(0)),
    8
  )
  view.setUint16(voice.discoveryBytes - 2, port)
  return bytes
}
