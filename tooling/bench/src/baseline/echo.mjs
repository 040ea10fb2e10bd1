/**
 * Reads a body, parses it as JSON, and answers with the same bytes: the minimum work of a server that handles writes.
 */
import { createServer } from "node:http"
import { announce } from "./announce.mjs"

announce(
  createServer((request, response) => {
    /** @type {Array<Buffer>} */
    const chunks = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks)
      JSON.parse(body.toString())
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
    })
  }),
  0
)
