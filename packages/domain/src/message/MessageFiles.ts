/**
 * Files of a message, and links to them: `attachment://name` becomes the file's URL. Source: wire-interactions.md §4.3,
 * §4.7 (PATCH); `MessageAttachmentRequest`. Our choice: docs/choices.md "Messages".
 */
import { Schema } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { isReference, REFERENCE } from "../component/ComponentUrl.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather, judgeEach } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import { bareName, withAddresses } from "./FileAddress.ts"
import { AttachmentFlag, type AttachmentObject } from "./Message.ts"

/** `files[index]` of a multipart body, with its URL on this server. */
export interface SentFile
  extends Pick<AttachmentObject, "id" | "filename" | "size" | "url" | "content_type" | "width" | "height"> {
  readonly index: number
}

/** The change of a message's files that a body requests. */
export interface FileChange {
  /** The existing files to keep; the others are removed. */
  readonly kept: "all" | ReadonlyArray<KeptFile>
  readonly added: ReadonlyArray<AttachmentObject>
}

/** A field that the body leaves out stays; null removes it. */
export type KeptFile = Pick<AttachmentDraft, "description" | "title" | "is_spoiler" | "is_remix"> & {
  readonly id: Snowflake
}

export const NO_FILES: FileChange = { kept: [], added: [] }

const AttachmentShape = Schema.Struct({
  id: Shape.needed(Shape.Id),
  filename: Shape.field(text(1, Limits.attachment.filenameMax)),
  title: Shape.field(text(0, Limits.attachment.textMax)),
  description: Shape.field(text(0, Limits.attachment.textMax)),
  duration_secs: Shape.field(Shape.Float),
  waveform: Shape.field(text(0, Limits.attachment.waveformMax)),
  is_spoiler: Shape.field(Shape.Bool),
  is_remix: Shape.field(Shape.Bool)
}).annotate({
  identifier: "AttachmentBody",
  description: "`id` is n for a file that comes as `files[n]`, or that of a file of the message."
})

export const AttachmentsShape = Shape.list(AttachmentShape, Limits.message.attachments)

export type AttachmentDraft = typeof AttachmentShape.Type
type Drafts = ReadonlyArray<AttachmentDraft> | null | undefined

/** Maximum lengths in code points. */
const TEXTS = [
  ["filename", Limits.attachment.filenameMax],
  ["title", Limits.attachment.textMax],
  ["description", Limits.attachment.textMax],
  ["waveform", Limits.attachment.waveformMax]
] as const

/** Every fault of `attachments` and of the uploads, with paths from the message; `before` lists the existing files. */
export const judgeFiles = (
  drafts: Drafts,
  files: ReadonlyArray<SentFile>,
  before: ReadonlyArray<unknown> = []
): ReadonlyArray<Fault> => {
  const max = Limits.message.attachments
  const stay = drafts === undefined ? before.length : (drafts?.length ?? 0)
  if (stay + unnamed(drafts, files).length > max) return [fault(["attachments"], FormError.maxLength(max))]
  return [
    ...files.flatMap(({ index, filename }) => at(["files", index], isFilename(filename) ? undefined : BAD_FILENAME)),
    ...judgeDrafts(drafts ?? [], files)
  ]
}

const judgeDrafts = (drafts: ReadonlyArray<AttachmentDraft>, files: ReadonlyArray<SentFile>): ReadonlyArray<Fault> =>
  judgeEach("attachments", drafts, (draft, i) => [
    ...at(["id"], idError(draft, drafts.slice(0, i), files)),
    ...gather(TEXTS, ([field, most]) =>
      at([field], CodePoints.count(draft[field] ?? "") > most ? FormError.maxLength(most) : undefined)
    ),
    ...at(["filename"], draft.filename == null || isFilename(bareName(draft.filename)) ? undefined : BAD_FILENAME)
  ])

/** A name must fit one segment of the file's URL and one line of text. Our choice: docs/choices.md "Messages". */
export const isFilename = (name: string): boolean =>
  name !== "" &&
  name.length <= Limits.attachment.filenameMax &&
  name.isWellFormed() &&
  !/[\p{Cc}/\\]/u.test(name) &&
  name !== "." &&
  name !== ".."

/** A media type must be valid as the Content-Type of the file's download. Our choice: docs/choices.md "Messages". */
export const isMediaType = (type: string): boolean => /^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/.test(type)

/** The change of files in a valid body; undefined if the body does not mention files. */
export const fileChangeOf = (drafts: Drafts, files: ReadonlyArray<SentFile>): FileChange | undefined => {
  if (drafts === undefined && files.length === 0) return undefined
  const added: Array<AttachmentObject> = []
  const kept: Array<KeptFile> = []
  for (const draft of drafts ?? []) {
    const file = fileOf(draft, files)
    if (file === undefined) kept.push({ ...draft, id: draft.id ?? "" })
    else added.push(attachmentOf(file, draft))
  }
  for (const file of unnamed(drafts, files)) added.push(attachmentOf(file, {}))
  return { kept: drafts === undefined ? "all" : kept, added }
}

/** The files after a change; it may name ids that the message lacks. Our choice: docs/choices.md "Messages". */
export const filesAfter = (
  before: ReadonlyArray<AttachmentObject>,
  { kept, added }: FileChange
): ReadonlyArray<AttachmentObject> => {
  if (kept === "all") return [...before, ...added]
  const stay = kept.flatMap((draft) => {
    const file = before.find((known) => known.id === draft.id)
    return file === undefined ? [] : [changed(file, draft)]
  })
  return [...stay, ...added]
}

/** A voice message is one audio file alone; codes and texts are our choice: docs/choices.md "Messages". */
export const judgeVoice = (drafts: Drafts, files: ReadonlyArray<SentFile>): ReadonlyArray<Fault> => {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) return [fault(["attachments"], VOICE_ONE_FILE)]
  const draft = drafts?.find((one) => fileOf(one, files) === file)
  return [
    ...at(["attachments"], file.content_type?.startsWith("audio/") === true ? undefined : VOICE_ONE_FILE),
    ...at(["attachments", 0, "duration_secs"], draft?.duration_secs == null ? FormError.required : undefined),
    ...at(["attachments", 0, "waveform"], draft?.waveform == null ? FormError.required : undefined)
  ]
}

const VOICE_ONE_FILE = FormError.of(
  "MESSAGE_VOICE_ATTACHMENT_INVALID",
  "A voice message has exactly one file, of an audio type."
)

export const BAD_FILENAME = FormError.of(
  "FILENAME_INVALID",
  `Must be a file's name of 1 to ${Limits.attachment.filenameMax} characters.`
)

const idError = (draft: AttachmentDraft, earlier: ReadonlyArray<AttachmentDraft>, files: ReadonlyArray<SentFile>) => {
  if (draft.id == null) return FormError.required
  if (earlier.some(({ id }) => id === draft.id)) return FormError.notUnique
  // A small id is an upload index, and there is no such upload. Our choice: docs/choices.md "Messages".
  return fileOf(draft, files) === undefined && Number(draft.id) < Limits.message.attachments * 10
    ? { code: "ATTACHMENT_FILE_MISSING", message: `There is no files[${draft.id}] in this request.` }
    : undefined
}

const fileOf = ({ id }: AttachmentDraft, files: ReadonlyArray<SentFile>): SentFile | undefined =>
  files.find((file) => String(file.index) === id)

/** Uploads that `attachments` does not mention are attached as well. */
const unnamed = (drafts: Drafts, files: ReadonlyArray<SentFile>): ReadonlyArray<SentFile> =>
  files.filter((file) => !(drafts ?? []).some(({ id }) => id === String(file.index)))

const changed = (
  { description: oldDescription, title: oldTitle, flags: before, ...file }: AttachmentObject,
  draft: Omit<KeptFile, "id">
): AttachmentObject => {
  const { description = oldDescription, title = oldTitle } = draft
  const flags = FLAGS.reduce((all, [field, bit]) => marked(all, bit, draft[field]), before ?? 0)
  return {
    ...file,
    ...(description == null ? {} : { description }),
    ...(title == null ? {} : { title }),
    ...(flags === 0 ? {} : { flags })
  }
}

const FLAGS = [
  ["is_spoiler", AttachmentFlag.IS_SPOILER],
  ["is_remix", AttachmentFlag.IS_REMIX]
] as const

const marked = (flags: number, bit: number, isSet: boolean | null | undefined): number =>
  isSet === undefined ? flags : isSet === true ? flags | bit : flags & ~bit

const attachmentOf = ({ index: _, url, ...file }: SentFile, draft: AttachmentDraft): AttachmentObject => ({
  ...changed({ ...file, url, proxy_url: url }, draft),
  ...(draft.duration_secs == null ? {} : { duration_secs: draft.duration_secs }),
  ...(draft.waveform == null ? {} : { waveform: draft.waveform })
})

/** Replaces every such link in URL fields, at any depth. */
export const linked = <A>(value: A, files: ReadonlyArray<AttachmentObject>): A => {
  if (files.length === 0) return value
  const urls = new Map(files.map(({ filename, url }) => [filename, url]))
  const urlOf = (text: string) =>
    (isReference(text) ? urls.get(bareName(text.slice(REFERENCE.length))) : undefined) ?? text
  return withAddresses(value, urlOf)
}
