/**
 * The span in which an interaction was used is kept with it, as W3C Trace Context writes it: what its application sends later,
 * to whichever server, is then part of the same trace, though it sends no trace context. Nothing is kept without tracing.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Effect, Option, Tracer } from "effect"
import { findByToken } from "../access/InteractionToken.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction } from "../store/Transact.ts"

/** The span that runs now; undefined outside of all. */
export const current = Effect.map(
  Effect.serviceOption(Tracer.ParentSpan),
  Option.match({ onNone: () => undefined, onSome: traceparentOf })
)

/** https://www.w3.org/TR/trace-context/#traceparent-header */
export function traceparentOf({ traceId, spanId, sampled }: Tracer.AnySpan): string {
  return `00-${traceId.padStart(32, "0")}-${spanId}-${sampled ? "01" : "00"}`
}

/** The span that is kept with an interaction, by its id. */
export const ofInteraction = (id: Snowflake) =>
  Effect.map(
    inTransaction(() => Collections.interactions.get(id)),
    (record) => record?.traceparent
  )

/** The same by its token, as sent. */
export const ofToken = (token: string) =>
  Effect.map(
    inTransaction(() => findByToken(token)),
    (record) => record?.traceparent
  )
