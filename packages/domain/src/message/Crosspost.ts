/** Messages of announcement channels in the channels that follow them. Source: the platform's documentation of `Crosspost Message`. */
import { formatTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { webhookUser } from "../guild/UserWire.ts"
import type { Webhook } from "../record/World.ts"
import { pathOf, withAddresses } from "./FileAddress.ts"
import { MessageFlag, type MessageObject, type MessageRecord, MessageType } from "./Message.ts"

/** The message with its flag. */
export const crossposted = (record: MessageRecord): MessageRecord => ({
  ...record,
  message: { ...record.message, flags: record.message.flags | MessageFlag.CROSSPOSTED }
})

export interface Copying {
  readonly webhook: Webhook
  /** The guild of the original. */
  readonly guild_id: Snowflake
  readonly now_ms: number
  readonly message_id: Snowflake
  /** New ids of files by their old ones. */
  readonly files: ReadonlyMap<Snowflake, Snowflake>
}

/** The copy for one follower. It mentions nobody, and nobody can use its components. Our choice: docs/choices.md "Webhooks". */
export const copyFor = (
  { message, link_embeds }: MessageRecord,
  { webhook, guild_id, now_ms, message_id, files }: Copying
): MessageRecord => {
  const { id, channel_id } = message
  const moved = new Map(
    message.attachments.map(({ id: file, filename }) => [
      pathOf({ channel_id, id: file, filename }),
      pathOf({ channel_id: webhook.channel_id, id: files.get(file) ?? file, filename })
    ])
  )
  const { embeds, components, attachments } = withAddresses(
    { embeds: message.embeds, components: message.components, attachments: message.attachments },
    (url) => moved.get(url) ?? url
  )
  const copy: MessageObject = {
    id: message_id,
    channel_id: webhook.channel_id,
    type: MessageType.DEFAULT,
    content: message.content,
    author: webhookUser(webhook),
    timestamp: formatTimestamp(now_ms),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: attachments.map((file) => ({ ...file, id: files.get(file.id) ?? file.id })),
    embeds,
    components,
    pinned: false,
    flags: (message.flags & KEPT) | MessageFlag.IS_CROSSPOST,
    webhook_id: webhook.id,
    message_reference: { type: 0, channel_id, message_id: id, guild_id }
  }
  const made = link_embeds === undefined ? {} : { link_embeds }
  return { id: message_id, channel_id: webhook.channel_id, visible_to: null, message: copy, ...made }
}

const KEPT = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.IS_COMPONENTS_V2
