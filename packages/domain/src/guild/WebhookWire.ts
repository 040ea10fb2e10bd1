/** Webhooks as answers carry them. Source: official OpenAPI document, `GuildIncomingWebhookResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { Webhook } from "../record/World.ts"
import type { UserObject } from "./GuildWire.ts"

/** What an answer shows beside the webhook. */
export interface WebhookDetails {
  /** The application whose bot created it. */
  readonly application_id: Snowflake | null
  /** Its creator; left out for those who have only the token. */
  readonly user?: UserObject | undefined
  /** Whether the reader may use it. */
  readonly showsToken: boolean
}

export const webhookObject = (
  { id, guild_id, channel_id, name, avatar, token }: Webhook,
  { application_id, user, showsToken }: WebhookDetails
) => ({
  application_id,
  avatar,
  channel_id,
  guild_id,
  id,
  name,
  type: 1 as const,
  ...(user === undefined ? {} : { user }),
  ...(showsToken ? { token } : {})
})
