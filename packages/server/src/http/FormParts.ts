/** The parts of a multipart body, as far as they are looked at before the runtime's parser makes something of each. */
import { http } from "@backlot/domain/base/Limits"

/** Where they begin, the end of all among them; undefined when they are more than a message can need. */
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
 * The body with quotes in names as `%22`, the one way that the parser takes: discord.py and discordgo write `\"`.
 * Undefined when there are none.
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
