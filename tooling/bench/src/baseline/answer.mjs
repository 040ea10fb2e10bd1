/** Answers every request with the given bytes: `node answer.mjs PORT '{"headers":{…},"body":"…"}'`. */
import { createServer } from "node:http"
import { announce } from "./announce.mjs"

const [port = "0", given = '{"headers":{},"body":"ok"}'] = process.argv.slice(2)
/** @type {{ headers: Record<string, string>, body: string }} */
const answer = JSON.parse(given)
const body = Buffer.from(answer.body)
const headers = { ...answer.headers, "content-length": body.length }

announce(
  createServer((_, response) => {
    response.writeHead(200, headers).end(body)
  }),
  Number(port)
)
