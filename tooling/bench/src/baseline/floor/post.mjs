/** A signed POST to the endpoint of an application, over connections that are kept. */
import { sign } from "node:crypto"
import { Agent, request } from "node:http"

/** @typedef {{ status: number, headers: object, body: string, took_ms: number }} Answered */

const AGENT = new Agent({ keepAlive: true })
const TIME_OUT_MS = 3_000
const ANSWER_BYTES = 2 ** 20

/**
 * The request as it is traced, and its sending; `done` gets undefined without an answer.
 * @param {import("./state.mjs").Known} application
 * @param {string} url
 * @param {string} text
 */
export const post = (application, url, text) => {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const body = Buffer.from(text)
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), body]), application.key).toString("hex")
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
    "X-Signature-Ed25519": signature,
    "X-Signature-Timestamp": timestamp
  }
  /** @param {(answered: Answered | undefined) => void} done */
  const send = (done) => {
    const began = performance.now()
    const sent = request(
      url,
      { agent: AGENT, method: "POST", timeout: TIME_OUT_MS, headers: { ...headers, "Content-Length": body.length } },
      (response) => {
        /** @type {Array<Buffer>} */
        const chunks = []
        let size = 0
        response.on("data", (chunk) => {
          size += chunk.length
          if (size <= ANSWER_BYTES) chunks.push(chunk)
        })
        response.on("end", () => {
          const whole = Buffer.concat(chunks).toString()
          const took_ms = Math.round(performance.now() - began)
          done({ status: response.statusCode ?? 0, headers: response.headers, body: whole, took_ms })
        })
      }
    )
    sent.on("timeout", () => sent.destroy())
    sent.on("error", () => done(undefined))
    sent.end(body)
  }
  return { request: { url, headers, body: text }, send }
}
