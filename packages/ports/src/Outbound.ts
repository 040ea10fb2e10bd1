/**
 * One HTTP POST to an application's endpoint: interaction deliveries, webhook events and probes. Follows no redirect,
 * limits the size of the answer, and has a time limit in real time. Source: wire-interactions.md §2.
 */
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Context, Data, type Effect } from "effect"

export interface OutboundRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as exactly these UTF-8 bytes. */
  readonly body: string
  /** Real milliseconds for the whole exchange. */
  readonly capMs: number
  /** The most bytes that the files of the answer may have together. Default: as outside boosted guilds. */
  readonly filesBytes?: number
}

export interface OutboundResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body as UTF-8. For `multipart/form-data` its `payload_json`; undefined if that cannot be read. */
  readonly text: string | undefined
  /** The files of a `multipart/form-data` body. */
  readonly files?: ReadonlyArray<FormFile>
}

export const FAILURES = ["refused", "timeout", "too-large", "forbidden-address", "invalid-url", "transport"] as const

export class OutboundError extends Data.TaggedError("OutboundError")<{
  readonly reason: (typeof FAILURES)[number]
  readonly message: string
}> {}

export class Outbound extends Context.Service<
  Outbound,
  { readonly post: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundError> }
>()("./Outbound.ts") {}
