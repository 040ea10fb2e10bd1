/** Planned faults of deliveries. Source: product.md "Control plane". Our choice: docs/choices.md "Planned faults". */
import { Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import type { Storage } from "@backlot/ports/Storage"
import { type Act, PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Effect, Layer, Option, Schema } from "effect"
import { bodyOf, notePlannedFault } from "../http/PlannedRestFaults.ts"

export const layer: Layer.Layer<Outbound, never, Outbound | Storage | ServiceClock> = Layer.effect(
  Outbound,
  Effect.gen(function* () {
    const context = yield* Effect.context<Storage | ServiceClock>()
    const plannedFaults = yield* PlannedFaults
    const inner = yield* Outbound
    const applyTo = Effect.fnUntraced(function* (request: OutboundRequest) {
      const payload = Option.getOrUndefined(decodePayload(request.body))
      if (payload === undefined) return yield* inner.post(request)
      const { application_id, id } = payload
      const event = eventOf(payload)
      const interaction = event === "INTERACTION_CREATE" ? id : undefined
      const path = URL.parse(request.url)?.pathname ?? "/"
      const hit = {
        surface: "delivery",
        application_id,
        event,
        ...(interaction === undefined ? {} : { interaction })
      } as const
      const act = yield* plannedFaults.claim({ surface: "delivery", application_id, method: "POST", path, event }, hit)
      if (act === undefined) return yield* inner.post(request)
      if (interaction !== undefined) {
        yield* Effect.provideContext(notePlannedFault(interaction, { surface: "delivery" }, act), context)
      }
      return yield* perform(act, request, inner)
    })
    return { post: (request) => (plannedFaults.isPlanned("delivery") ? applyTo(request) : inner.post(request)) }
  })
)

/** An interaction or a webhook event. The PING of webhook events has no id and the type 0. */
const Payload = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  application_id: Schema.String,
  type: Schema.Int,
  event: Schema.optionalKey(Schema.Struct({ type: Schema.String }))
})
/** None for a body that is no request to an endpoint. */
const decodePayload = Schema.decodeUnknownOption(Schema.fromJsonString(Payload))

const eventOf = ({ type, event }: typeof Payload.Type): string =>
  event?.type ?? (type <= 1 ? "PING" : "INTERACTION_CREATE")

const perform = Effect.fnUntraced(function* (act: Act, request: OutboundRequest, inner: Outbound["Service"]) {
  const delayMs = act.drop === true ? request.capMs : (act.delay_ms ?? 0)
  if (delayMs > 0) yield* Effect.sleep(Math.min(delayMs, request.capMs))
  if (delayMs >= request.capMs) {
    return yield* new OutboundError({
      reason: "timeout",
      message: "A planned fault held the request back for too long"
    })
  }
  if (act.disconnect !== undefined) {
    return yield* new OutboundError({ reason: "refused", message: "A planned fault refused the connection" })
  }
  return act.status === undefined
    ? yield* inner.post({ ...request, capMs: request.capMs - delayMs })
    : responseOf(act, act.status)
})

const responseOf = (act: Act, status: number): OutboundResponse => {
  const { type, text } = bodyOf(act, status)
  const headers = { ...(text === "" ? {} : { "content-type": type }), ...act.headers }
  return { status, headers, body: new TextEncoder().encode(text), text }
}
