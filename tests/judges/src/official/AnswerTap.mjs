/**
 * Shows every answer of this process's HTTP servers as it is sent. The hook patches Node's `ServerResponse`, so that
 * servers need no change. JavaScript, because child processes load it too: each would load Node's compiler of types.
 */
import { ServerResponse } from "node:http"

/** @import { SeenAnswer } from "./SeenAnswer.ts" */

/**
 * The path below the API's prefix; undefined outside the API.
 * @param {string} target
 * @returns {string | undefined}
 */
export const pathOf = (target) => {
  const path = target.split("?", 1).join("")
  const below = /^\/api(?:\/v(?:9|10))?(\/.+)$/.exec(path)?.[1]
  if (below === undefined || below === "/openapi.json") return undefined
  return below.replace(/\/$/, "").replaceAll("%40", "@")
}

/**
 * Whether an answer counts as one of the API.
 * @param {string} method
 * @param {string} target
 */
export const isOfApi = (method, target) => method !== "HEAD" && pathOf(target) !== undefined

/**
 * Passes each answer to `see` before its last bytes are sent, if `wants` accepts the request.
 * @param {(method: string, target: string) => boolean} wants
 * @param {(answer: SeenAnswer) => void} see
 */
export const tapAnswers = (wants, see) => {
  /** @type {WeakMap<ServerResponse, Array<Buffer>>} */
  const bodies = new WeakMap()
  const { write, end } = ServerResponse.prototype

  /** @param {ServerResponse} response @param {unknown} chunk @param {unknown} encoding */
  const keep = (response, chunk, encoding) => {
    const isText = typeof chunk === "string"
    if (!isText && !(chunk instanceof Uint8Array)) return
    const name = String(encoding)
    const chunks = bodies.get(response) ?? []
    chunks.push(isText ? Buffer.from(chunk, Buffer.isEncoding(name) ? name : "utf8") : Buffer.from(chunk))
    bodies.set(response, chunks)
  }

  /** @param {ServerResponse} response */
  const finish = (response) => {
    const { method = "GET", url = "/" } = response.req
    if (!wants(method, url)) return
    const contentType = response.getHeader("content-type") ?? headerSent(response, "content-type")
    see({
      method,
      target: url,
      status: response.statusCode,
      contentType: contentType === undefined ? undefined : String(contentType),
      body: Buffer.concat(bodies.get(response) ?? []).toString("utf8")
    })
  }

  /**
   * The overloads of both share one implementation with these three parameters.
   * @typedef {(chunk?: unknown, encoding?: unknown, callback?: unknown) => never} Send
   */

  /** @this {ServerResponse} @param {unknown} [chunk] @param {unknown} [encoding] @param {unknown} [done] */
  ServerResponse.prototype.write = function (chunk, encoding, done) {
    keep(this, chunk, encoding)
    return /** @type {Send} */ (write).call(this, chunk, encoding, done)
  }
  /** @this {ServerResponse} @param {unknown} [chunk] @param {unknown} [encoding] @param {unknown} [done] */
  ServerResponse.prototype.end = function (chunk, encoding, done) {
    keep(this, chunk, encoding)
    if (!this.writableEnded) finish(this)
    return /** @type {Send} */ (end).call(this, chunk, encoding, done)
  }
}

/**
 * Headers that are passed only to `writeHead` appear nowhere but in the head text.
 * @param {ServerResponse} response
 * @param {string} name
 * @returns {string | undefined}
 */
const headerSent = (response, name) => {
  // Node keeps the written head in this property of every outgoing message.
  const head = /** @type {{ readonly _header?: string | null }} */ (/** @type {unknown} */ (response))._header
  return new RegExp(`^${name}: (.*)$`, "im").exec(head ?? "")?.[1]
}
