/**
 * Bodies that make or change a message: shape and rules. Source: wire-interactions.md §4.3, §4.7.
 */
import { Result, Schema } from "effect"
import * as CodePoints from "./CodePoints.ts"
import { type ComponentObject, componentObjects, judgeComponents, RowShape } from "./Component.ts"
import { type EmbedObject, EmbedShape, embedObject, judgeEmbeds, showsSomething } from "./Embed.ts"
import { type Fault, fault } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import * as Limits from "./Limits.ts"
import { type AllowedMentions, AllowedMentionsShape, judgeAllowedMentions } from "./Mention.ts"
import { MessageFlag } from "./Message.ts"
import { judge, none, type Rule } from "./Rule.ts"
import { EmptyMessage, InvalidForm } from "./ServiceError.ts"
import * as Shape from "./Shape.ts"
import { unsupported } from "./Unsupported.ts"

/** A sound body of a new message, with every default filled in. */
export interface MessageContent {
  readonly content: string
  readonly embeds: ReadonlyArray<EmbedObject>
  readonly components: ReadonlyArray<ComponentObject>
  readonly allowed_mentions: AllowedMentions | null
  /** Settable bits only. */
  readonly flags: number
  readonly tts: boolean
}

/** A sound body of an edit: what it does not name stays; null empties. */
export type MessageEdit = Partial<MessageContent>

/** Bits that a body may set; others are ignored (ours), because libraries send back the flags they have read. */
const SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.EPHEMERAL | MessageFlag.SUPPRESS_NOTIFICATIONS

/** What a body says and every fault of it, with paths from the body. The edit is sound when there is no fault. */
export const readMessage = (input: unknown): { readonly edit: MessageEdit; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decode(input)
  const all = Shape.withoutEchoes(faults, judge(RULES, value))
  return { edit: all.length === 0 ? editOf(value) : {}, faults: all }
}

/** The message that a new body makes; nothing at all to show is `EmptyMessage` (50006). */
export const complete = (edit: MessageEdit): Result.Result<MessageContent, EmptyMessage> => {
  const message = { ...NOTHING, ...edit }
  return isEmpty(message) ? Result.fail(new EmptyMessage()) : Result.succeed(message)
}

/** The body of a new message. */
export const decodeMessage = (input: unknown): Result.Result<MessageContent, InvalidForm | EmptyMessage> =>
  Result.flatMap(decodeEdit(input), complete)

/** The body of an edit. Whether anything is left to show depends on the message: see `isEmpty`. */
export const decodeEdit = (input: unknown): Result.Result<MessageEdit, InvalidForm> => {
  const { edit, faults } = readMessage(input)
  return faults.length === 0 ? Result.succeed(edit) : Result.fail(new InvalidForm({ faults }))
}

/** True when a message would show nothing; blank text shows nothing. */
export const isEmpty = (message: Pick<MessageContent, "content" | "embeds" | "components">): boolean =>
  message.content.trim() === "" && message.components.length === 0 && !message.embeds.some(showsSomething)

/** A message that shows nothing: what a body leaves out, and what a loading message holds. */
export const NOTHING: MessageContent = {
  content: "",
  embeds: [],
  components: [],
  allowed_mentions: null,
  flags: 0,
  tts: false
}

export const BodyShape = Schema.Struct({
  content: Shape.field(Shape.Text),
  embeds: Shape.field(Shape.list(EmbedShape, Limits.message.embeds)),
  components: Shape.field(Shape.list(RowShape, Limits.message.componentRows)),
  allowed_mentions: Shape.field(AllowedMentionsShape),
  flags: Shape.field(Shape.Int),
  tts: Shape.field(Shape.Bool),
  attachments: Shape.field(Shape.list(Shape.Any, Limits.message.attachments)),
  poll: Shape.field(Shape.Any)
})

type Body = typeof BodyShape.Type

const decode = Shape.decoder(BodyShape)

const RULES: ReadonlyArray<Rule<Body>> = [
  {
    sentence: "content ≤ 2000 characters",
    judge: ({ content }) => {
      const max = Limits.message.contentMax
      return CodePoints.count(content ?? "") > max ? [fault(["content"], FormError.maxLength(max))] : none
    }
  },
  { sentence: "embeds ≤ 10; total 6000 characters", judge: ({ embeds }) => judgeEmbeds(embeds ?? []) },
  { sentence: "components ≤ 5 action rows", judge: ({ components }) => judgeComponents(components ?? []) },
  {
    sentence: "allowed_mentions: standard",
    judge: ({ allowed_mentions: allowed }) => (allowed == null ? none : judgeAllowedMentions(allowed))
  },
  {
    sentence: "ours: IS_COMPONENTS_V2 and IS_VOICE_MESSAGE are refused until they work",
    judge: ({ flags }) => [...refuseFlag(flags ?? 0, "IS_COMPONENTS_V2"), ...refuseFlag(flags ?? 0, "IS_VOICE_MESSAGE")]
  },
  {
    sentence: "ours: attachments are refused until files can be sent",
    judge: ({ attachments }) =>
      (attachments ?? []).length > 0 ? [fault(["attachments"], unsupported("Sending attachments"))] : none
  },
  {
    sentence: "ours: polls are refused until they work",
    judge: ({ poll }) => (poll == null ? none : [fault(["poll"], unsupported("A poll"))])
  }
]

const refuseFlag = (flags: number, name: keyof typeof MessageFlag): ReadonlyArray<Fault> =>
  hasFlag(flags, MessageFlag[name]) ? [fault(["flags"], unsupported(`The message flag ${name}`))] : none

// Bits of a number beyond 32 are beyond what `&` sees; none of them is a flag of messages.
const hasFlag = (flags: number, flag: number): boolean => (flags & flag) !== 0

const editOf = (body: Body): MessageEdit => ({
  ...(body.content === undefined ? {} : { content: body.content ?? "" }),
  ...(body.embeds === undefined ? {} : { embeds: (body.embeds ?? []).map(embedObject) }),
  ...(body.components === undefined ? {} : { components: componentObjects(body.components ?? []) }),
  ...(body.allowed_mentions === undefined ? {} : { allowed_mentions: body.allowed_mentions }),
  ...(body.flags == null ? {} : { flags: body.flags & SETTABLE }),
  ...(body.tts == null ? {} : { tts: body.tts })
})
