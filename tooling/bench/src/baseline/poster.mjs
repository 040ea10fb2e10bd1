/**
 * A minimal bot: `node poster.mjs REST_URL BODY` connects to the gateway of a bare server by `ws` and posts the same
 * body by node:http for each frame that it receives. Prints `ready` when it is connected.
 */
import { Agent, request } from "node:http"
import { WebSocket } from "ws"

const [url = "", body = ""] = process.argv.slice(2)
const content = Buffer.from(body)
const { hostname, port } = new URL(url)
const options = {
  agent: new Agent({ keepAlive: true }),
  hostname,
  port,
  method: "POST",
  path: "/interactions/1/token/callback",
  headers: { "content-type": "application/json", "content-length": content.length }
}

const socket = new WebSocket(url.replace("http:", "ws:"), { perMessageDeflate: false })
// The first frame is HELLO. This client never identifies.
socket.once("message", () => {
  console.log("ready")
  socket.on("message", () => request(options, (response) => response.resume()).end(content))
})
