/**
 * Messages of webhooks of channels. Source: official OpenAPI document, `IncomingWebhookRequestPartial`,
 * `IncomingWebhookUpdateRequestPartial`; the platform's documentation of `Execute Webhook`.
 */
import { Result, Schema } from "effect"
import { isElement } from "../element/WorldTarget.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { ForumThreadMissing, InvalidForm, ThreadNamedTwice, ThreadOutsideForum } from "../error/ServiceError.ts"
import { limits, reservedIn } from "../record/WebhookLimits.ts"
import { isForumType } from "../record/WorldVocabulary.ts"
import { countError } from "../validation/Given.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Id, list, withoutEchoes } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"
import { BodyShape, complete, readMessage } from "./MessageBody.ts"
import type { SentFile } from "./MessageFiles.ts"

const Extra = Schema.Struct({
  username: field(described(text(1, limits.nameMax), "In place of the webhook's name.")),
  avatar_url: field(described(text(0, limits.avatarUrlMax), "In place of the webhook's picture.")),
  thread_name: field(described(text(0, limits.threadNameMax), "The name of a new post in a forum or media channel.")),
  applied_tags: field(described(list(Id, limits.tags), "Of a new post."))
})

/** A message of a webhook of a channel; other webhooks ignore the fields of their own. */
export const WebhookShape = Schema.Struct({ ...BodyShape.fields, ...Extra.fields }).annotate({
  identifier: "WebhookMessageBody"
})

const decode = decoder(Extra)
const judgeLengths = judgeLimits(Extra, "length")

/** The author of one message, as far as it differs from the webhook. */
export interface Guise {
  readonly username: string | undefined
  readonly avatar_url: string | undefined
}

/** Decodes the body of a new message, with all its faults. */
export const decodeWebhookMessage = (sent: unknown, files: ReadonlyArray<SentFile>) => {
  const { edit, faults } = readMessage(sent, { files })
  const { value, faults: shape } = decode(sent)
  const { username, avatar_url, applied_tags } = value
  const own = [
    ...judgeLengths(value),
    ...at(["username"], FormError.reservedWord(reservedIn(username ?? ""))),
    ...at(["avatar_url"], !avatar_url || ADDRESS.test(avatar_url) ? undefined : FormError.notUrl),
    ...at(["applied_tags"], countError(applied_tags, limits.tags))
  ]
  // Both decoders refuse a body that is no object.
  const all = isElement(sent) ? [...faults, ...withoutEchoes(shape, own)] : faults
  if (all.length > 0) return Result.fail(new InvalidForm({ faults: all }))
  const guise: Guise = { username: username ?? undefined, avatar_url: avatar_url || undefined }
  return Result.map(complete(edit), (content) => ({ content, guise }))
}

/** In forum channels a message needs a thread, or opens one: true for that. Elsewhere none can be opened. */
export const judgeThread = (
  channelType: number,
  sent: unknown,
  threadId: string | undefined
): Result.Result<boolean, ForumThreadMissing | ThreadNamedTwice | ThreadOutsideForum> => {
  const named = isElement(sent) && sent["thread_name"] != null && sent["thread_name"] !== ""
  if (!isForumType(channelType)) return named ? Result.fail(new ThreadOutsideForum()) : Result.succeed(false)
  if (named) return threadId === undefined ? Result.succeed(true) : Result.fail(new ThreadNamedTwice())
  return threadId === undefined ? Result.fail(new ForumThreadMissing()) : Result.succeed(false)
}

/** Whose webhook it is, and whether the request asks for components. */
export interface ComponentGround {
  readonly isOfApplication: boolean
  readonly withComponents: boolean
}

/**
 * The body as the platform reads it: without components unless the webhook belongs to an application or the request asks
 * for them. Then they can only show something.
 */
export const heardBody = (
  sent: unknown,
  { isOfApplication, withComponents }: ComponentGround
): Result.Result<unknown, InvalidForm> => {
  if (isOfApplication || !isElement(sent) || sent["components"] === undefined) return Result.succeed(sent)
  const { components, ...rest } = sent
  if (!withComponents) return Result.succeed(rest)
  const faults: ReadonlyArray<Fault> = hasCustomId(components) ? [fault(["components"], NOT_INTERACTIVE)] : []
  return faults.length > 0 ? Result.fail(new InvalidForm({ faults })) : Result.succeed(sent)
}

/** Components that people use have one. */
const hasCustomId = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasCustomId)
  return isElement(value) && (value["custom_id"] != null || Object.values(value).some(hasCustomId))
}

const ADDRESS = /^https?:\/\/[^\s/?#]+/i

/** Codes and texts are our choice: docs/choices.md "Webhooks". */
const NOT_INTERACTIVE = FormError.of(
  "WEBHOOK_COMPONENTS_NOT_INTERACTIVE",
  "Only webhooks of applications can send components that people use."
)
