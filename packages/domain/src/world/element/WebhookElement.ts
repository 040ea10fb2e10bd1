/** A webhook of a channel, for messages from outside. */

import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownWebhook } from "../../error/ServiceError.ts"
import { limits } from "../../record/WebhookLimits.ts"
import type { Webhook } from "../../record/World.ts"
import { Id, Text } from "../../validation/Shape.ts"
import { isGone, ownerGone } from "../field/Gone.ts"
import { length, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { without as notBeside, webhookChannel, webhookName } from "../rule/Relation.ts"
import { idsOf } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { type Element, type GuildKind, type Mint, withoutGuild } from "./Element.ts"

const own = fieldsOf("webhook", {
  id: [Id, required],
  channel_id: [Id, required, webhookChannel],
  name: [Text, required, length(1, limits.nameMax), webhookName],
  token: [Text, notBeside("token", "source_channel_id"), Value.webhookToken],
  source_channel_id: [Id],
  avatar: [Text, Value.avatar],
  user_id: [Id, Value.account]
})

type Draft = typeof own.shape.Type

const defaults = { webhook: { token: null, source_channel_id: null, avatar: null, user_id: null } }

/** A webhook that follows no channel has a token. */
const build = (guild_id: Snowflake, draft: Draft, mint: Mint): Webhook => ({
  id: draft.id ?? "",
  guild_id,
  channel_id: draft.channel_id ?? "",
  name: draft.name ?? "",
  avatar: draft.avatar ?? defaults.webhook.avatar,
  token: draft.token ?? (draft.source_channel_id == null ? mint.secret("webhook_token", draft.id ?? "") : null),
  source_channel_id: draft.source_channel_id ?? defaults.webhook.source_channel_id,
  user_id: draft.user_id ?? defaults.webhook.user_id
})

/** A webhook goes with its channel. It stays when its creator goes. Our choice: docs/choices.md "Webhooks". */
const without: Element<Webhook>["without"] = (webhook, gone) => {
  const { guild_id, channel_id, user_id } = webhook
  if (ownerGone({ guild_id }, gone) || isGone(gone, "channels", channel_id)) return undefined
  return user_id !== null && isGone(gone, "account", user_id) ? { ...webhook, user_id: null } : webhook
}

export const element = {
  list: "webhooks",
  ...own,
  defaults,
  ids: idsOf("webhook"),
  buildAll: (drafts, { id }, { mint }) => drafts.map((draft) => build(id, draft, mint)),
  /** With the one of the two that it has. */
  toFile: ({ token, source_channel_id, ...webhook }) =>
    withoutGuild({ ...webhook, ...(token === null ? { source_channel_id } : { token }) }),
  collections: ["webhook"],
  key: (w) => [w.id],
  order: (w) => [w.guild_id, w.id],
  indexes: {
    guild: (w) => [w.guild_id],
    channel: (w) => [w.channel_id],
    /** The followers of a channel. */
    source: (w) => (w.source_channel_id === null ? undefined : [w.source_channel_id]),
    user: (w) => (w.user_id === null ? undefined : [w.user_id])
  },
  belongsTo: ["guild", "user"],
  without,
  /** The log has no tokens. */
  event: ({ token: _, ...webhook }, before) => ({
    guild_id: webhook.guild_id,
    webhook_id: webhook.id,
    webhook,
    ...(before === undefined || before.channel_id === webhook.channel_id ? {} : { channel_before: before.channel_id })
  }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownWebhook,
    kept: ["token", "source_channel_id"],
    record: ({ guild_id }, draft, _, mint) => build(guild_id, draft, mint)
  }
} satisfies GuildKind<Webhook, Draft, "webhook">
