/**
 * An app: verifies each signature with the given public key (hexadecimal), answers a PING with a PONG and everything
 * else at once with a message. GET returns the last interaction it received.
 */
import { createPublicKey, verify } from "node:crypto"
import { createServer } from "node:http"
import { announce } from "./announce.mjs"

/** The DER prefix of the 32 bytes of an Ed25519 public key (RFC 8410 §4). */
const derHead = Buffer.from("302a300506032b6570032100", "hex")
const raw = Buffer.from(process.argv[2] ?? "", "hex")
const key = createPublicKey({ key: Buffer.concat([derHead, raw]), format: "der", type: "spki" })

const pong = Buffer.from(JSON.stringify({ type: 1 }))
const message = Buffer.from(JSON.stringify({ type: 4, data: { content: "pong" } }))
let last = Buffer.from("null")

/**
 * @param {import("node:http").ServerResponse} response
 * @param {Buffer} body
 */
const send = (response, body) =>
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)

announce(
  createServer((request, response) => {
    /** @type {Array<Buffer>} */
    const chunks = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      if (request.method === "GET") return send(response, last)
      const body = Buffer.concat(chunks)
      const { "x-signature-timestamp": timestamp, "x-signature-ed25519": signature } = request.headers
      const signed = Buffer.concat([Buffer.from(String(timestamp)), body])
      if (!verify(null, signed, key, Buffer.from(String(signature), "hex")))
        return response.writeHead(401, { "content-length": 0 }).end()
      if (JSON.parse(body.toString()).type === 1) return send(response, pong)
      last = body
      return send(response, message)
    })
  }),
  0
)
