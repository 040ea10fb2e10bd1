/** Checks the signature of a delivery here in the browser, as an app does. Source: wire-interactions.md (signatures). */

/** The beginning of a PKCS #8 document with an Ed25519 seed behind it. */
const PKCS8 = "302e020100300506032b657004220420"

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

export interface Signed {
  readonly timestamp: string
  readonly body: string
  readonly signature: string
}

export interface Verdict {
  readonly public_key: string
  readonly valid: boolean
  /** Bytes that were signed. */
  readonly length: number
}

/** `seed` is the application's `private_key` of the world. */
export const verify = async (seed: string, { timestamp, body, signature }: Signed): Promise<Verdict> => {
  const key = await crypto.subtle.importKey("pkcs8", bytesOf(PKCS8 + seed), "Ed25519", true, ["sign"])
  const { x = "" } = await crypto.subtle.exportKey("jwk", key)
  const raw = Uint8Array.from(atob(x.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0))
  const open = await crypto.subtle.importKey("raw", raw, "Ed25519", true, ["verify"])
  const message = new TextEncoder().encode(timestamp + body)
  const valid = await crypto.subtle.verify("Ed25519", open, bytesOf(signature), message)
  return { public_key: hexOf(raw), valid, length: message.length }
}

/** `31 37 39  1795`: the bytes of a text, sixteen in a line. */
export const dumpOf = (text: string, limit: number): string => {
  const bytes = new TextEncoder().encode(text.slice(0, limit)).slice(0, limit)
  const lines: Array<string> = []
  for (let at = 0; at < bytes.length; at += 16) {
    const part = [...bytes.slice(at, at + 16)]
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ")
    const read = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join("")
    lines.push(`${at.toString(16).padStart(4, "0")}  ${hex.padEnd(47)}  ${read}`)
  }
  return lines.join("\n")
}
