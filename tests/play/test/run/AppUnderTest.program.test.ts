import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer as createWebServer } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { begin, type Run } from "./Begun.ts"
import { BOT, harbour } from "./Harbour.ts"

/** Less than the waits of a failing test: a minute of sleep, or half a minute until the program is ready. */
const AT_ONCE = { timeout: 20_000 }

describe("the app under test", () => {
  it.live("gets the documented environment, that of the file, and nothing from a run around it", () =>
    Effect.gen(function* () {
      const text = `console.log(JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([k]) => /BACKLOT|PETS/.test(k))))); setInterval(() => {}, 1e6)`
      const { ready, stage } = yield* begin(text, { env: { PETS: "3" }, ready: { log: "}" } })
      const { report } = yield* ready
      const [application] = stage.applications
      expect(JSON.parse(report().output)).toEqual({
        BACKLOT_APP_REST_URL: stage.rest_url,
        BACKLOT_APP_GATEWAY_URL: stage.gateway_url,
        BACKLOT_APP_ID: application?.id,
        BACKLOT_APP_TOKEN: "pet-shop-bot-token",
        BACKLOT_APP_SECRET: "pet-shop-secret",
        BACKLOT_APP_PUBLIC_KEY: application?.public_key,
        BACKLOT_APP_CONTROL_URL: stage.control_url,
        BACKLOT_APP_CONTROL_TOKEN: "",
        PETS: "3"
      })
    })
  )

  it.live.each<[name: string, app: Omit<Run, "command">]>([
    ["connected to the gateway and quiet, unless said otherwise", {}],
    ["connected to the gateway", { ready: { gateway: true } }],
    ["when its output has a text", { ready: { log: "ready" } }],
    ["when its output matches", { ready: { log: "/^READY$/im" } }],
    ["when it has commands", { ready: { commands: 1 } }],
    ["when all that is said holds", { ready: { commands: 1, gateway: true, log: "ready" } }]
  ])("is ready %s", ([, app]) =>
    Effect.gen(function* () {
      const { ready } = yield* begin(BOT, app)
      expect((yield* ready).report()).toMatchObject({ application: "Pet Shop", exit_code: undefined })
    })
  )

  it.live("is ready once so many commands of its own are registered, those of its world among them", () =>
    Effect.gen(function* () {
      const { ready } = yield* begin(SECOND, { ready: { commands: 2 } }, commanded)
      expect((yield* ready).report().exit_code).toBeUndefined()
    })
  )

  it.live("is not ready for too few commands, whatever other applications have", () =>
    Effect.gen(function* () {
      const { ready } = yield* begin(IDLE, { ready: { commands: 2, within: "100ms" } }, commanded)
      const { message } = yield* Effect.flip(ready)
      expect(message).toContain("was not ready within 100ms; there was not yet: 2 commands; it never called")
    })
  )

  it.live("is ready when an address answers, whatever it answers", () =>
    Effect.gen(function* () {
      const text = `import http from "node:http"
        http.createServer((_, r) => r.writeHead(500).end()).listen(0, "127.0.0.1", function () { console.log(this.address().port) })`
      // Its port is known only once it runs, so another port stands for the app's address.
      const { ready, stage } = yield* begin(text, { ready: { log: "/\\d+/" } })
      yield* ready
      const other = yield* begin(text, { ready: { url: stage.url } })
      yield* other.ready
    })
  )

  it.live("is ready when its interactions endpoint was set and answers", () =>
    Effect.gen(function* () {
      const { ready } = yield* begin(ENDPOINT)
      expect((yield* ready).report().output).toContain("set 200")
    })
  )

  it.live(
    "is not taken for ready by an endpoint of an earlier run, which stands in its world and answers no more",
    () =>
      Effect.gen(function* () {
        const [application] = harbour.applications
        const applications = [{ ...application, interactions_endpoint_url: "http://127.0.0.1:1/" }]
        const { ready } = yield* begin(ENDPOINT, {}, { ...harbour, applications })
        expect((yield* ready).report().output).toContain("set 200")
      })
  )

  it.live("is not taken for ready by the endpoint of another program, which answered before it started", () =>
    Effect.gen(function* () {
      const other = createWebServer((_, response) => response.end())
      yield* Effect.promise(() => new Promise<void>((done) => other.listen(0, "127.0.0.1", done)))
      yield* Effect.addFinalizer(() => Effect.sync(() => other.close().closeAllConnections()))
      // A server that listens on TCP has a port.
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
      const [application] = harbour.applications
      const world = { ...harbour, applications: [{ ...application, interactions_endpoint_url: url }] }
      const { message } = yield* Effect.flip((yield* begin(IDLE, { ready: { within: "200ms" } }, world)).ready)
      expect(message).toContain(`at ${url}, as the world has it, another program did before`)
      const { ready } = yield* begin(ENDPOINT, {}, world)
      expect((yield* ready).report().output).toContain("set 200")
    })
  )

  it.live("is waited for as by default where `ready` only says for how long", () =>
    Effect.gen(function* () {
      const { ready } = yield* begin(IDLE, { ready: { within: "50ms" } })
      const { message } = yield* Effect.flip(ready)
      expect(message).toContain("there was not yet: a gateway session or an interactions endpoint that answers")
    })
  )

  it.live("says at once that the program ended before it was ready, with its output", () =>
    Effect.gen(function* () {
      const { ready } = yield* begin(`console.log("reading"); console.error("no pets"); process.exit(4)`)
      const { message } = yield* Effect.flip(ready)
      expect(message.split("\n")).toEqual([
        expect.stringMatching(
          /^The app ".* app\.mjs" ended with exit code 4 before it was ready; it never called Backlot: .*\.$/
        ),
        expect.stringMatching(/^ {2}(reading|no pets)$/),
        expect.stringMatching(/^ {2}(reading|no pets)$/)
      ])
    })
  )

  it.live("may end well before the run when what it was to do is done", () =>
    Effect.gen(function* () {
      const { ready } = yield* begin(BOT.slice(0, BOT.indexOf("const socket")), { ready: { commands: 1 } })
      yield* ready
    })
  )

  it.live("says what it waited for in vain", () =>
    Effect.gen(function* () {
      const { ready } = yield* begin(IDLE, {
        ready: { log: "listening", commands: 2, within: "50ms" }
      })
      const { message } = yield* Effect.flip(ready)
      expect(message).toContain(
        "was not ready within 50ms; there was not yet: listening in its output; 2 commands; it never called"
      )
      expect(message).toContain("It wrote nothing.")
    })
  )

  it.live("says that its folder is not there", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(begin("", { cwd: "nowhere" }))
      expect(failure.message).toMatch(/was not started: there is no folder .*nowhere$/)
    })
  )

  it.live.each<[what: string, app: Omit<Run, "command">]>([
    ["has no folder", { cwd: "nowhere" }],
    ["is not ready", { ready: { log: "one\ntwo", within: "50ms" } }]
  ])("is told of in one line where it %s, whatever its command looks like", ([, app]) =>
    Effect.gen(function* () {
      const starting = Effect.flatMap(begin(IDLE, app, harbour, "true\n"), ({ ready }) => ready)
      const [line] = (yield* Effect.flip(starting)).message.split("\n")
      expect(line).toMatch(
        /^The app "true\\n .*app\.mjs" was not (started: .*nowhere|ready .*one\\ntwo in its output; it never called .*)$/
      )
    })
  )

  it.live("breaks the play when it ends with an error, and only then", () =>
    Effect.gen(function* () {
      const { ready, stage } = yield* begin(BOT)
      const { broken, sound, report } = yield* ready
      yield* sound
      const use = `${stage.control_url}/users/300000000000000001/channels/200000000000000021/interactions?wait=false`
      const body = JSON.stringify({ text: "/echo text:crash" })
      yield* Effect.promise(() => fetch(use, { method: "POST", headers: { "content-type": "application/json" }, body }))
      expect((yield* Effect.flip(broken)).message).toContain("ended with exit code 3.")
      expect((yield* Effect.flip(sound)).when).toBe("playing")
      expect(report().exit_code).toBe(3)
    })
  )

  it.live(
    "that ended with an error is told of at once, though what it started lives on and holds its output",
    () =>
      Effect.gen(function* () {
        const text = `console.log("up"); console.error("no fish"); setTimeout(() => process.exit(4), 50)`
        const { ready } = yield* begin(text, { ready: { log: "up" } }, harbour, "sleep 60 &")
        const { broken } = yield* ready
        const { message } = yield* Effect.flip(broken)
        expect(message.split("\n")).toEqual([
          expect.stringMatching(/ ended with exit code 4\.$/),
          ...["  up", "  no fish"].map((line) => expect.stringMatching(line))
        ])
      }),
    AT_ONCE
  )

  it.live(
    "that ended well may have left something in its place, which is waited for",
    () =>
      Effect.gen(function* () {
        const text = `import { spawn } from "node:child_process"
        spawn(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(BOT)}], { stdio: "inherit" }).unref()`
        const { ready } = yield* begin(text)
        expect((yield* ready).report()).toMatchObject({ output: "ready\n", exit_code: 0 })
      }),
    AT_ONCE
  )

  it.live("is asked to end, and has time for it, before it is stopped", () =>
    Effect.gen(function* () {
      const text = `process.on("SIGTERM", () => setTimeout(() => { console.log("bye"); process.exit(0) }, 50))
        console.log("up"); ${IDLE}`
      const { report } = yield* Effect.scoped(
        Effect.flatMap(begin(text, { ready: { log: "up" } }), (app) => Effect.as(app.ready, app))
      )
      expect(report().output).toBe("up\nbye\n")
    })
  )

  it.live("is stopped with everything it started, what ignores SIGTERM too", () =>
    Effect.gen(function* () {
      const { port, left } = yield* lifeline
      const child = `process.on("SIGTERM", () => {}); require("node:net").connect(${port}, "127.0.0.1", () => console.log("up"))`
      const text = `import { spawn } from "node:child_process"
        spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" })
        setInterval(() => {}, 1e6)`
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { ready } = yield* begin(text, { ready: { log: "up" } })
          yield* ready
        })
      )
      yield* left
    })
  )

  it.live("does not live on when we are killed", () =>
    Effect.gen(function* () {
      const { port, left } = yield* lifeline
      const us = spawn(
        process.execPath,
        ["--conditions=@backlot/source", join(import.meta.dirname, "Killed.ts"), String(port)],
        {
          stdio: ["ignore", "pipe", "inherit"]
        }
      )
      yield* Effect.promise(() => once(us.stdout, "data"))
      us.kill("SIGKILL")
      yield* left
    })
  )
})

/** A port for the program to connect to, and the time when it let go of it. */
const lifeline = Effect.gen(function* () {
  const server = createServer()
  const gone = new Promise<void>((resolve) =>
    server.once("connection", (socket) => socket.on("close", () => resolve()))
  )
  server.on("connection", (socket) => socket.on("error", () => {}))
  server.listen(0, "127.0.0.1")
  yield* Effect.promise(() => once(server, "listening"))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
  // A TCP listener has an address with a port.
  const { port } = server.address() as AddressInfo
  return { port, left: Effect.promise(() => gone) }
})

const [petShop] = harbour.applications

/** With a command of the application, and two of another. */
const commanded = {
  ...harbour,
  applications: [petShop, { id: "100000000000000002", name: "Zoo", owner_id: petShop?.owner_id }],
  commands: [
    { application_id: petShop?.id, name: "first", description: "The first" },
    { application_id: "100000000000000002", name: "lions", description: "Shows the lions" },
    { application_id: "100000000000000002", name: "bears", description: "Shows the bears" }
  ]
}

const IDLE = "setInterval(() => {}, 1e6)"

/** Registers one more command. */
const SECOND = `
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_TOKEN: token, BACKLOT_APP_ID: id } = process.env
await fetch(rest + "/v10/applications/" + id + "/commands", {
  method: "POST",
  headers: { authorization: "Bot " + token, "content-type": "application/json" },
  body: JSON.stringify({ name: "second", description: "The second" })
})
setInterval(() => {}, 1e6)
`

const ENDPOINT = `
import http from "node:http"
import { createPublicKey, verify } from "node:crypto"
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_TOKEN: token, BACKLOT_APP_PUBLIC_KEY: key } = process.env
const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(key, "hex")])
const publicKey = createPublicKey({ key: spki, format: "der", type: "spki" })
const server = http.createServer((request, response) => {
  let body = ""
  request.on("data", (part) => (body += part)).on("end", () => {
    const signature = Buffer.from(request.headers["x-signature-ed25519"] ?? "", "hex")
    const text = Buffer.from((request.headers["x-signature-timestamp"] ?? "") + body)
    if (!verify(null, text, publicKey, signature)) return response.writeHead(401).end()
    response.writeHead(200, { "content-type": "application/json" }).end('{"type":1}')
  })
}).listen(0, "127.0.0.1", async () => {
  const interactions_endpoint_url = "http://127.0.0.1:" + server.address().port + "/"
  const answer = await fetch(rest + "/v10/applications/@me", {
    method: "PATCH",
    headers: { authorization: "Bot " + token, "content-type": "application/json" },
    body: JSON.stringify({ interactions_endpoint_url })
  })
  console.log("set " + answer.status)
})
`
