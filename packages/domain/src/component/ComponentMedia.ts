/** Media in components. Source: official OpenAPI document, `UnfurledMediaRequest`, `UnfurledMediaResponse`. */

import * as Limits from "../base/Limits.ts"
import { scalarText } from "../base/Scalar.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at, judgeEach, none } from "../validation/Rule.ts"
import { type ComponentDraft, type ComponentKind, ComponentType, Item, type MediaDraft } from "./ComponentFields.ts"
import { type ComponentObject, mapComponents } from "./ComponentObject.ts"
import { isReference, REFERENCE, toUri, urlError } from "./ComponentUrl.ts"

/** The fields of a message's file by which components refer to it. */
export interface NamedFile {
  readonly filename: string
  /** For an existing file: components from an earlier response refer to it by this URL. */
  readonly url?: string
}

/** A file of the message as shown in responses. */
export interface ShownFile extends NamedFile {
  readonly id: Snowflake
  readonly url: string
  readonly proxy_url: string
  readonly size: number
  readonly content_type?: string | null
  readonly width?: number | null
  readonly height?: number | null
}

/** Every fault of the media of one component; paths start at the component. */
export const judgeMedia = (
  draft: ComponentDraft,
  kind: ComponentKind,
  files: ReadonlyArray<NamedFile>
): ReadonlyArray<Fault> => {
  switch (kind) {
    case ComponentType.THUMBNAIL:
      return draft.media == null ? none : at(["media", "url"], mediaError(draft.media, files))
    case ComponentType.FILE:
      return draft.file == null ? none : at(["file", "url"], fileError(draft.file, files))
    case ComponentType.MEDIA_GALLERY:
      return draft.items == null ? none : judgeItems(draft.items, files)
    default:
      return none
  }
}

/**
 * Adds the media fields that the platform adds after it fetches a URL. Nothing is fetched: a web URL has no size and no
 * type, `proxy_url` equals the URL, and ids count up from the message's id.
 * Our choice: docs/choices.md "Components and modals".
 */
export const unfurled = (
  components: ReadonlyArray<ComponentObject>,
  messageId: Snowflake,
  files: ReadonlyArray<ShownFile> = []
): ReadonlyArray<ComponentObject> => {
  let last = BigInt(messageId)
  const unfurl = (media: unknown) => {
    last++
    return unfurledMedia(String(last), addressOf(media), files)
  }
  return mapComponents(components, (component) => {
    switch (component.type) {
      case ComponentType.THUMBNAIL:
        return { ...component, media: unfurl(component["media"]) }
      case ComponentType.FILE: {
        const { filename: name = null, size = null } = fileOf(addressOf(component["file"]), files) ?? {}
        return { ...component, file: unfurl(component["file"]), name, size }
      }
      case ComponentType.MEDIA_GALLERY: {
        // `componentObjects` built this list.
        const items = component["items"] as ReadonlyArray<{ readonly media: unknown }>
        return { ...component, items: items.map((item) => ({ ...item, media: unfurl(item.media) })) }
      }
      default:
        return component
    }
  })
}

const WEB = { schemes: ["http", "https", "attachment"], max: Limits.component.mediaUrlMax }
const ATTACHMENT = { ...WEB, schemes: ["attachment"] }

/** The platform does not show code and text. Our choice: docs/choices.md "Components and modals". */
const NOT_ATTACHED = FormError.of(
  "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
  "The referenced attachment was not found in this message"
)

const mediaError = ({ url }: MediaDraft, files: ReadonlyArray<NamedFile>) => {
  if (url == null) return FormError.required
  if (isReference(url)) return fileOf(url, files) === undefined ? NOT_ATTACHED : undefined
  return urlError(url, WEB)
}

/** A reference, or a file's URL from a response. Our choice: docs/choices.md "Components and modals". */
const fileError = (media: MediaDraft, files: ReadonlyArray<NamedFile>) => {
  const { url } = media
  if (url == null || isReference(url)) return mediaError(media, files)
  return fileOf(url, files) === undefined ? (urlError(url, ATTACHMENT) ?? NOT_ATTACHED) : undefined
}

const judgeItem = judgeLimits(Item)

type Items = NonNullable<ComponentDraft["items"]>

const judgeItems = (items: Items, files: ReadonlyArray<NamedFile>): ReadonlyArray<Fault> => {
  const max = Limits.component.galleryItems
  if (items.length < 1 || items.length > max) return at(["items"], FormError.badLength(1, max))
  return judgeEach("items", items, (item) => [
    ...at(["media", "url"], item.media == null ? undefined : mediaError(item.media, files)),
    ...judgeItem(item)
  ])
}

const fileOf = <File extends NamedFile>(url: string, files: ReadonlyArray<File>): File | undefined =>
  isReference(url)
    ? files.find(({ filename }) => filename === url.slice(REFERENCE.length))
    : files.find((file) => file.url !== undefined && toUri(url) === toUri(file.url))

const addressOf = (media: unknown): string =>
  typeof media === "object" && media !== null && "url" in media ? scalarText(media.url) : ""

const unfurledMedia = (id: Snowflake, url: string, files: ReadonlyArray<ShownFile>) => {
  const file = fileOf(url, files)
  if (file === undefined) return { id, url, proxy_url: url, width: null, height: null, content_type: null }
  const { proxy_url, width = null, height = null, content_type = null } = file
  return { id, url: file.url, proxy_url, width, height, content_type, attachment_id: file.id }
}
