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

/** What a request carries, and where to. `url` is that of the application's endpoint. */
export interface Post extends Pick<OutboundRequest, "url" | "body" | "capMs"> {
  readonly application: Application
}

/** The request, signed with the application's key. `wallMs` are milliseconds of the wall clock. */
export const signed = (
  { application, url, body, capMs }: Post,
  { sign }: Secrets["Service"],
  wallMs: number
): OutboundRequest => {
  const timestamp = String(Math.floor(wallMs / 1000))
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "X-Signature-Ed25519": sign(application.private_key, timestamp + body),
    "X-Signature-Timestamp": timestamp
  }
  return { url, headers, body, capMs }
}

/** The request that carries `body`, signed with the application's key. */
export const sign = (application: Application, url: string, body: string, capMs: number) =>
  Effect.map(Effect.zip(Secrets, Clock.currentTimeMillis), ([secrets, wallMs]) =>
    signed({ application, url, body, capMs }, secrets, wallMs)
  )

/** The same request with a wrong signature. */
export const misSign = (application: Application, url: string, body: string, capMs: number) =>
  Effect.map(sign(application, url, `${body} `, capMs), (signed): OutboundRequest => ({ ...signed, body }))
