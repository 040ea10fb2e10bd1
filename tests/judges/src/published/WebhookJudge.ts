/**
 * Judges webhook events by the published type of their data. Source: the platform's types as `discord-api-types`
 * publishes them; it has none for lobby events.
 */
import { judge } from "./Judge.ts"

const UNPUBLISHED: ReadonlySet<string> = new Set([
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_UPDATE",
  "LOBBY_MESSAGE_DELETE"
])

/** A PING, or an event with its data. */
export interface WebhookPayload {
  readonly type: number
  readonly version?: unknown
  readonly application_id?: unknown
  readonly event?: { readonly type?: unknown; readonly timestamp?: unknown; readonly data?: unknown }
}

/** Interactions have neither type 0 nor an event. */
export const isWebhookEvent = (payload: object): payload is WebhookPayload =>
  "event" in payload || ("type" in payload && payload.type === 0)

/** All deviations, one line each; empty when it conforms. */
export const judgeWebhookEvent = ({ type, version, application_id, event }: WebhookPayload): ReadonlyArray<string> => [
  ...(version === 1 ? [] : [`version is ${version}`]),
  ...(typeof application_id === "string" ? [] : ["application_id is no text"]),
  ...(type === 0 ? (event === undefined ? [] : ["a PING has an event"]) : judgeEvent(type, event))
]

const judgeEvent = (type: number, event: WebhookPayload["event"]): ReadonlyArray<string> => {
  if (type !== 1 || event === undefined) return [`no webhook event is of type ${type}`]
  const { type: name, timestamp, data } = event
  if (typeof timestamp !== "string" || Number.isNaN(Date.parse(timestamp))) return [`timestamp is ${timestamp}`]
  if (UNPUBLISHED.has(String(name))) return []
  if (name === "APPLICATION_AUTHORIZED") return judge("APIWebhookEventApplicationAuthorizedData", data)
  if (name === "APPLICATION_DEAUTHORIZED") return judge("APIWebhookEventApplicationDeauthorizedData", data)
  return [`${name} is no webhook event`]
}
