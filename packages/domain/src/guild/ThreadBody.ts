/**
 * Bodies that open and edit threads. The service ignores the fields that it does not keep. Our choice: docs/choices.md
 * "Guilds and members". Source: official OpenAPI document, `CreateTextThreadWithoutMessageRequest`, `UpdateThreadRequestPartial`.
 */
import { Schema } from "effect"
import { formatTime } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { forum } from "../base/ThreadLimits.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import { type FileElement, isElement } from "../element/WorldTarget.ts"
import { fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { GuildChannel } from "../record/World.ts"
import { ARCHIVE_DURATIONS, ChannelType, THREAD_PARENTS } from "../record/WorldVocabulary.ts"
import { given } from "../validation/Given.ts"
import { Bool, decoder, field, Int, list, needed, Text } from "../validation/Shape.ts"
import { atMost, described, oneOf, text } from "../validation/ShapeLimits.ts"
import { channelFields, shared } from "./ChannelBody.ts"
import { appliedTags, forumFields, NewPost, namedTags } from "./ForumBody.ts"

const { name, rate_limit_per_user } = shared
const ofThreads = field(described(Bool, "Of threads."))
const auto_archive_duration = field(
  described(oneOf(Int, ARCHIVE_DURATIONS), "Minutes, of threads; the platform archives them then.")
)

const threadFields = {
  name,
  archived: ofThreads,
  locked: ofThreads,
  rate_limit_per_user,
  auto_archive_duration,
  invitable: field(described(Bool, "Of private threads: whether who is no moderator may add people.")),
  applied_tags: appliedTags,
  flags: forumFields.flags
}

const decode = decoder(Schema.Struct(threadFields))

export const ChannelEdit = Schema.Struct({
  ...channelFields,
  ...threadFields,
  icon: field(described(Text, "Of a group: a picture as a data URI."))
}).annotate({ identifier: "ChannelEditBody" })

/** Only private threads have `invitable`, and only posts tags and flags: others ignore them. */
export const threadBody = (sent: unknown, { type, applied_tags: tags }: GuildChannel): ElementBody => {
  const { value, faults } = decode(sent)
  const { invitable, applied_tags, flags, ...others } = value
  const own = type === ChannelType.PRIVATE_THREAD ? { invitable } : tags === undefined ? {} : { applied_tags, flags }
  return { body: given({ ...others, ...own }), faults, places: {} }
}

const THREADS: ReadonlyArray<number> = Object.keys(THREAD_PARENTS).map(Number)

const newFields = { name: needed(text(1, 100)), rate_limit_per_user, auto_archive_duration }

export const NewThread = Schema.Struct({
  name: newFields.name,
  type: field(described(oneOf(Int, THREADS), "Default: 12, a private thread.")),
  rate_limit_per_user,
  auto_archive_duration,
  invitable: threadFields.invitable,
  ...NewPost
}).annotate({ identifier: "NewThreadBody" })

/** Judged as `NewThread`. Our choice: docs/choices.md "Control plane". */
export const NewThreadOfUser = Schema.Struct({
  ...newFields,
  type: field(described(oneOf(Int, THREADS), "Default: 11, a public thread; 10 in an announcement channel.")),
  invitable: threadFields.invitable,
  ...NewPost,
  applied_tags: field(described(atMost(list(Text), forum.appliedTags), "Of posts: tags by their ids or names."))
}).annotate({ identifier: "StartThread" })

/** Judged as `NewThread`; the message decides the type. */
export const NewThreadOfMessage = Schema.Struct(newFields).annotate({ identifier: "NewThreadOfMessageBody" })

const decodeNew = decoder(NewThread)

export interface ThreadPlace {
  readonly channel: GuildChannel
  readonly owner_id: Snowflake
  /** The type of a thread whose body names none, outside announcement channels. Default: private, as on the platform. */
  readonly usual?: number | undefined
}

/** A thread in `channel`. In an announcement channel it is public by default, as on the platform. */
export const newThread = (sent: unknown, place: ThreadPlace): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const { channel, usual = ChannelType.PRIVATE_THREAD } = place
  const type = value.type ?? (isNews(channel) ? ChannelType.ANNOUNCEMENT_THREAD : usual)
  const known = THREADS.includes(type)
  return {
    body: threadOf(value, known ? type : ChannelType.PRIVATE_THREAD, place),
    faults: known ? faults : [...faults, fault(["type"], FormError.choices(THREADS))],
    places: {}
  }
}

/** The same of a person, where what only a post has would be lost. Our choice: docs/choices.md "Control plane". */
export const newThreadOfUser: typeof newThread = (sent, place) => {
  const { faults, ...thread } = newThread(sent, place)
  const lost = OF_POSTS.filter((name) => isElement(sent) && says(sent[name]))
  const others = faults.filter(({ path: [name] }) => !lost.includes(String(name)))
  return { ...thread, faults: [...others, ...lost.map((name) => fault([name], FormError.notAPost))] }
}

const OF_POSTS = ["message", "attachments", "applied_tags"]

const says = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0)

/** A thread that starts at a message, which may be old: public. */
export const newThreadOfMessage = (sent: unknown, place: ThreadPlace & { readonly now_ms: number }): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const type = isNews(place.channel) ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
  const now = formatTime(place.now_ms)
  const members = [{ user_id: place.owner_id, joined_at: now }]
  return { body: { ...threadOf(value, type, place), members, create_timestamp: now }, faults, places: {} }
}

/** A post in a forum or media channel, and its message. */
export const newPost = (sent: unknown, place: ThreadPlace): ElementBody & { readonly message: unknown } => {
  const { value, faults } = decodeNew(sent)
  const { applied_tags, message } = value
  const slow = value.rate_limit_per_user ?? place.channel.default_thread_rate_limit_per_user ?? null
  const body = threadOf({ ...value, rate_limit_per_user: slow }, ChannelType.PUBLIC_THREAD, place)
  const missing = message == null ? [fault(["message"], FormError.required)] : []
  return { body: { ...body, applied_tags: applied_tags ?? [] }, faults: [...faults, ...missing], places: {}, message }
}

/** The same of a person, who may call tags by their names. */
export const newPostOfUser: typeof newPost = (sent, place) => {
  const named = namedTags(sent, place.channel.available_tags ?? [])
  const { faults, ...post } = newPost(named, place)
  const tags = isElement(named) && Array.isArray(named["applied_tags"]) ? named["applied_tags"] : []
  return {
    ...post,
    faults: faults.map((one) => {
      const [list, at] = one.path
      const tag: unknown = list === "applied_tags" && typeof at === "number" ? tags[at] : undefined
      return typeof tag === "string" ? fault(one.path, FormError.notNamed("tag of the forum", tag)) : one
    })
  }
}

/** A post that a webhook opens: it belongs to whoever made the webhook, and nobody is in it. */
export const webhookPost = (sent: FileElement, channel: GuildChannel, ownerId: Snowflake | null): ElementBody => {
  const { thread_name: name, applied_tags } = sent
  const { body, faults } = newPost(said({ name, applied_tags, message: {} }), { channel, owner_id: ownerId ?? "" })
  const { owner_id: _, ...others } = body
  return {
    body: { ...others, members: [], ...(ownerId === null ? {} : { owner_id: ownerId }) },
    faults: faults.map((one) => (one.path[0] === "name" ? { ...one, path: ["thread_name"] } : one)),
    places: { name: ["thread_name"] }
  }
}

const threadOf = (
  { name, rate_limit_per_user, auto_archive_duration, invitable }: ReturnType<typeof decodeNew>["value"],
  type: number,
  { channel, owner_id }: ThreadPlace
) =>
  given({
    name,
    type,
    rate_limit_per_user,
    ...(type === ChannelType.PRIVATE_THREAD ? { invitable } : {}),
    auto_archive_duration: auto_archive_duration ?? channel.default_auto_archive_duration,
    parent_id: channel.id,
    owner_id
  })

const isNews = ({ type }: GuildChannel): boolean => type === ChannelType.GUILD_ANNOUNCEMENT
