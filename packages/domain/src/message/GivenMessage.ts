/** Defaults of a world's messages, and their components, which are stored as given. Our choice: docs/choices.md "World file". Source: wire-interactions.md §4.9, §1.10. */
import { Predicate } from "effect"
import { formatTimestamp } from "../base/IsoTime.ts"
import { isSnowflake, type Snowflake, toMs } from "../base/Snowflake.ts"
import { type ComponentObject, everyComponent, freeIds, mapComponents } from "../component/ComponentObject.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { userObject } from "../guild/UserWire.ts"
import type { IntegrationOwners } from "../record/InteractionKind.ts"
import { type MessageObject, type MessageRecord, MessageType } from "./Message.ts"

/** The application that a message comes from: its id, or an author who may be its bot. */
export interface Sender {
  readonly application_id: Snowflake | undefined
  readonly author_id: Snowflake | undefined
}

export const senderOf = ({ message }: MessageRecord): Sender => {
  const { application_id, author }: Given = { ...message }
  const id = isObject(author) ? author["id"] : undefined
  return {
    application_id: isSnowflake(application_id) ? application_id : undefined,
    author_id: isSnowflake(id) ? id : undefined
  }
}

/** True if no field is missing; `complete` then changes nothing. */
export const isComplete = ({ message }: MessageRecord): boolean => missingOf({ ...message }).length === 0

/** Adds every missing field. `sender` becomes the author if the message names none. */
export const complete = (record: MessageRecord, sender: UserObject): MessageRecord => {
  const given: Given = { ...record.message }
  const filled = missingOf(given).map(({ name, fill }) => [name, fill(given[name], { record, sender })] as const)
  return filled.length === 0 ? record : { ...record, message: { ...record.message, ...Object.fromEntries(filled) } }
}

/** The owners that authorized the interaction of this message (§1.2); undefined if it names no interaction. */
export const ownersOf = ({ message }: MessageRecord): IntegrationOwners | undefined => {
  const metadata: unknown = message.interaction_metadata
  const owners = isObject(metadata) ? metadata["authorizing_integration_owners"] : undefined
  if (!isObject(owners)) return undefined
  const { "0": guild, "1": user } = owners
  return { ...(isSnowflake(guild) ? { "0": guild } : {}), ...(isSnowflake(user) ? { "1": user } : {}) }
}

type Given = Readonly<Record<string, unknown>>

interface Known {
  readonly record: MessageRecord
  readonly sender: UserObject
}

interface Field {
  readonly name: keyof MessageObject
  readonly isRight: (value: unknown) => boolean
  readonly fill: (value: unknown, known: Known) => unknown
}

const isObject: (value: unknown) => value is Given = Predicate.isReadonlyObject

/** Whether every value is a component with an id. */
const isGivenWell = (value: unknown): boolean => Array.isArray(value) && value.every(isWhole)

/** Returns the components among the given values. One without an id gets the next free one in reading order. */
const givenComponents = (value: unknown): ReadonlyArray<ComponentObject> => {
  const found = listOf(value).flatMap(read)
  const next = freeIds(new Set(everyComponent(found).map(({ id }) => id)))
  return mapComponents(found, (component) => (component.id > 0 ? component : { ...component, id: next() }))
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Fields that hold a single component. */
const ALONE = ["accessory", "component"] as const

const isWhole = (value: unknown): boolean =>
  Predicate.isReadonlyObject(value) &&
  isNumber(value["type"]) &&
  isNumber(value["id"]) &&
  value["id"] > 0 &&
  (value["components"] === undefined || isGivenWell(value["components"])) &&
  ALONE.every((slot) => value[slot] === undefined || isWhole(value[slot]))

/** An id of 0 means that one is to be assigned. */
const read = (value: unknown): ReadonlyArray<ComponentObject> => {
  if (!Predicate.isReadonlyObject(value)) return []
  const { type, id, components, accessory, component, ...rest } = value
  if (!isNumber(type)) return []
  const [beside] = read(accessory)
  const [inside] = read(component)
  return [
    {
      ...rest,
      type,
      id: isNumber(id) ? id : 0,
      ...(components === undefined ? {} : { components: listOf(components).flatMap(read) }),
      ...(beside === undefined ? {} : { accessory: beside }),
      ...(inside === undefined ? {} : { component: inside })
    }
  ]
}

const isNumber = (value: unknown): value is number => Number.isInteger(value)

/** The fields of an author that libraries always read (§1.10). */
const isAuthor = (value: unknown): boolean =>
  isObject(value) && ["id", "username", "discriminator", "avatar"].every((field) => field in value)

const field = <Name extends keyof MessageObject>(
  name: Name,
  isRight: Field["isRight"],
  otherwise: MessageObject[Name]
) => ({ name, isRight, fill: () => otherwise })

const missingOf = (given: Given): ReadonlyArray<Field> => FIELDS.filter(({ name, isRight }) => !isRight(given[name]))

const FIELDS: ReadonlyArray<Field> = [
  field("type", Number.isInteger, MessageType.DEFAULT),
  field("content", Predicate.isString, ""),
  {
    name: "author",
    isRight: isAuthor,
    fill: (given, { sender }) => ({ ...sender, ...(isObject(given) ? given : {}) })
  },
  { name: "timestamp", isRight: Predicate.isString, fill: (_, { record }) => formatTimestamp(toMs(record.id)) },
  field("edited_timestamp", (value) => value === null || Predicate.isString(value), null),
  field("tts", Predicate.isBoolean, false),
  field("mention_everyone", Predicate.isBoolean, false),
  field("mentions", Array.isArray, []),
  field("mention_roles", Array.isArray, []),
  field("attachments", Array.isArray, []),
  field("embeds", Array.isArray, []),
  { name: "components", isRight: isGivenWell, fill: givenComponents },
  field("pinned", Predicate.isBoolean, false),
  field("flags", Number.isInteger, 0)
]

/** Every field seen in captures; missing fields get defaults. Our choice: docs/choices.md "World file". */
export const partialMessage = (given: MessageObject) => {
  const { id, channel_id } = given
  const { message } = complete({ id, channel_id, visible_to: null, message: given }, UNKNOWN_AUTHOR)
  return {
    attachments: message.attachments,
    author: message.author,
    channel_id,
    components: message.components,
    content: message.content,
    edited_timestamp: message.edited_timestamp,
    embeds: message.embeds,
    flags: message.flags,
    id,
    mention_everyone: message.mention_everyone,
    mention_roles: message.mention_roles,
    mentions: message.mentions,
    pinned: message.pinned,
    timestamp: message.timestamp,
    tts: message.tts,
    type: message.type
  }
}

/** The author of a world's message that names none. Our choice: docs/choices.md "World file". */
const UNKNOWN_AUTHOR = userObject({
  id: "0",
  username: "unknown",
  global_name: null,
  locale: "en-US",
  adult: false,
  nsfw_dms: false
})
