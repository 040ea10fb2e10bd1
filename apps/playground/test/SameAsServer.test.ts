/** What the page says without a server is what a server says, and what it delivers. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { embed } from "@backlot/server/Embed"
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { START } from "../src/model/Examples.ts"
import { roomsOf } from "../src/model/Here.ts"
import { completed, readWorld } from "../src/model/WorldText.ts"
import { judge } from "./Judging.ts"

const TYPED = ["/adopt animal:Dog name:Rex keeper:@bob", "/adopt animal:Fish", "/ban member:@carol", "/vet", "/ve"]

/** The example; bob has installed the application, and there are direct channels with its bot and without. */
const WORLD = `${START.world.replace("username: bob", 'username: bob, installs: [{ application_id: "1" }]')}
direct_channels:
  - { id: "40", type: 1, recipients: ["11", "1"] }
  - { id: "41", type: 1, recipients: ["11", "12"] }
  - { id: "42", type: 1, recipients: ["10", "1"] }
`

/** An application that keeps what it gets. */
const application = Effect.acquireRelease(
  Effect.promise(async () => {
    const bodies: Array<Record<string, unknown>> = []
    const server = createServer((request, response) => {
      let text = ""
      request.on("data", (part: Buffer) => {
        text += part.toString()
      })
      request.on("end", () => {
        bodies.push(JSON.parse(text))
        response.setHeader("content-type", "application/json")
        response.end(JSON.stringify({ type: 4, data: { content: "done" } }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    // It listens on TCP.
    const { port } = server.address() as AddressInfo
    return { bodies, url: `http://127.0.0.1:${port}/`, server }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

const call = (method: string, url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url, { method, headers: { "content-type": "application/json", ...headers }, ...init })
    const told: Record<string, unknown> = await response.json()
    return { status: response.status, told }
  })

/** No two servers draw the same id and token. */
const withoutChance = (interaction: Record<string, unknown> | undefined) => {
  const { id: _, token: __, ...same } = interaction ?? {}
  return same
}

it.live("what a bulk overwrite is answered, by its form and by how many commands it has, is the server's answer", () =>
  Effect.gen(function* () {
    const server = yield* embed({
      world: completed(Result.getOrThrow(readWorld(START.world)).value, [], "global").whole
    })
    const { application } = server.applications[0] ?? assert.fail("The world has an application")
    const command = (n: number) => ({ name: `c${n}`, description: "A command" })
    const many = Array.from({ length: 101 }, (_, n) => command(n))
    for (const [commands, code] of [
      [many, 30032],
      [[...many, { name: "UPPER", description: "" }], 50035]
    ] as const) {
      const mine = judge({ ...START, definitions: JSON.stringify(commands) }).definitions.answer
      const url = `${server.addresses.url}/api/v10/applications/${application.id}/commands`
      const { status, told } = yield* call("PUT", url, commands, { authorization: `Bot ${application.bot.token}` })
      assert.strictEqual(status, 400)
      assert.strictEqual(told["code"], code)
      assert.deepStrictEqual(told, mine)
    }
  })
)

for (const scope of ["global", "guild"] as const)
  it.live(`every decision, refusal and interaction of commands registered ${scope} is the server's`, () =>
    Effect.gen(function* () {
      const app = yield* application
      const value = Result.getOrThrow(
        readWorld(WORLD.replace("name: Pet Shop,", `name: Pet Shop, interactions_endpoint_url: "${app.url}",`))
      )
      const { sound } = judge({ ...START, world: WORLD, scope }).definitions
      const whole = { ...Object(completed(value.value, sound, scope).whole), now: "2026-01-01T00:00:00Z" }
      const server = yield* embed({ world: whole, clock: "frozen" })
      let decisions = 0
      let delivered = 0
      const { world } = judge({ ...START, world: WORLD, scope })
      for (const { id: user } of world?.users ?? [])
        for (const { id: channel } of world === undefined ? [] : roomsOf(world, user)) {
          const base = `${server.addresses.control_url}/users/${user}/channels/${channel}`
          const example = { ...START, world: WORLD, scope, user, channel }
          for (const { command, evaluation } of judge(example).here?.judged ?? []) {
            const { told } = yield* call("GET", `${base}/commands/${command.id}/explain`)
            const { visible, usable } = evaluation
            assert.deepStrictEqual([told["visible"], told["usable"]], [visible, usable])
            assert.deepStrictEqual(told["decisions"], evaluation.decisions)
            decisions += 1
          }
          for (const typed of TYPED) {
            const mine = judge({ ...example, typed }).typed
            const { status, told } = yield* call("POST", `${base}/interactions?wait=true`, { text: typed })
            if (mine?.refused !== undefined) {
              assert.include(`${told["reason"]}: ${told["because"]}`, mine.refused)
              continue
            }
            assert.isBelow(status, 300)
            const got = app.bodies.at(-1)
            assert.deepStrictEqual(withoutChance(got), withoutChance(JSON.parse(JSON.stringify(mine?.interaction))))
            delivered += 1
          }
        }
      // Three people, two channels, three commands; in direct channels the global ones, where the bot is or its application.
      assert.strictEqual(decisions, scope === "global" ? 18 + 9 : 18)
      assert.strictEqual(app.bodies.length, delivered)
      assert.isAbove(delivered, 5)
    })
  )
