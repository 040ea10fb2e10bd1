/**
 * A bare gateway: `node push.mjs '{"opening":["…"],"pushed":"…"}'`, both whole frames. It sends the opening to each
 * socket that identifies. POST /push sends `pushed` to every socket and answers after the first posted callback, with
 * the milliseconds between; POST /broadcast sends it and answers at once. Prints its address.
 */
import { createServer } from "node:http"
import { WebSocketServer } from "ws"
import { announce } from "./announce.mjs"

/** @type {{ opening: Array<string>, pushed: string }} */
const { opening, pushed } = JSON.parse(process.argv[2] ?? "")
const frame = Buffer.from(pushed)
const text = { binary: false }

/** @type {Array<{ response: import("node:http").ServerResponse, at: number }>} */
const pushes = []
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

/**
 * @param {import("node:http").ServerResponse} response
 * @param {object} data
 */
const answer = (response, data) => {
  const body = Buffer.from(JSON.stringify(data))
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
}

const push = () => {
  for (const socket of sockets.clients) socket.send(frame, text)
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
const serve = ({ url = "", headers }, response) => {
  if (url === "/broadcast") {
    push()
    answer(response, {})
  } else if (url === "/push") {
    pushes.push({ response, at: performance.now() })
    push()
  } else if (url.includes("/callback")) {
    response.writeHead(204).end()
    const [oldest] = pushes.splice(0, 1)
    if (oldest !== undefined) answer(oldest.response, { ms: performance.now() - oldest.at })
  } else {
    const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 }
    answer(response, { url: `ws://${headers.host}`, shards: 1, session_start_limit: limit })
  }
}

const server = createServer((request, response) => {
  request.on("end", () => serve(request, response)).resume()
})
server.on("upgrade", (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (accepted) => {
    accepted.on("message", (message) => {
      const { op } = JSON.parse(String(message))
      if (op === 1) accepted.send('{"t":null,"s":null,"op":11,"d":null}')
      if (op === 2) for (const one of opening) accepted.send(one)
    })
    accepted.send('{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,"_trace":[]}}')
  })
)
announce(server, 0)
