/**
 * A minimal bot that logs in: `node caller.mjs REST_URL TOKEN BODY` connects to the gateway of the server by `ws`, and
 * answers each interaction by posting the same body to its callback. Prints `ready` when it has logged in.
 */
import { Agent, request } from "node:http"
import { WebSocket } from "ws"

const [url = "", token = "", body = ""] = process.argv.slice(2)
const content = Buffer.from(body)
const { hostname, port } = new URL(url)
const options = {
  agent: new Agent({ keepAlive: true }),
  hostname,
  port,
  method: "POST",
  headers: { "content-type": "application/json", "content-length": content.length }
}
const IDENTIFY = { op: 2, d: { token, intents: 1, properties: { os: "linux", browser: "bench", device: "bench" } } }

const socket = new WebSocket(`${url.replace("http:", "ws:")}/gateway?v=10&encoding=json`, { perMessageDeflate: false })
socket.on("message", (message) => {
  const { op, t, d } = JSON.parse(String(message))
  if (op === 10) {
    setInterval(() => socket.send('{"op":1,"d":null}'), d.heartbeat_interval)
    socket.send(JSON.stringify(IDENTIFY))
  }
  if (t === "READY") console.log("ready")
  if (t !== "INTERACTION_CREATE") return
  const path = `/api/v10/interactions/${d.id}/${d.token}/callback`
  request({ ...options, path }, (response) => response.resume()).end(content)
})
