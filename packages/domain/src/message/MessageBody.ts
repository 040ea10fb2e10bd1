/** Bodies that create or edit a message: shape and rules. Source: wire-interactions.md §4.3, §4.7. */
import { Result, Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { channelMessages as limits } from "../base/Limits.ts"
import { componentObjects, judgeComponents } from "../component/Component.ts"
import type { ComponentObject } from "../component/ComponentObject.ts"
import type { Reading } from "../component/ComponentRules.ts"
import { shownComponents } from "../component/ShownComponent.ts"
import { type Fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { EmptyMessage, InvalidForm } from "../error/ServiceError.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at, none, rules } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { decoder, Id, list, needed } from "../validation/Shape.ts"
import { atLeast, text } from "../validation/ShapeLimits.ts"
import { type EmbedObject, EmbedShape, embedObject, judgeEmbeds, showsSomething } from "./Embed.ts"
import { type AllowedMentions, AllowedMentionsShape, judgeAllowedMentions } from "./Mention.ts"
import { MessageFlag } from "./Message.ts"
import * as MessageFiles from "./MessageFiles.ts"
import * as MessageFlags from "./MessageFlags.ts"
import { judgePoll, type PollContent, PollShape, pollContent } from "./Poll.ts"

/** A valid body of a new message, with all defaults. */
export interface MessageContent {
  readonly content: string
  readonly embeds: ReadonlyArray<EmbedObject>
  readonly components: ReadonlyArray<ComponentObject>
  readonly poll: PollContent | null
  readonly allowed_mentions: AllowedMentions | null
  /** Settable bits only. */
  readonly flags: number
  readonly tts: boolean
  readonly files: MessageFiles.FileChange
}

/** A valid body of an edit: absent fields stay unchanged; null empties them. */
export type MessageEdit = Partial<MessageContent>

/** Reads an edit from a body, with all its faults; paths start at the body. The edit is valid without faults. */
export const readMessage = (
  input: unknown,
  ground: MessageFlags.MessageGround = {}
): { readonly edit: MessageEdit; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decode(input)
  const change = MessageFiles.fileChangeOf(value.attachments, ground.files ?? [])
  const before = ground.before?.attachments ?? []
  // Components may refer to the files that the message has after the edit.
  const files = change === undefined ? before : MessageFiles.filesAfter(before, change)
  const reading = { surface: MessageFlags.surfaceOf(value.flags, ground), files }
  const all = Shape.withoutEchoes(faults, judgeBody({ body: value, ground, reading }))
  return { edit: all.length === 0 ? editOf(value, change, reading) : {}, faults: all }
}

/** Completes a new message; an empty one is `EmptyMessage` (50006). */
export const complete = (
  edit: MessageEdit,
  beside: Pick<Showing, "sticker_items" | "shared_client_theme"> = {}
): Result.Result<MessageContent, EmptyMessage> => {
  const message = { ...NOTHING, ...edit }
  return isEmpty({ ...message, ...beside }) ? Result.fail(new EmptyMessage()) : Result.succeed(message)
}

/** Decodes the body of a new message. */
export const decodeMessage = (
  input: unknown,
  ground: MessageFlags.MessageGround = {}
): Result.Result<MessageContent, InvalidForm | EmptyMessage> => Result.flatMap(decodeEdit(input, ground), complete)

/** Decodes the body of an edit. Whether the message would become empty depends on the message: see `isEmpty`. */
export const decodeEdit = (
  input: unknown,
  ground: MessageFlags.MessageGround = {}
): Result.Result<MessageEdit, InvalidForm> => {
  const { edit, faults } = readMessage(input, ground)
  return faults.length === 0 ? Result.succeed(edit) : Result.fail(new InvalidForm({ faults }))
}

/** True if a message would show nothing; blank text counts as nothing. */
export const isEmpty = ({
  content,
  embeds,
  components,
  poll,
  attachments,
  files = MessageFiles.NO_FILES,
  sticker_items = [],
  shared_client_theme
}: Showing): boolean =>
  content.trim() === "" &&
  components.length === 0 &&
  !embeds.some(showsSomething) &&
  poll == null &&
  shared_client_theme === undefined &&
  sticker_items.length === 0 &&
  (attachments ?? files.added).length === 0

/** The visible parts of a message: an existing message has `attachments`, a new one `files`. */
interface Showing extends Pick<MessageContent, "content" | "embeds" | "components"> {
  readonly poll?: unknown
  readonly attachments?: ReadonlyArray<unknown>
  readonly files?: MessageFiles.FileChange
  readonly sticker_items?: ReadonlyArray<unknown>
  readonly shared_client_theme?: unknown
}

/** An empty message: the default of every field, and the content of a loading message. */
export const NOTHING: MessageContent = {
  content: "",
  embeds: [],
  components: [],
  poll: null,
  allowed_mentions: null,
  flags: 0,
  tts: false,
  files: MessageFiles.NO_FILES
}

export const BodyShape = Schema.Struct({
  content: Shape.field(text(0, Limits.message.contentMax)),
  embeds: Shape.field(Shape.list(EmbedShape, Limits.message.embeds)),
  // Any values are allowed here: the type of each component selects its shape.
  components: Shape.field(shownComponents(Shape.list(Shape.Any, Limits.message.componentsV2), "components_v2")),
  allowed_mentions: Shape.field(AllowedMentionsShape),
  flags: Shape.field(Shape.Int),
  tts: Shape.field(Shape.Bool),
  attachments: Shape.field(MessageFiles.AttachmentsShape),
  poll: Shape.field(PollShape)
}).annotate({
  identifier: "MessageBody",
  description:
    "A new message needs content, an embed, a component, a poll or a file. An edit changes only the given fields."
})

type Body = typeof BodyShape.Type

interface BodyCase {
  readonly body: Body
  readonly ground: MessageFlags.MessageGround
  readonly reading: Reading
}

const decode = Shape.decoder(BodyShape)

const judgeLengths = judgeLimits(BodyShape, "length")

const judgeBody = rules<BodyCase>({
  "content ≤ 2000 characters": ({ body }) => judgeLengths(body),
  "embeds ≤ 10; total 6000 characters": ({ body: { embeds } }) => judgeEmbeds(embeds ?? []),
  "components ≤ 5 action rows; with IS_COMPONENTS_V2 up to 40 components in total": ({ body, reading }) =>
    judgeComponents(body.components ?? [], reading),
  "IS_COMPONENTS_V2: no content, embeds or poll": ({ body, ground, reading }) =>
    reading.surface === "components_v2" ? MessageFlags.judgeLegacyFields(body, ground) : none,
  "IS_COMPONENTS_V2 can be added on an edit, never removed": ({ body: { flags }, ground }) =>
    MessageFlags.judgeFlags(flags, ground),
  "allowed_mentions: standard": ({ body: { allowed_mentions: allowed } }) =>
    allowed == null ? none : judgeAllowedMentions(allowed),
  "a poll has a question, 1-10 answers and a duration of at most 32 days": ({ body: { poll } }) =>
    poll == null ? none : under(["poll"], judgePoll(poll)),
  "a poll is added to a new message, or to a deferred one when it is completed": ({ body, ground: { before } }) => {
    const late = body.poll != null && before !== undefined && !MessageFlags.hasFlag(before.flags, MessageFlag.LOADING)
    return at(["poll"], late ? POLL_LATE : undefined)
  },
  "attachments + files[n] ≤ 10; `attachments[].id` = n links a file": ({ body, ground: { before, files = [] } }) =>
    MessageFiles.judgeFiles(body.attachments, files, before?.attachments),
  // An edit only sends the flag back.
  "IS_VOICE_MESSAGE: one audio file with duration_secs and waveform": ({ body, ground: { before, files = [] } }) =>
    before === undefined && MessageFlags.hasFlag(body.flags ?? 0, MessageFlag.IS_VOICE_MESSAGE)
      ? [...MessageFlags.judgeVoiceFields(body), ...MessageFiles.judgeVoice(body.attachments, files)]
      : none
})

/** The documentation has the rule. Code and text are our choice: docs/choices.md "Messages". */
const POLL_LATE = FormError.of(
  "MESSAGE_POLL_CANNOT_BE_EDITED",
  "Polls can only be added when editing a deferred interaction response"
)

const editOf = (body: Body, change: MessageFiles.FileChange | undefined, reading: Reading): MessageEdit => ({
  ...(body.content === undefined ? {} : { content: (body.content ?? "").trim() }),
  ...(body.embeds === undefined ? {} : { embeds: (body.embeds ?? []).map(embedObject) }),
  ...(body.components === undefined ? {} : { components: componentObjects(body.components ?? [], reading) }),
  ...(body.poll === undefined ? {} : { poll: body.poll === null ? null : pollContent(body.poll) }),
  ...(body.allowed_mentions === undefined ? {} : { allowed_mentions: body.allowed_mentions }),
  ...(body.flags == null ? {} : { flags: body.flags & MessageFlags.SETTABLE }),
  ...(body.tts == null ? {} : { tts: body.tts }),
  ...(change === undefined ? {} : { files: change })
})

/** The body that deletes messages in bulk. Source: official OpenAPI document. */
export const BulkDelete = Schema.Struct({
  messages: needed(atLeast(list(Id, limits.deleteMax), limits.deleteMin))
}).annotate({ identifier: "BulkDeleteBody" })

export const decodeBulkDelete = decoder(BulkDelete)
