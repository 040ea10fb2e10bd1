/** Checks and repairs of a multipart body before the runtime's parser reads it. */
import { http } from "@backlot/domain/base/Limits"

/** The offsets of the parts, and of the end. Undefined if there are more parts than a message can need. */
export const partStarts = (contentType: string, bytes: Buffer): ReadonlyArray<number> | undefined => {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? token
  const starts: Array<number> = []
  if (boundary === undefined) return starts
  for (let at = bytes.indexOf(`--${boundary}`); at >= 0; at = bytes.indexOf(`\r\n--${boundary}`, at + 1)) {
    starts.push(at)
    if (starts.length > http.multipartParts + 1) return undefined
  }
  return starts
}

/**
 * The body with quotes in names written as `%22`, the only form that the parser accepts; discord.py and discordgo write
 * `\"`. Undefined if there is nothing to replace.
 */
export const withEncodedQuotes = (bytes: Buffer, starts: ReadonlyArray<number>): Buffer | undefined => {
  let found = false
  const pieces = [0, ...starts].flatMap((start, i) => {
    const piece = bytes.subarray(start, starts[i])
    const end = piece.indexOf("\r\n\r\n")
    if (piece.subarray(0, Math.max(end, 0)).indexOf('\\"') < 0) return [piece]
    found = true
    const head = piece.toString("latin1", 0, end).replaceAll('\\"', "%22")
    return [Buffer.from(head, "latin1"), piece.subarray(end)]
  })
  return found ? Buffer.concat(pieces) : undefined
}
