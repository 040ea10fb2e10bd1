/** An application's endpoint as tests play it: it sees what was sent, and whether the signature fits. */
import { createPublicKey, verify } from "node:crypto"
import { Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import { Effect } from "effect"

export interface Received extends OutboundRequest {
  /** True when the signature is one of `publicKey` over the timestamp and the body. */
  readonly signed: boolean
}

export type Answer = OutboundResponse | OutboundError["reason"]

export const json = (status: number, body: unknown, contentType = "application/json"): OutboundResponse =>
  text(status, JSON.stringify(body), contentType)

export const text = (status: number, body: string, contentType = "text/plain"): OutboundResponse => ({
  status,
  headers: { "content-type": contentType },
  body: new TextEncoder().encode(body),
  text: body
})

export const PONG = json(200, { type: 1 })
export const REFUSED = text(401, "invalid request signature")

/** Answers signed requests and those with a wrong signature; `received` grows with each. */
export const endpoint = (publicKey: string, answers: { readonly signed: Answer; readonly unsigned: Answer }) => {
  const received: Array<Received> = []
  const post = (request: OutboundRequest) => {
    const signed = isSigned(publicKey, request)
    received.push({ ...request, signed })
    const answer = signed ? answers.signed : answers.unsigned
    return typeof answer === "string"
      ? Effect.fail(new OutboundError({ reason: answer, message: `the request ended: ${answer}` }))
      : Effect.succeed(answer)
  }
  return { received, layer: Outbound.of({ post }) }
}

/** SubjectPublicKeyInfo of an Ed25519 key up to its 32 bytes: RFC 8410 §4. */
const SPKI_PREFIX = "302a300506032b6570032100"

const isSigned = (publicKey: string, { headers, body }: OutboundRequest): boolean => {
  const key = createPublicKey({ key: Buffer.from(SPKI_PREFIX + publicKey, "hex"), format: "der", type: "spki" })
  const message = Buffer.from(`${headers["X-Signature-Timestamp"]}${body}`)
  return verify(null, message, key, Buffer.from(headers["X-Signature-Ed25519"] ?? "", "hex"))
}
