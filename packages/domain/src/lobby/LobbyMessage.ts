/**
 * Messages of lobbies: the extra fields of a body, and the object that members read. Sources: wire-rest.md §6.3;
 * official OpenAPI document, `LobbyMessageResponse`; the platform's documentation for the bounds of metadata.
 */
import { Result, Schema } from "effect"
import { lobby as limits, message } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { InvalidForm } from "../error/ServiceError.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { PlainShape } from "../interaction/PlainMessage.ts"
import type { LobbyPart, MessageRecord } from "../message/Message.ts"
import type { Metadata } from "../record/LobbyMetadata.ts"
import { at, none } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import { shownOf } from "../validation/Shown.ts"
import { lengthError } from "../validation/TextRules.ts"

/** Optional fields are absent where they do not apply. */
export interface LobbyMessageObject {
  readonly id: Snowflake
  readonly type: number
  readonly content: string
  readonly lobby_id: Snowflake
  /** The linked channel with the message, else the lobby. */
  readonly channel_id: Snowflake
  readonly author: UserObject
  /** Set when the author has an additional name. */
  readonly lobby_member?: { readonly additional_name: string }
  readonly metadata?: Metadata
  readonly moderation_metadata?: Metadata
  readonly flags: number
  /** Set when the message was sent in a lobby. */
  readonly application_id?: Snowflake
}

/** The message as members of a lobby read it; data of another lobby is left out. */
export const lobbyMessageObject = (
  { message, lobby: part }: Pick<MessageRecord, "message" | "lobby">,
  lobby_id: Snowflake
): LobbyMessageObject => {
  const { id, type, content, channel_id, author, flags, application_id } = message
  const own = part?.id === lobby_id ? part : undefined
  return {
    id,
    type,
    content,
    lobby_id,
    channel_id,
    author,
    ...(own?.additional_name === undefined ? {} : { lobby_member: { additional_name: own.additional_name } }),
    ...(own?.metadata === undefined ? {} : { metadata: own.metadata }),
    ...(own?.moderation_metadata === undefined ? {} : { moderation_metadata: own.moderation_metadata }),
    flags,
    ...(application_id === undefined ? {} : { application_id })
  }
}

export type LobbyMessageEventType = "lobby_message.created" | "lobby_message.updated" | "lobby_message.deleted"

/** An event of a message in a lobby; for a deletion with the last state of the message. */
export interface LobbyMessageEvent {
  readonly type: LobbyMessageEventType
  readonly data: {
    readonly application_id: Snowflake
    readonly lobby_id: Snowflake
    readonly message: LobbyMessageObject
  }
}

export const lobbyMessageEvent = (
  type: LobbyMessageEventType,
  record: Pick<MessageRecord, "message" | "lobby">,
  { id, application_id }: { readonly id: Snowflake; readonly application_id: Snowflake }
): LobbyMessageEvent => ({
  type,
  data: { application_id, lobby_id: id, message: lobbyMessageObject(record, id) }
})

export const sentInLobby = (made: MessageRecord, application_id: Snowflake, lobby: LobbyPart): MessageRecord => ({
  ...made,
  message: { ...made.message, application_id },
  lobby
})

/** The message with the application's moderation metadata. */
export const moderated = (
  record: MessageRecord,
  lobby_id: Snowflake,
  moderation_metadata: Metadata
): MessageRecord => ({
  ...record,
  lobby: { ...(record.lobby?.id === lobby_id ? record.lobby : { id: lobby_id }), moderation_metadata }
})

/** The custom metadata in the body of a new message (undefined without any), and every fault of it. */
export const readMetadata = (
  body: unknown
): { readonly metadata: Metadata | undefined; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decodeBody(body)
  const metadata = value.metadata ?? undefined
  // A body that is not an object is reported by the rules of messages.
  const shape = faults.filter(({ path }) => path.length > 0)
  return { metadata, faults: Shape.withoutEchoes(shape, judgeTexts(["metadata"], metadata ?? {}, MESSAGE)) }
}

/** The body that moderates a message. */
export const decodeModeration = (body: unknown): Result.Result<Metadata, InvalidForm> => {
  const { value, faults } = decodeTexts(body)
  const all = Shape.withoutEchoes(faults, judgeTexts([], value, MODERATION))
  return all.length === 0 ? Result.succeed(value) : Result.fail(new InvalidForm({ faults: all }))
}

interface TextBounds {
  readonly keys: number
  readonly keyMax: number
  readonly valueMax: number
}

const MESSAGE: TextBounds = {
  keys: limits.messageMetadataKeys,
  keyMax: limits.messageMetadataMax,
  valueMax: limits.messageMetadataMax
}

const MODERATION: TextBounds = {
  keys: limits.moderationKeys,
  keyMax: limits.moderationKeyMax,
  valueMax: limits.moderationValueMax
}

/** An error shows only the start of a key that is too long. */
const judgeTexts = (path: Fault["path"], texts: Metadata, { keys, keyMax, valueMax }: TextBounds) => {
  const entries = Object.entries(texts)
  if (entries.length > keys) return [fault(path, FormError.maxLength(keys))]
  return entries.flatMap(([key, value]) => {
    const wrong = lengthError(key, 0, keyMax) ?? lengthError(value, 0, valueMax)
    return wrong === undefined ? none : at([...path, key.slice(0, SHOWN)], wrong)
  })
}

const SHOWN = 50

const texts = (
  { keys, keyMax, valueMax }: TextBounds,
  annotations: { readonly [K in "identifier" | "description"]?: string }
) =>
  Shape.shownAs(Shape.dict(Shape.Text, Math.max(MESSAGE.keys, MODERATION.keys)), () =>
    Schema.Record(shownOf(text(0, keyMax)) as Schema.String, shownOf(text(0, valueMax)))
      .check(Schema.isMaxProperties(keys))
      .annotate(annotations)
  )

export const ModerationShape = texts(MODERATION, {
  identifier: "ModerationMetadataBody",
  description: "Takes the place of what was said of the message before."
})

const WithMetadata = Schema.Struct({
  metadata: Shape.field(texts(MESSAGE, { description: "Read by the members of the lobby alone." }))
})

/** The body of a new message in a lobby. */
export const LobbyMessageShape = Schema.Struct({ ...PlainShape.fields, ...WithMetadata.fields }).annotate({
  identifier: "SDKMessageRequest",
  description: `A message of at most ${message.contentMax} characters.`
})

const decodeTexts = Shape.decoder(ModerationShape)
const decodeBody = Shape.decoder(WithMetadata)
