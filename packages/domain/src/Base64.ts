/** Unpadded URL-safe Base64 (RFC 4648 §5) of ASCII text: the domain has no platform to ask for it. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

export const encodeAscii = (text: string): string => {
  let out = ""
  for (let i = 0; i < text.length; i += 3) {
    const group = (at(text, i) << 16) | (at(text, i + 1) << 8) | at(text, i + 2)
    const digits = Math.min(text.length - i, 3) + 1
    for (let d = 0; d < digits; d++) out += ALPHABET.charAt((group >> (18 - 6 * d)) & 63)
  }
  return out
}

/** Zero behind the end, as the algorithm fills up its last group. */
const at = (text: string, index: number): number => (index < text.length ? text.charCodeAt(index) & 0xff : 0)
