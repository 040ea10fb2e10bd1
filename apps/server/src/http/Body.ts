/**
 * Request bodies: read within a bound, as the content type that the endpoint takes, parsed once.
 * Source: decisions 24 and 25; wire-rest.md §3.3 (40005, 50109); limits: domain `Limits.http`.
 */
import { fault } from "@backlot/domain/Fault"
import { http } from "@backlot/domain/Limits"
import { BodyTooLarge, InvalidForm, InvalidJson } from "@backlot/domain/ServiceError"
import { NodeStream } from "@effect/platform-node"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage } from "effect/http"
import type { Call } from "./Route.ts"

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

/** The JSON body of a request. */
export const json = Effect.fnUntraced(function* (call: Call, maxBytes: number = http.bodyBytes) {
  if (mediaType(call) !== "application/json") return yield* wrongType("application/json")
  const value = yield* parseJson(yield* bytes(call, maxBytes))
  return isWithinDepth(value, http.jsonDepth) ? value : yield* tooDeep
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

const parseJson = (body: Uint8Array) =>
  Effect.try({ try: () => readJson(UTF8.decode(body)), catch: () => new InvalidJson() })

const LONG_DIGITS = /\d{16}/

/** Integers beyond 2^53 keep their digits, as text: integer fields take both (wire-rest.md §1.2, §1.3). */
const readJson = (text: string): unknown => (LONG_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text))

const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? context?.source
    : value

const isWithinDepth = (value: unknown, depth: number): boolean => {
  if (typeof value !== "object" || value === null) return true
  if (depth === 0) return false
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (!isWithinDepth(child, depth - 1)) return false
  }
  return true
}

const tooDeep = new InvalidForm({
  faults: [fault([], { code: "BASE_TYPE_TOO_DEEP", message: `Must not nest deeper than ${http.jsonDepth} levels.` })]
})

const wrongType = (expected: string) =>
  new InvalidForm({
    faults: [
      fault([], {
        code: "CONTENT_TYPE_INVALID",
        message: `Expected "Content-Type" header to be one of {'${expected}'}.`
      })
    ]
  })
