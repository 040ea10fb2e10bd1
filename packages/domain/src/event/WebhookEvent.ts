/**
 * Webhook events: what an application is told by signed POST, to whom, and how often it is tried. Source: wire-rest.md
 * §6.3; the platform's documentation of webhook events and its official OpenAPI document for the status.
 */
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { formatTimestamp } from "../base/Timestamp.ts"
import type { Application } from "../record/World.ts"

export type WebhookEventType =
  | "APPLICATION_AUTHORIZED"
  | "APPLICATION_DEAUTHORIZED"
  | "LOBBY_MESSAGE_CREATE"
  | "LOBBY_MESSAGE_UPDATE"
  | "LOBBY_MESSAGE_DELETE"

/** Constant of every body. */
const VERSION = 1 as const

/** Sent when the URL is set; answered with 204. */
export const pingBody = (application_id: Snowflake) => ({ version: VERSION, application_id, type: 0 as const })

/** `at`: milliseconds of the service clock. Ours: the timestamp names its offset, so that it can not be misread. */
export const eventBody = (application_id: Snowflake, type: WebhookEventType, at: number, data: object) => ({
  version: VERSION,
  application_id,
  type: 1 as const,
  event: { type, timestamp: formatTimestamp(at), data }
})

/** `event_webhooks_status`: disabled or enabled by the developer. */
export const WebhookStatus = { DISABLED: 1, ENABLED: 2 } as const
export type WebhookStatus = (typeof WebhookStatus)[keyof typeof WebhookStatus]

export const WEBHOOK_STATUSES: ReadonlyArray<number> = Object.values(WebhookStatus)

export const isWebhookStatus = (value: unknown): value is WebhookStatus =>
  value === WebhookStatus.DISABLED || value === WebhookStatus.ENABLED

/** As set. Ours: enabled when nothing was said and there are a URL and a type, so that a world need not say it. */
export const webhookStatus = ({
  event_webhooks_status,
  event_webhooks_url,
  event_webhooks_types
}: Application): WebhookStatus =>
  event_webhooks_status ??
  (event_webhooks_url !== null && event_webhooks_types !== undefined ? WebhookStatus.ENABLED : WebhookStatus.DISABLED)

/**
 * Where an event of this type goes; undefined when it is not sent. `override` is the URL of the lobby that it happened
 * in. Ours: that takes the place of the application's URL alone, which then need not be set; the types and a status that
 * was set count for it as well.
 */
export const webhookTarget = (
  application: Application,
  type: WebhookEventType,
  override: string | undefined
): string | undefined => {
  if (application.event_webhooks_types?.includes(type) !== true) return undefined
  if (application.event_webhooks_status === WebhookStatus.DISABLED) return undefined
  return override ?? application.event_webhooks_url ?? undefined
}

/**
 * When an event is sent again after the failure of try number `attempts` (1 is the first); null when it is given up. The
 * last try is at the very end of its time. All are milliseconds of the service clock.
 */
export const nextTry = (happened_ms: number, attempts: number, now_ms: number): number | null => {
  const end = happened_ms + Limits.webhookEvent.giveUpMs
  if (now_ms >= end) return null
  return Math.min(now_ms + Limits.webhookEvent.firstRetryMs * 2 ** (attempts - 1), end)
}
