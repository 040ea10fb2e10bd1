import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Step } from "@backlot/scenario/Step"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { harbour } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { ALIKE, onServers, played } from "./Played.ts"

const world = {
  ...harbour,
  applications: [
    ...harbour.applications,
    {
      id: "100000000000000002",
      name: "Bird Shop",
      owner_id: "300000000000000002",
      bot: { token: "bird-shop-bot-token" },
      client_secret: "bird-shop-secret",
      private_key: "bb".repeat(32)
    }
  ],
  guilds: harbour.guilds.map((guild) => ({
    ...guild,
    installs: [...harbour.applications, { id: "100000000000000002" }].map(({ id }) => ({
      application_id: id,
      scopes: ["bot", "applications.commands"],
      permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"]
    }))
  }))
}

/** Answers its command at once, or deferred on request; the second app also answers messages of the first. */
const APP = `
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_GATEWAY_URL: gateway, BACKLOT_APP_TOKEN: token, BACKLOT_APP_ID: id } = process.env
const [, , command, listensTo] = process.argv
const send = (method, path, body) => fetch(rest + "/v10" + path, {
  method, headers: { authorization: "Bot " + token, "content-type": "application/json" }, body: JSON.stringify(body)
})
const text = { type: 3, name: "text", description: "What" }
await send("PUT", "/applications/" + id + "/commands", [{ name: command, description: "Says it", options: [text] }])
const socket = new WebSocket(gateway + "?v=10&encoding=json")
socket.onmessage = async ({ data }) => {
  const { op, t, d } = JSON.parse(data)
  if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: listensTo ? 512 : 0, properties: {} } }))
  if (t === "MESSAGE_CREATE" && d.application_id === listensTo) {
    await send("POST", "/channels/" + d.channel_id + "/messages", { content: "heard " + d.id })
  }
  if (t !== "INTERACTION_CREATE") return
  const content = command + " " + d.data.options[0].value + " " + d.id + " " + d.token
  const callback = "/interactions/" + d.id + "/" + d.token + "/callback"
  if (!content.includes("late")) return send("POST", callback, { type: 4, data: { content } })
  await send("POST", callback, { type: 5 })
  await send("PATCH", "/webhooks/" + id + "/" + d.token + "/messages/@original", { content })
}
`

const heard = { wait: { message: { content: "heard ${barked}" } } }
const barked = { barked: "message.id" }
const steps: ReadonlyArray<Step> = [
  {
    as: "alice",
    in: "general",
    use: "/bark text:one",
    expect: { message: { content: "/^bark one/" } },
    capture: barked
  },
  heard,
  { as: "bob", use: "/sing text:two", expect: { message: { content: "/^sing two/" } } },
  { advance: "1s" },
  { as: "alice", use: "/sing text:late", until: "responded", expect: { message: { content: "/^sing late/" } } },
  { as: "bob", use: "/bark text:three", expect: { message: { content: "/^bark three/" } }, capture: barked },
  heard,
  { app: { application: "Bird Shop", get: "/applications/@me" }, expect: { body: { name: "Bird Shop" } } },
  { app: { get: "/applications/@me" }, expect: { body: { name: "Pet Shop" } } },
  { read: true, expect: { messages: { $length: 6 } } }
]

const play = (storage: "memory" | "file") =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "app.mjs"), APP)
      const command = `${JSON.stringify(process.execPath)} app.mjs`
      const ready = { gateway: true, commands: 1 }
      const apps = [
        { application: "Pet Shop", command: `${command} bark`, ready },
        { application: "Bird Shop", command: `${command} sing 100000000000000001`, ready }
      ]
      const run = yield* played([loaded({ name: "two", world, apps, storage, steps }, folder)], ALIKE)
      return { verdict: run.verdict, failure: run.attempt?.failure, text: run.transcript }
    })
  )

/** What the others are compared with. */
class First extends Context.Service<First, Effect.Success<ReturnType<typeof play>>>()("SeveralApps/First") {
  static readonly layer = Layer.effect(First, play("memory"))
}

layer(First.layer, { excludeTestServices: true })("two apps that answer in one scenario", (it) => {
  it.effect("are started by it, each as its own application, and both are heard", () =>
    Effect.gen(function* () {
      const first = yield* First
      expect([first.verdict, first.failure], first.text).toEqual(["passed", undefined])
      expect(new Set(first.text.match(/Bird Shop: "heard \d+/g)).size).toBe(2)
    })
  )

  it.effect.each<["memory" | "file"]>([["memory"], ["file"], ["file"]])(
    "give the same transcript byte for byte again, on %s storage",
    ([storage]) =>
      Effect.gen(function* () {
        expect((yield* play(storage)).text).toBe((yield* First).text)
      })
  )
})
