/**
 * One HTTP POST to the outside: interaction deliveries and endpoint probes. Follows no redirect, reads a bounded
 * body, ends after a cap of real time. Source: wire-interactions.md §2.
 */
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Context, Data, type Effect } from "effect"

export interface OutboundRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as its exact UTF-8 bytes. */
  readonly body: string
  /** Real milliseconds for the whole exchange. */
  readonly capMs: number
}

export interface OutboundResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body read as UTF-8; of `multipart/form-data` its `payload_json`, undefined when that cannot be read. */
  readonly text: string | undefined
  /** Of `multipart/form-data`. */
  readonly files?: ReadonlyArray<FormFile>
}

export class OutboundError extends Data.TaggedError("OutboundError")<{
  readonly reason: "refused" | "timeout" | "too-large" | "forbidden-address" | "invalid-url" | "transport"
  readonly message: string
}> {}

export class Outbound extends Context.Service<
  Outbound,
  { readonly post: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundError> }
>()("./Outbound.ts") {}
