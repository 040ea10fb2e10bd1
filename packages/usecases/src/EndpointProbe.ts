/**
 * Validation of an interactions endpoint URL before it is saved: one PING with a good signature must be answered with
 * a PONG, one with a bad signature must be refused. Source: wire-interactions.md §2.2.
 */
import { canonicalJson } from "@backlot/domain/CanonicalJson"
import { pingPayload } from "@backlot/domain/InteractionPayload"
import { delivery } from "@backlot/domain/Limits"
import type { Application } from "@backlot/domain/World"
import { Ids } from "@backlot/ports/Ids"
import { Outbound, type OutboundResponse } from "@backlot/ports/Outbound"
import { Effect } from "effect"
import { mintInteractionToken } from "./InteractionToken.ts"
import { misSign, sign } from "./SignedPost.ts"

/** `because` is one sentence for the developer: the wire tells them nothing more than "could not be verified". */
export interface ProbeVerdict {
  readonly ok: boolean
  readonly because: string
}

export const probeEndpoint = Effect.fnUntraced(function* (application: Application, url: string) {
  const ids = yield* Ids
  const id = yield* ids.next
  const body = canonicalJson(pingPayload({ application, id, token: yield* mintInteractionToken(id) }))
  const outbound = yield* Outbound
  const exchange = (request: Parameters<typeof outbound.post>[0]) =>
    outbound.post(request).pipe(Effect.match({ onFailure: (e) => e.message, onSuccess: (response) => response }))
  const pong = yield* exchange(yield* sign(application, url, body, delivery.probeMs))
  const refusal = yield* exchange(yield* misSign(application, url, body, delivery.probeMs))
  const verdict = judge(pong, refusal)
  yield* verdict.ok
    ? Effect.logDebug("Endpoint URL verified", { application_id: application.id })
    : Effect.logWarning(`Endpoint URL refused: ${verdict.because}`, { application_id: application.id, url })
  return verdict
})

type Outcome = OutboundResponse | string

const judge = (pong: Outcome, refusal: Outcome): ProbeVerdict => {
  if (typeof pong === "string") return no(`the signed PING got no answer: ${pong}`)
  if (pong.status !== 200) return no(`the signed PING was answered with status ${pong.status} instead of 200`)
  if (!isPong(pong)) return no('the signed PING was not answered with JSON {"type":1}')
  if (typeof refusal === "string") return no(`the PING with a wrong signature got no answer: ${refusal}`)
  if (refusal.status === 401) return { ok: true, because: "signatures are checked" }
  // Libraries in production use answer another 4xx; any refusal shows that signatures are checked.
  if (refusal.status >= 400 && refusal.status < 500) {
    return { ok: true, because: `a wrong signature is refused, though with ${refusal.status} instead of 401` }
  }
  return no(`the PING with a wrong signature was answered with status ${refusal.status} instead of 401`)
}

const no = (because: string): ProbeVerdict => ({ ok: false, because })

const isPong = (response: OutboundResponse): boolean => {
  const mediaType = (response.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase()
  if (mediaType !== "application/json") return false
  try {
    const body: unknown = JSON.parse(response.text)
    return typeof body === "object" && body !== null && "type" in body && body.type === 1
  } catch {
    return false
  }
}
