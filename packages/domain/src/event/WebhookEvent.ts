/** Webhook events: the signed POST to an application. Source: wire-rest.md §6.3; the platform's documentation. */
import { formatTimestamp } from "../base/IsoTime.ts"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Application } from "../record/World.ts"
import type { WEBHOOK_EVENT_TYPES } from "../record/WorldVocabulary.ts"

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

const VERSION = 1 as const

/** Sent when the URL is set; the endpoint answers 204. */
export const pingBody = (application_id: Snowflake) => ({ version: VERSION, application_id, type: 0 as const })

/** `at`: milliseconds of the service clock, shown with an offset. Our choice: docs/choices.md "Lobbies". */
export const eventBody = (application_id: Snowflake, type: WebhookEventType, at: number, data: object) => ({
  version: VERSION,
  application_id,
  type: 1 as const,
  event: { type, timestamp: formatTimestamp(at), data }
})

/** `event_webhooks_status` as the developer set it. */
export const WebhookStatus = { DISABLED: 1, ENABLED: 2 } as const
export type WebhookStatus = (typeof WebhookStatus)[keyof typeof WebhookStatus]

export const WEBHOOK_STATUSES: ReadonlyArray<number> = Object.values(WebhookStatus)

export const isWebhookStatus = (value: unknown): value is WebhookStatus => WEBHOOK_STATUSES.some((one) => one === value)

/** The status set; without one, enabled when there are a URL and a type. Our choice: docs/choices.md "Lobbies". */
export const webhookStatus = (application: Application): WebhookStatus => {
  const { event_webhooks_status: status, event_webhooks_url: url, event_webhooks_types: types } = application
  return status ?? (url !== null && types !== undefined ? WebhookStatus.ENABLED : WebhookStatus.DISABLED)
}

/**
 * The URL for an event of this type; undefined when the event is not sent. `override` is the URL of the lobby where it
 * happened. It replaces only the application's URL, which then may be unset; the types and the status still apply. Our
 * choice: docs/choices.md "Lobbies".
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

/** When an event is sent again after try number `attempts` (1 is the first); null to give up. Service clock, in ms. */
export const nextTry = (happened_ms: number, attempts: number, now_ms: number): number | null => {
  const end = happened_ms + Limits.webhookEvent.giveUpMs
  if (now_ms >= end) return null
  return Math.min(now_ms + Limits.webhookEvent.firstRetryMs * 2 ** (attempts - 1), end)
}
