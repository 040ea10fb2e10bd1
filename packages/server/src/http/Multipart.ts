/** Reads `multipart/form-data`: `payload_json` or a field per value, and files. Source: wire-interactions.md §2.3, §4.1. */
import { attachment, http } from "@backlot/domain/base/Limits"
import { bareName } from "@backlot/domain/message/FileAddress"
import { mediaType } from "@backlot/domain/message/MediaType"
import { type FormFile, fileIndex } from "@backlot/domain/validation/FormFile"
import { Effect } from "effect"
import { imageSize } from "image-size"

export interface Multipart {
  /** Text fields by name; the last one wins. */
  readonly fields: ReadonlyMap<string, string>
  /** In the order sent; of files with the same number the last one wins. */
  readonly files: ReadonlyArray<FormFile>
}

/**
 * Undefined if the body does not match its content type, or has more parts, or longer heads of parts, than a message can
 * need: the parser is slow in heads, so it gets none that are not bounded.
 */
export const readMultipart = (contentType: string, body: Uint8Array): Effect.Effect<Multipart | undefined> => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const boundary = boundaryOf(contentType)
  const starts = boundary === undefined ? undefined : partStarts(boundary, bytes)
  if (boundary === undefined || starts === undefined || !areHeadsBounded(boundary, bytes, starts)) {
    return Effect.succeed(undefined)
  }
  return parse(boundary, bytes).pipe(
    Effect.catch((error) => {
      const encoded = withEncodedQuotes(bytes, starts)
      return encoded === undefined ? Effect.fail(error) : parse(boundary, encoded)
    }),
    Effect.flatMap((form) => Effect.promise(() => collect(form))),
    Effect.orElseSucceed(() => undefined)
  )
}

/** The JSON text of `payload_json`, or of an object made of all fields. */
export const payloadOf = ({ fields }: Multipart): string =>
  fields.get("payload_json") ?? JSON.stringify(Object.fromEntries(fields))

/** The size of all files in bytes. */
export const totalSize = (files: ReadonlyArray<FormFile>): number => files.reduce((sum, { size }) => sum + size, 0)

/** Says the boundary anew, so that the parser splits the body where its bounds were judged. */
const parse = (boundary: string, bytes: Buffer) =>
  Effect.tryPromise(() =>
    new Response(bytes, { headers: { "content-type": `multipart/form-data; boundary="${boundary}"` } }).formData()
  )

const collect = async (form: FormData): Promise<Multipart> => {
  const fields = new Map<string, string>()
  const files = new Map<number, FormFile>()
  const others: Array<File> = []
  for (const [name, value] of form) {
    const index = fileIndex(name)
    if (typeof value === "string") fields.set(name, value)
    else if (index !== undefined) files.set(index, await fileOf(index, value))
    // Some libraries send the payload as a file of type application/json.
    else if (name === "payload_json") fields.set(name, await value.text())
    else others.push(value)
  }
  // slash-create names the field of a file after the file. Such files get the numbers after the others.
  // Our choice: docs/choices.md "Messages".
  const next = Math.max(-1, ...files.keys()) + 1
  for (const [i, file] of others.entries()) files.set(next + i, await fileOf(next + i, file))
  return { fields, files: [...files.values()] }
}

const fileOf = async (index: number, file: File): Promise<FormFile> => {
  const bytes = Buffer.from(await file.arrayBuffer())
  return formFile(index, file.name, file.type, bytes, bytes.toString("base64"))
}

/** A file of a form, under its name without folders; `type` is the media type that its sender gives. */
export const formFile = (
  index: number,
  name: string,
  type: string | undefined,
  bytes: Uint8Array,
  base64: string
): FormFile => {
  const filename = bareName(name)
  return {
    index,
    filename,
    content_type: mediaType(filename, type),
    size: bytes.byteLength,
    base64,
    ...pictureSize(bytes)
  }
}

/** The first boundary that a content type names, of the characters that RFC 2046 §5.1.1 allows. */
const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? token
  return boundary !== undefined && /^[\w'()+,\-./:=? ]{1,70}$/.test(boundary) ? boundary : undefined
}

/** The offsets of the parts, and of the end. Undefined if there are more parts than a message can need. */
const partStarts = (boundary: string, bytes: Buffer): ReadonlyArray<number> | undefined => {
  const starts: Array<number> = []
  for (let at = bytes.indexOf(`--${boundary}`); at >= 0; at = bytes.indexOf(`\r\n--${boundary}`, at + 1)) {
    starts.push(at)
    if (starts.length > http.multipartParts + 1) return undefined
  }
  return starts
}

/** Whether what stands before the parts, the head of each, and what stands after them have a size that is allowed. */
const areHeadsBounded = (boundary: string, bytes: Buffer, starts: ReadonlyArray<number>): boolean => {
  const [first] = starts
  if (first === undefined || first > http.partHeadBytes) return false
  return starts.every((start, i) => {
    // All but the first begin with the end of a line.
    const from = start + (bytes[start] === CR ? 2 : 0) + 2 + boundary.length
    // Its own line end, the head, and the two line ends after it.
    const longest = from + 2 + http.partHeadBytes + 4
    const piece = bytes.subarray(from, Math.min(starts[i + 1] ?? bytes.length, longest + 1))
    const end = piece.indexOf("\r\n\r\n")
    const head = end < 0 ? piece : piece.subarray(0, end)
    return head.length <= http.partHeadBytes + 2 && linesOf(head) <= http.partHeadLines
  })
}

const CR = 13

/** A head begins with the end of the line before it. */
const linesOf = (head: Buffer): number => {
  let lines = 0
  for (let at = head.indexOf("\r\n"); at >= 0; at = head.indexOf("\r\n", at + 2)) lines++
  return lines
}

/** Quotes in names as `%22`, as the parser wants them, not `\"` (discord.py, discordgo). Undefined without any. */
const withEncodedQuotes = (bytes: Buffer, starts: ReadonlyArray<number>): Buffer | undefined => {
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

/** Size in pixels (wire-interactions.md §1.7), of common kinds: other files can look like a picture of a rare kind. */
export const pictureSize = (bytes: Uint8Array): { readonly width?: number; readonly height?: number } => {
  try {
    const { type = "", width, height } = imageSize(bytes.subarray(0, attachment.pictureBytes))
    return PICTURES.includes(type) && width > 0 && height > 0 ? { width, height } : {}
  } catch {
    return {}
  }
}

/** Kinds that clients show as pictures, by the names of `image-size`. Our choice: docs/choices.md "Messages". */
const PICTURES = ["png", "jpg", "gif", "webp", "avif", "bmp"]
