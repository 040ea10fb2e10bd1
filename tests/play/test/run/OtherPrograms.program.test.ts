/** Other programs under test: in another language, and with work to do when they are stopped. */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Step } from "@backlot/scenario/Step"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { harbour } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { onServers, played } from "./Played.ts"

/** An endpoint of the standard library. The control plane gets its address: an address in the world is trusted. */
const PYTHON = `
import json, os, urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

class App(BaseHTTPRequestHandler):
    def do_POST(self):
        interaction = json.loads(self.rfile.read(int(self.headers["content-length"])))
        user = interaction["member"]["user"]["username"]
        body = json.dumps({"type": 4, "data": {"content": "Hello from Python, " + user}}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        print("asked", flush=True)

def send(method, url, body, **headers):
    headers["content-type"] = "application/json"
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers, method=method))

env = os.environ
server = HTTPServer(("127.0.0.1", 0), App)
ours = env["BACKLOT_APP_ID"]
commands = [{"name": "greet", "description": "Greets"}]
bot = "Bot " + env["BACKLOT_APP_TOKEN"]
send("PUT", env["BACKLOT_APP_REST_URL"] + "/v10/applications/" + ours + "/commands", commands, authorization=bot)
address = {"interactions_endpoint_url": "http://127.0.0.1:" + str(server.server_port) + "/"}
send("PATCH", env["BACKLOT_APP_CONTROL_URL"] + "/applications/" + ours, address)
print("serving", flush=True)
server.serve_forever()
`

const play = (file: string, text: string, command: string, steps: ReadonlyArray<Step>) =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, file), text)
      const app = { command, ready: { log: "serving" } }
      const run = yield* played([loaded({ name: "other", world: harbour, app, steps }, folder)])
      const left = join(folder, "left.txt")
      return { ...run, left: existsSync(left) ? readFileSync(left, "utf8") : undefined }
    })
  )

const python = spawnSync("python3", ["--version"]).status === 0 ? "python3" : undefined
const MISSING = "THE PYTHON APP WAS NOT PLAYED AGAINST: there is no python3 in PATH."

it.live(
  python === undefined ? MISSING : "an app in Python is played against like any other, and its output is kept",
  () =>
    Effect.gen(function* () {
      if (python === undefined) return void process.stderr.write(`\n${MISSING}\n\n`)
      const greet = { as: "alice", in: "general", use: "/greet" }
      const expected = { message: { content: "Hello from Python, alice" } }
      const { verdict, told, attempt } = yield* play("app.py", PYTHON, `${python} app.py`, [
        { ...greet, expect: expected }
      ])
      expect(verdict, told).toBe("passed")
      expect(attempt?.apps[0]?.output).toBe("serving\nasked\n")
    })
)

/** Records how it ended. */
const ORDERLY = `
import { writeFileSync } from "node:fs"
process.on("SIGTERM", () => {
  writeFileSync("left.txt", "in order")
  process.exit(0)
})
setInterval(() => {}, 1e6)
console.log("serving")
`

it.live("an app is told by SIGTERM that the run is over, and ends in order", () =>
  Effect.gen(function* () {
    const say = { as: "alice", in: "general", say: "hi" }
    const command = `exec ${JSON.stringify(process.execPath)} app.mjs`
    const { verdict, told, left } = yield* play("app.mjs", ORDERLY, command, [say])
    expect(verdict, told).toBe("passed")
    expect(left).toBe("in order")
  })
)

/** Registers a command and exits. */
const REGISTERING = `
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_TOKEN: token, BACKLOT_APP_ID: id } = process.env
const headers = { authorization: "Bot " + token, "content-type": "application/json" }
const body = JSON.stringify([{ name: "ping", description: "Pings" }])
await fetch(rest + "/v10/applications/" + id + "/commands", { method: "PUT", headers, body })
console.log("serving")
`

it.live("an app may end well while it is played against", () =>
  Effect.gen(function* () {
    const steps = [{ wait: "1s" }, { as: "alice", in: "general", picker: "ping", expect: { commands: [{}] } }]
    const command = `${JSON.stringify(process.execPath)} app.mjs`
    const { verdict, told, attempt } = yield* play("app.mjs", REGISTERING, command, steps)
    expect(verdict, told).toBe("passed")
    expect(attempt?.apps[0]?.exit_code).toBe(0)
  })
)
