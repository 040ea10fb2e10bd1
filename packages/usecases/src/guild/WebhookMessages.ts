/**
 * Messages of webhooks of channels: whoever has the token sends, reads, edits and deletes them. Source: official OpenAPI
 * document, `execute_webhook` and the operations of webhook messages; the platform's documentation of webhooks.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { isElement } from "@backlot/domain/element/WorldTarget"
import { ServiceInForum, UnknownChannel, UnknownMessage } from "@backlot/domain/error/ServiceError"
import { pictureHash } from "@backlot/domain/guild/PictureBody"
import { webhookPost } from "@backlot/domain/guild/ThreadBody"
import { webhookUser } from "@backlot/domain/guild/UserWire"
import { composed, namedByContent } from "@backlot/domain/interaction/ResponseMessage"
import { MessageFlag, type MessageRecord, MessageType } from "@backlot/domain/message/Message"
import { decodeWebhookMessage, type Guise, heardBody, judgeThread } from "@backlot/domain/message/WebhookMessage"
import { type Application, isDirect, isThread, type Webhook } from "@backlot/domain/record/World"
import { isForumType } from "@backlot/domain/record/WorldVocabulary"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { guildChannel, nextPosition } from "../access/ChannelObjects.ts"
import * as WebhookDoor from "../access/WebhookDoor.ts"
import { commit, committing } from "../event/EventLog.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import { type Seeing, view } from "../message/MessageViews.ts"
import * as Plain from "../message/PlainMessages.ts"
import * as Speaker from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines } from "../store/Deadlines.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, readNow, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { post } from "./ForumPosts.ts"

/** A webhook, and the thread of its channel that is meant, if any. */
export interface Address extends WebhookDoor.WebhookAddress {
  readonly thread_id: Snowflake | undefined
}

export interface MessageAddress extends Address {
  readonly message_id: string
}

interface Said {
  readonly body: unknown
  readonly files: ReadonlyArray<FormFile>
  /** Of the query `with_components`. */
  readonly withComponents: boolean
}

/** Judges whether the webhook may send at all, before the body is read; `send` judges it again. */
export const admit = operation("WebhookMessages.admit", (address: Address) => inTransaction(() => entered(address)))

/** The same for a message in the form of another service, which names no new thread. */
export const admitService = operation("WebhookMessages.admitService", (address: Address) =>
  inTransaction(function* () {
    const there = yield* entered(address)
    if (isForumType(there.parent.type) && address.thread_id === undefined) return yield* new ServiceInForum()
    return there
  })
)

/** Sends a message, and gives it. */
export const send = operation(
  "WebhookMessages.send",
  Effect.fnUntraced(function* (address: Address, { body, files, withComponents }: Said) {
    const drawn = yield* MessageFiles.drawMessage(files)
    const { sha256 } = yield* Secrets
    const mint = yield* WorldEdits.mint()
    const { shown, isPost } = yield* commit(function* () {
      const there = yield* entered(address)
      const { webhook, parent, speaker } = there
      const isPost = yield* judgeThread(parent.type, body, address.thread_id)
      const say = (author: Speaker.Speaker) => saying(author, there, { body, drawn, withComponents, sha256 })
      const read = isPost && isElement(body) ? webhookPost(body, parent, webhook.user_id) : undefined
      const { value, events } =
        read === undefined
          ? yield* say(speaker)
          : yield* post({ speaker, forum: parent, id: drawn.message_id, read, mint }, say)
      return { value: { shown: yield* view(value, whole), isPost }, events }
    })
    if (isPost) yield* (yield* Deadlines).wake
    return shown
  })
)

interface Saying {
  readonly body: unknown
  readonly drawn: Effect.Success<ReturnType<typeof MessageFiles.drawMessage>>
  readonly withComponents: boolean
  readonly sha256: (text: string) => string
}

/** Stores the message of a webhook, in its channel or in a thread. */
const saying = function* (
  speaker: Speaker.Speaker,
  { webhook, owner }: { readonly webhook: Webhook; readonly owner: Application | undefined },
  { body, drawn, withComponents, sha256 }: Saying
) {
  yield* Speaker.requireVoice(speaker)
  const placed = yield* MessageFiles.place(speaker.channel.id, drawn.files)
  const heard = yield* heardBody(body, { isOfApplication: owner !== undefined, withComponents })
  const { content, guise } = yield* decodeWebhookMessage(
    heard,
    placed.map(({ sent }) => sent)
  )
  const emojis = yield* Speaker.naming(speaker, heard)
  const message = composed(
    // Only responses to interactions can be ephemeral.
    { ...content, flags: content.flags & ~MessageFlag.EPHEMERAL },
    {
      message_id: drawn.message_id,
      now_ms: drawn.now_ms,
      channel_id: speaker.channel.id,
      type: MessageType.DEFAULT,
      author: webhookUser(disguised(webhook, guise, sha256)),
      mentionable: yield* Speaker.mentionable(speaker, namedByContent(content)),
      position: speaker.opening === true ? 0 : yield* nextPosition(speaker.channel)
    }
  )
  const value: MessageRecord = {
    id: message.id,
    channel_id: message.channel_id,
    visible_to: null,
    message: {
      ...message,
      webhook_id: webhook.id,
      ...(owner === undefined ? {} : { application_id: owner.id })
    }
  }
  return { value, events: [...emojis.events, ...(yield* Plain.keep(speaker, value, placed))] }
}

export const get = operation(
  "WebhookMessages.get",
  transacting(function* (address: MessageAddress) {
    return yield* view((yield* addressed(address)).found, whole)
  })
)

/** Judges whether there is a message to edit, before the body is read; `edit` judges it again. */
export const admitEdit = operation("WebhookMessages.admitEdit", (address: MessageAddress) =>
  inTransaction(() => addressed(address))
)

export const edit = operation(
  "WebhookMessages.edit",
  Effect.fnUntraced(function* (address: MessageAddress, { body, files, withComponents }: Said) {
    const drawn = { now_ms: yield* readNow, files: yield* MessageFiles.draw(files) }
    return yield* commit(function* () {
      const { owner, speaker, found } = yield* addressed(address)
      const heard = yield* heardBody(body, { isOfApplication: owner !== undefined, withComponents })
      const { value, events } = yield* Plain.edit(speaker, found, heard, drawn)
      return { value: yield* view(value, whole), events }
    })
  })
)

export const remove = operation(
  "WebhookMessages.remove",
  committing(function* (address: MessageAddress) {
    const { speaker, found } = yield* addressed(address)
    return yield* Plain.remove(speaker, found)
  })
)

/** As the author sees it. */
const whole: Seeing = ({ message }) => message

/** The webhook in its channel, or in a thread of it, as a speaker who may do everything. */
const entered = function* (address: Address) {
  const webhook = yield* WebhookDoor.open(address)
  const owner: Application | undefined = yield* WebhookDoor.ownerOf(webhook)
  const own = yield* existing(guildChannel(webhook.channel_id), UnknownChannel)
  const channel =
    address.thread_id === undefined ? own : yield* existing(Collections.channels.get(address.thread_id), UnknownChannel)
  const isThere = channel === own || (!isDirect(channel) && isThread(channel) && channel.parent_id === own.id)
  if (!isThere) return yield* new UnknownChannel()
  return { webhook, owner, speaker: Speaker.ofWebhook(webhook, channel, owner), parent: own }
}

/** A message of the webhook. */
const addressed = function* (address: MessageAddress) {
  const there = yield* entered(address)
  const found = yield* Plain.get(there.speaker.channel.id, address.message_id)
  return found.message.webhook_id === there.webhook.id ? { ...there, found } : yield* new UnknownMessage()
}

const disguised = (webhook: Webhook, { username, avatar_url }: Guise, sha256: (text: string) => string) => ({
  id: webhook.id,
  name: username ?? webhook.name,
  avatar: avatar_url === undefined ? webhook.avatar : pictureHash(avatar_url, sha256)
})
