/**
 * `multipart/form-data` as libraries send it: `payload_json`, or a field for each value, and files. Read by the
 * runtime's own parser. Source: wire-interactions.md §2.3, §4.1.
 */
import { type FormFile, fileIndex } from "@backlot/domain/FormFile"
import { attachment, http } from "@backlot/domain/Limits"
import { isMediaType } from "@backlot/domain/MessageFiles"
import { Effect } from "effect"
import { imageSize } from "image-size"

export interface Multipart {
  /** Text fields by name; of fields with one name the last. */
  readonly fields: ReadonlyMap<string, string>
  /** In the order sent; of files with one number the last. */
  readonly files: ReadonlyArray<FormFile>
}

/** Undefined when the bytes are no body of this content type, or have more parts than a message can need. */
export const readMultipart = (contentType: string, bytes: Uint8Array): Effect.Effect<Multipart | undefined> =>
  hasTooManyParts(contentType, bytes)
    ? Effect.succeed(undefined)
    : Effect.tryPromise(() => new Response(bytes, { headers: { "content-type": contentType } }).formData()).pipe(
        Effect.flatMap((form) => Effect.promise(() => collect(form))),
        Effect.orElseSucceed(() => undefined)
      )

/** What `payload_json` says; without one, a field for each value. */
export const payloadOf = ({ fields }: Multipart): string =>
  fields.get("payload_json") ?? JSON.stringify(Object.fromEntries(fields))

/** Bytes of all files. */
export const totalSize = (files: ReadonlyArray<FormFile>): number => files.reduce((sum, { size }) => sum + size, 0)

/** Looked for before the parser makes something of each part. */
const hasTooManyParts = (contentType: string, body: Uint8Array): boolean => {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? token
  if (boundary === undefined) return false
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let parts = 0
  for (let at = bytes.indexOf(`--${boundary}`); at >= 0; at = bytes.indexOf(`\r\n--${boundary}`, at + 1)) {
    if (parts++ > http.multipartParts) return true
  }
  return false
}

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
  // The servers of slash-create name the field of a file after the file. Ours: these files are numbered after the others.
  const next = Math.max(-1, ...files.keys()) + 1
  for (const [i, file] of others.entries()) files.set(next + i, await fileOf(next + i, file))
  return { fields, files: [...files.values()] }
}

const fileOf = async (index: number, file: File): Promise<FormFile> => {
  const bytes = Buffer.from(await file.arrayBuffer())
  return {
    index,
    filename: file.name,
    // The type of a part that says none, or nothing that is one.
    content_type: isMediaType(file.type) ? file.type : "application/octet-stream",
    size: bytes.byteLength,
    base64: bytes.toString("base64"),
    ...sizeOf(bytes)
  }
}

/** Ours: what clients show as pictures, by the names of the library that measures them. */
const PICTURES = ["png", "jpg", "gif", "webp", "avif", "bmp"]

/** Pixels of a picture. Other bytes may look like one of a rare kind, so that only the usual ones count. */
const sizeOf = (bytes: Uint8Array) => {
  try {
    const { type = "", width, height } = imageSize(bytes.subarray(0, attachment.pictureBytes))
    return PICTURES.includes(type) && width > 0 && height > 0 ? { width, height } : {}
  } catch {
    return {}
  }
}
