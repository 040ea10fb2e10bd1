/** HTTP of the floor: whole bodies, answers, who calls, and the headers of the rate limits. */
import { createHash } from "node:crypto"
import { hashOf } from "./state.mjs"

/**
 * @typedef {object} Call
 * @property {import("node:http").IncomingMessage} request
 * @property {import("node:http").ServerResponse} response
 * @property {ReadonlyArray<string>} path The parts after the version.
 * @property {Array<string>} limits Headers of the rate limit, names and values in turn.
 */

const BODY_BYTES = 2 * 2 ** 20
const DEPTH = 32
const UTF8 = new TextDecoder("utf-8", { fatal: true })
const JSON_TYPE = "application/json"

/** @type {(call: Call, status: number, text: string) => void} */
export const answer = ({ response, limits }, status, text) => {
  const body = Buffer.from(text)
  response.writeHead(status, ["content-type", JSON_TYPE, "content-length", String(body.length), ...limits]).end(body)
}

/** @type {(call: Call) => void} */
export const answerNothing = ({ response, limits }) => {
  response.writeHead(204, limits).end()
}

/** @type {(call: Call, status: number, code: number, message: string, errors?: unknown) => void} */
export const refuse = (call, status, code, message, errors) =>
  answer(call, status, JSON.stringify({ message, code, ...(errors === undefined ? {} : { errors }) }))

/** @type {(call: Call, faults: ReadonlyArray<string>) => void} */
export const refuseForm = (call, faults) => refuse(call, 400, 50035, "Invalid Form Body", faults)

/**
 * Reads a whole JSON body within its limits, or refuses it.
 * @param {Call} call
 * @param {(body: unknown, text: string) => void} use
 */
export const readJson = (call, use) => {
  const { request } = call
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers
  if (type.split(";", 1).join("").trim().toLowerCase() !== JSON_TYPE || encoding !== "identity")
    return refuseForm(call, ["the body is no plain JSON"])
  if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES) return refuse(call, 413, 40005, "Too large")
  /** @type {Array<Buffer>} */
  const chunks = []
  let size = 0
  request.on("data", (chunk) => {
    size += chunk.length
    if (size <= BODY_BYTES) chunks.push(chunk)
  })
  request.on("end", () => {
    if (size > BODY_BYTES) return refuse(call, 413, 40005, "Too large")
    let text
    let body
    try {
      text = UTF8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
      body = parse(text)
    } catch {
      return refuse(call, 400, 50109, "The request body contains invalid JSON.")
    }
    return isWithin(body, DEPTH) ? use(body, text) : refuseForm(call, ["nests too deep"])
  })
}

const LONG_DIGITS = new RegExp("\\d".repeat(16))

/** @type {(text: string) => unknown} Integers beyond 2^53 keep their digits. */
const parse = (text) => (LONG_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text))

/** @type {(key: string, value: unknown, context?: { source?: string }) => unknown} */
const keepDigits = (_key, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? context?.source
    : value

/** @type {(value: unknown, depth: number) => boolean} */
const isWithin = (value, depth) => {
  if (typeof value !== "object" || value === null) return true
  if (depth === 0) return false
  return Object.values(value).every((child) => isWithin(child, depth - 1))
}

const AUTHORIZATION = /^(Bot|Bearer) ([\x21-\x7e]{1,512})$/

/**
 * The credential of a request, by the hash of its token; undefined when it is refused.
 * @param {import("./state.mjs").State} state
 * @param {Call} call
 */
export const authenticate = ({ credentials }, { request }) => {
  const match = AUTHORIZATION.exec(request.headers.authorization ?? "")
  const credential = match?.[2] === undefined ? undefined : credentials.get(hashOf(match[2]))
  if (credential === undefined || credential.kind !== (match?.[1] === "Bot" ? "bot" : "bearer")) return undefined
  return credential.expires_at !== null && credential.expires_at <= Date.now() ? undefined : credential
}

/** @typedef {{ bucket: string, limit: number | undefined, windowMs: number }} Route */

/** @type {(shape: string, limit?: number, windowMs?: number) => Route} A route without a limit shows the global one. */
export const routeOf = (shape, limit, windowMs = 10_000) => ({
  bucket: createHash("sha256").update(shape).digest("hex").slice(0, 32),
  limit,
  windowMs
})

/** @type {Map<string, { count: number, endsMs: number }>} */
const windows = new Map()
const GLOBAL = { limit: 50, windowMs: 1_000 }

/**
 * Counts a request in the window of its application and in that of its route, and keeps the headers of the answer.
 * @param {Call} call
 * @param {Route} route
 * @param {string} application
 */
export const count = (call, { bucket, limit, windowMs }, application) => {
  const now = Date.now()
  let shown = { limit: GLOBAL.limit, window: taken(`global/${application}`, GLOBAL.windowMs, now) }
  if (limit !== undefined) shown = { limit, window: taken(`bucket/${application}/${bucket}`, windowMs, now) }
  const { count, endsMs } = shown.window
  call.limits.push(
    "x-ratelimit-limit",
    String(shown.limit),
    "x-ratelimit-remaining",
    String(Math.max(1, shown.limit - count)),
    "x-ratelimit-reset",
    (endsMs / 1_000).toFixed(3),
    "x-ratelimit-reset-after",
    String((endsMs - now) / 1_000),
    "x-ratelimit-bucket",
    bucket
  )
}

/** @type {(key: string, windowMs: number, now: number) => { count: number, endsMs: number }} */
const taken = (key, windowMs, now) => {
  let window = windows.get(key)
  if (window === undefined || window.endsMs <= now) {
    window = { count: 0, endsMs: now + windowMs }
    windows.set(key, window)
  }
  window.count += 1
  return window
}
