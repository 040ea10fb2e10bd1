/** Webhooks as answers carry them. Source: official OpenAPI document, `GuildIncomingWebhookResponse`, `ChannelFollowerWebhookResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { Guild, GuildChannel, Webhook } from "../record/World.ts"
import type { UserObject } from "./GuildWire.ts"

/** What an answer shows beside the webhook. */
export interface WebhookDetails {
  /** The application whose bot created it. */
  readonly application_id: Snowflake | null
  /** Its creator; left out for those who have only the token. */
  readonly user?: UserObject | undefined
  /** The channel that it follows, and its guild, if they are there. */
  readonly source?: { readonly guild: Guild; readonly channel: GuildChannel } | undefined
  /** Whether the reader may use it. */
  readonly showsToken: boolean
}

export const webhookObject = (
  { id, guild_id, channel_id, name, avatar, token }: Webhook,
  { application_id, user, source, showsToken }: WebhookDetails
) => ({
  application_id,
  avatar,
  channel_id,
  guild_id,
  id,
  name,
  type: token === null ? 2 : 1,
  ...(user === undefined ? {} : { user }),
  ...(source === undefined
    ? {}
    : {
        source_guild: { id: source.guild.id, name: source.guild.name, icon: null },
        source_channel: { id: source.channel.id, name: source.channel.name }
      }),
  ...(showsToken && token !== null ? { token } : {})
})
