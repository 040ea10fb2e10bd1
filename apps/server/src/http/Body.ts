/**
 * Request bodies: read within a bound, as the content type that the endpoint takes, parsed once.
 * Source: decisions 24 and 25; wire-rest.md §3.3 (40005, 50109); limits: domain `Limits.http`.
 */
import { fault } from "@backlot/domain/Fault"
import { decodeJson } from "@backlot/domain/JsonText"
import { http } from "@backlot/domain/Limits"
import { BodyTooLarge, InvalidForm, InvalidJson } from "@backlot/domain/ServiceError"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage } from "effect/http"
import type { Call } from "./Route.ts"

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

/** The JSON body of a request. */
export const json = Effect.fnUntraced(function* (call: Call, maxBytes: number = http.bodyBytes) {
  if (mediaType(call) !== "application/json") return yield* wrongType("application/json")
  return yield* Effect.fromResult(decodeJson(yield* text(call, maxBytes)))
})

/** The text of a body of any type, for surfaces that parse more than JSON. */
export const text = (call: Call, maxBytes: number) => Effect.flatMap(bytes(call, maxBytes), decodeText)

/** The fields of an `application/x-www-form-urlencoded` body, or `undefined` when it is of another type. */
export const form = Effect.fnUntraced(function* (call: Call, maxBytes: number) {
  if (mediaType(call) !== "application/x-www-form-urlencoded") return undefined
  return new URLSearchParams(yield* text(call, maxBytes))
})

export const mediaType = (call: Call): string =>
  (call.request.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase()

export const bytes = Effect.fnUntraced(function* (call: Call, maxBytes: number) {
  const declared = Number(call.request.headers["content-length"] ?? 0)
  if (declared > maxBytes) return yield* new BodyTooLarge()
  const buffer = yield* Effect.interruptible(call.request.arrayBuffer).pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBytes)),
    // Anything else that ends a body early is the client going away: it reads no answer.
    Effect.mapError((error) => (isOverflow(error) ? new BodyTooLarge() : new InvalidJson()))
  )
  return new Uint8Array(buffer)
})

const isOverflow = (error: { readonly cause?: unknown; readonly reason?: unknown }): boolean => {
  const reason = error.reason
  const cause = typeof reason === "object" && reason !== null && "cause" in reason ? reason.cause : error.cause
  return cause instanceof NodeStream.MaxBytesError
}

const decodeText = (body: Uint8Array) => Effect.try({ try: () => UTF8.decode(body), catch: () => new InvalidJson() })

const wrongType = (expected: string) =>
  new InvalidForm({
    faults: [
      fault([], {
        code: "CONTENT_TYPE_INVALID",
        message: `Expected "Content-Type" header to be one of {'${expected}'}.`
      })
    ]
  })
