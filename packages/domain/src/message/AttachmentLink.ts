/** Links to files of a message: `attachment://name` becomes the file's URL. Our choice: docs/choices.md "Messages". */
import { isReference, REFERENCE } from "../component/ComponentUrl.ts"
import type { AttachmentObject } from "./Message.ts"

/** Replaces every such link in URL fields, at any depth. */
export const linked = <A>(value: A, files: ReadonlyArray<AttachmentObject>): A =>
  // Texts replace links, so the type is unchanged.
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
