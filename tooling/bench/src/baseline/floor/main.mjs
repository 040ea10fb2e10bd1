/**
 * The floor: what the benchmarks ask of Backlot, written by hand without Effect. `node main.mjs PORT SETUP` reads the
 * file SETUP: a world, the path of a journal or nothing, and the frames of a log-in. It does the same validated work,
 * the same signing and the same durable writes, so a ratio to it says what the abstractions of Backlot cost. A refusal
 * names its faults in a list, not in the tree of the platform: no benchmark measures one. Prints its address.
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { announce } from "../announce.mjs"
import { commandsOf } from "./commands.mjs"
import { gatewayOf } from "./gateway.mjs"
import { answer, readJson, refuse } from "./http.mjs"
import { interactionsOf } from "./interactions.mjs"
import { isFields } from "./judge.mjs"
import { lobbiesOf } from "./lobbies.mjs"
import { openState } from "./state.mjs"
import { tokensOf } from "./tokens.mjs"

const NOBODY = '{"world":{"applications":[],"users":[],"guilds":[]},"opening":[]}'
const [port = "0", setup] = process.argv.slice(2)
/** @type {{ world: import("./state.mjs").World, data?: string, opening: ReadonlyArray<string> }} */
const { world, data, opening } = JSON.parse(setup === undefined ? NOBODY : readFileSync(setup, "utf8"))

const state = openState(world, data)
const gateway = gatewayOf(state, opening)
const commands = commandsOf(state)
const interactions = interactionsOf(state, commands.byId, gateway)
const lobbies = lobbiesOf(state)
const tokens = tokensOf(state)

/** `PATCH /applications/@me`: only the endpoint. @param {import("./http.mjs").Call} call */
const editApplication = (call) =>
  readJson(call, (body) => {
    const token = (call.request.headers.authorization ?? "").slice("Bot ".length)
    const application = [...state.applications.values()].find(({ bot }) => bot.token === token)
    if (application === undefined || !isFields(body)) return refuse(call, 401, 0, "401: Unauthorized")
    const url = body["interactions_endpoint_url"]
    application.endpoint = typeof url === "string" ? url : null
    return answer(call, 200, JSON.stringify({ id: application.id, interactions_endpoint_url: url }))
  })

/** @type {(call: import("./http.mjs").Call, host: string | undefined) => void} */
const serve = (call, host) => {
  const { method } = call.request
  const [first, second, third] = call.path
  if (first === "applications") return second === "@me" ? editApplication(call) : commands.serve(call)
  if (first === "lobbies") return lobbies.serve(call)
  if (first === "oauth2") return second === "token" ? tokens.issue(call) : tokens.check(call)
  if (first === "interactions" && method === "POST") return interactions.callback(call)
  if (first === "users" && third === "channels") return interactions.use(call)
  if (first === "health") return answer(call, 200, '{"status":"ok"}')
  if (first === "gateway") {
    const session_start_limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 }
    return answer(call, 200, JSON.stringify({ url: `ws://${host}`, shards: 1, session_start_limit }))
  }
  return refuse(call, 404, 0, "404: Not Found")
}

/** Below the API of any version, and below the control plane. */
const ROOT = /^\/(?:api(?:\/v\d+)?|control\/v1)\//

const server = createServer((request, response) => {
  const { url = "", headers } = request
  const end = url.indexOf("?")
  const path = (end < 0 ? url : url.slice(0, end)).replace(ROOT, "").split("/")
  serve({ request, response, path, limits: [] }, headers.host)
})
server.on("upgrade", gateway.upgrade)
announce(server, Number(port))
