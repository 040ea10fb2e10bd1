/**
 * Messages of lobbies: the extra fields of a body, and the object that members read. Sources: wire-rest.md §6.3;
 * official OpenAPI document, `LobbyMessageResponse`; the platform's documentation for the bounds of metadata.
 */
import { type Result, Schema } from "effect"
import { lobby as limits, message } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault, type Path } from "../error/Fault.ts"
import type { InvalidForm } from "../error/ServiceError.ts"
import { PlainShape } from "../interaction/PlainMessage.ts"
import type { LobbyPart, MessageRecord } from "../message/Message.ts"
import type { Metadata } from "../record/LobbyRecord.ts"
import { countError } from "../validation/Given.ts"
import { at, gather } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import { shownOf } from "../validation/Shown.ts"
import { lengthError } from "../validation/TextRules.ts"
import { judged } from "./LobbyRules.ts"

export type LobbyMessageObject = ReturnType<typeof lobbyMessageObject>

/**
 * The message as members of a lobby read it; data of another lobby is left out. Its channel is the linked channel with
 * the message, else the lobby. Only a message that was sent in a lobby has an application.
 */
export const lobbyMessageObject = (
  { message, lobby: part }: Pick<MessageRecord, "message" | "lobby">,
  lobby_id: Snowflake
) => {
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

export type LobbyMessageEvent = ReturnType<typeof lobbyMessageEvent>

/** An event of a message in a lobby; for a deletion with the last state of the message. */
export const lobbyMessageEvent = (
  type: "lobby_message.created" | "lobby_message.updated" | "lobby_message.deleted",
  record: Pick<MessageRecord, "message" | "lobby">,
  { id, application_id }: { readonly id: Snowflake; readonly application_id: Snowflake }
) => ({
  type,
  data: { application_id, lobby_id: id, message: lobbyMessageObject(record, id) }
})

export const sentInLobby = (made: MessageRecord, application_id: Snowflake, lobby: LobbyPart): MessageRecord => ({
  ...made,
  message: { ...made.message, application_id },
  lobby
})

export const moderated = (record: MessageRecord, id: Snowflake, moderation_metadata: Metadata): MessageRecord => ({
  ...record,
  lobby: { ...(record.lobby?.id === id ? record.lobby : { id }), moderation_metadata }
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

export const decodeModeration = (body: unknown): Result.Result<Metadata, InvalidForm> => {
  const decoded = decodeTexts(body)
  return judged(decoded, judgeTexts([], decoded.value, MODERATION), (texts) => texts)
}

interface TextBounds extends Record<"keys" | "keyMax" | "valueMax", number> {}

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
const judgeTexts = (path: Path, texts: Metadata, { keys, keyMax, valueMax }: TextBounds) => {
  const entries = Object.entries(texts)
  const tooMany = countError(entries, keys)
  if (tooMany !== undefined) return [fault(path, tooMany)]
  return gather(entries, ([key, value]) =>
    at([...path, key.slice(0, SHOWN)], lengthError(key, 0, keyMax) ?? lengthError(value, 0, valueMax))
  )
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

export const LobbyMessageShape = Schema.Struct({ ...PlainShape.fields, ...WithMetadata.fields }).annotate({
  identifier: "SDKMessageRequest",
  description: `A message of at most ${message.contentMax} characters.`
})

const decodeTexts = Shape.decoder(ModerationShape)
const decodeBody = Shape.decoder(WithMetadata)
