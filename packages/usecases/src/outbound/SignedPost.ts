/**
 * A signed request to an application's endpoint: Ed25519 over the timestamp and the exact bytes of the body.
 * Signatures carry wall-clock time (decision 45). Source: wire-interactions.md §2.1.
 */
import type { Application } from "@backlot/domain/record/World"
import type { OutboundRequest } from "@backlot/ports/Outbound"
import { Secrets } from "@backlot/ports/Secrets"
import { Clock, Effect } from "effect"

/** Sent with every delivery and probe. */
const USER_AGENT = "Discord-Interactions/1.0 (+https://discord.com)"

/** The request that carries `body`, signed with the application's key. */
export const sign = Effect.fnUntraced(function* (application: Application, url: string, body: string, capMs: number) {
  const { sign } = yield* Secrets
  const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1000))
  const signature = sign(application.private_key, timestamp + body)
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "X-Signature-Ed25519": signature,
    "X-Signature-Timestamp": timestamp
  }
  return { url, headers, body, capMs } satisfies OutboundRequest
})

/** The same request with a wrong signature. */
export const misSign = (application: Application, url: string, body: string, capMs: number) =>
  Effect.map(sign(application, url, `${body} `, capMs), (signed): OutboundRequest => ({ ...signed, body }))
