/**
 * `attachment://name` in a message stands for the URL of its file of that name. Ours: one that names no file stays as
 * it is, and files that are linked to stand among the attachments as well.
 */
import { isReference, REFERENCE } from "../component/ComponentUrl.ts"
import type { AttachmentObject } from "./Message.ts"

/** The value with the URL in place of every such link, where addresses stand, at any depth. */
export const linked = <A>(value: A, files: ReadonlyArray<AttachmentObject>): A =>
  // Links are replaced by texts, so the shape stays.
  files.length === 0 ? value : (replace(value, new Map(files.map(({ filename, url }) => [filename, url]))) as A)

const ADDRESSES = ["url", "icon_url"]

const replace = (value: unknown, urls: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => replace(item, urls))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === "string" && ADDRESSES.includes(key) ? addressOf(item, urls) : replace(item, urls)
    ])
  )
}

const addressOf = (address: string, urls: ReadonlyMap<string, string>): string =>
  (isReference(address) ? urls.get(address.slice(REFERENCE.length)) : undefined) ?? address
