/** `--public-url`: what a server behind a proxy says of itself. Nothing is sent to that address. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embed } from "../src/Embed.ts"
import { ask, head, raw } from "./fixture/Client.ts"
import { GENERAL, SECRETS, world } from "./fixture/Running.ts"

const PUBLIC = "https://backlot.example/bots"
const authorization = `Bot ${SECRETS.bot}`

const openWorld = {
  ...world,
  guilds: world.guilds.map((guild) => ({
    ...guild,
    installs: [{ application_id: world.applications[0]?.id, scopes: ["bot"], permissions: ["ADMINISTRATOR"] }]
  }))
}

/** The data of READY. */
const ready = (url: string) =>
  Effect.callback<{ readonly resume_gateway_url: string }>((resume) => {
    const socket = new WebSocket(`${url}?v=10&encoding=json`)
    const properties = { os: "linux", browser: "test", device: "test" }
    socket.onmessage = ({ data }) => {
      const { op, d } = JSON.parse(String(data))
      if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token: SECRETS.bot, intents: 0, properties } }))
      if (op !== 0) return
      resume(Effect.succeed(d))
      socket.close()
    }
  })

describe("a server with a public URL", () => {
  it.live.each([PUBLIC, `${PUBLIC}/`])("advertises it: %s", (publicUrl) =>
    Effect.gen(function* () {
      const { addresses } = yield* embed({ world: openWorld, publicUrl })
      assert.match(addresses.url, /^http:\/\/127\.0\.0\.1:\d+$/)
      const gateway = { url: "wss://backlot.example/bots/gateway" }
      assert.deepInclude((yield* ask(`${addresses.rest_url}/v10/gateway`)).body, gateway)
      assert.deepInclude(
        (yield* ask(`${addresses.rest_url}/v10/gateway/bot`, { headers: { authorization } })).body,
        gateway
      )
      assert.strictEqual((yield* ready(addresses.gateway_url)).resume_gateway_url, gateway.url)
      const form = new FormData()
      form.set("payload_json", JSON.stringify({ attachments: [{ id: 0 }] }))
      form.set("files[0]", new Blob(["a"]), "a.txt")
      const sent = yield* Effect.promise(async () => {
        const url = `${addresses.rest_url}/v10/channels/${GENERAL}/messages`
        const response = await fetch(url, { method: "POST", headers: { authorization }, body: form })
        return JSON.parse(await response.text())
      })
      const [file] = sent.attachments
      assert.match(file.url, /^https:\/\/backlot\.example\/bots\/attachments\//)
    })
  )

  it.live("answers to its name, and to no other on loopback", () =>
    Effect.gen(function* () {
      const { addresses } = yield* embed({ world, publicUrl: PUBLIC })
      const status = (host: string) =>
        Effect.map(
          raw(addresses.url, head("GET /api/v10/gateway HTTP/1.1", `Host: ${host}`, "Connection: close")),
          (answer) => answer.split(" ")[1]
        )
      assert.deepStrictEqual(yield* Effect.all(["backlot.example", "127.0.0.1", "evil.test"].map(status)), [
        "200",
        "200",
        "403"
      ])
    })
  )
})
