/** The media type of a file; a generic one is derived from the name. Our choice: docs/choices.md "Messages". */
import { isMediaType } from "./MessageFiles.ts"

/** `sentType` is the type sent with the file. */
export const mediaType = (filename: string, sentType: string | null | undefined): string => {
  if (sentType != null && sentType !== BYTES && isMediaType(sentType)) return sentType
  const ending = /\.([a-z0-9]{1,5})$/.exec(filename.toLowerCase())?.[1] ?? ""
  return ENDINGS.get(ending) ?? BYTES
}

const BYTES = "application/octet-stream"

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["mp3", "audio/mpeg"],
  ["ogg", "audio/ogg"],
  ["wav", "audio/x-wav"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["mov", "video/quicktime"],
  ["txt", "text/plain; charset=utf-8"],
  ["md", "text/markdown; charset=utf-8"],
  ["csv", "text/csv; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"]
])
