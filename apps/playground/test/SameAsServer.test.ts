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

const call = (method: string, url: string, body?: unknown) =>
  Effect.promise(async () => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url, { method, headers: { "content-type": "application/json" }, ...init })
    const told: Record<string, unknown> = await response.json()
    return { status: response.status, told }
  })

/** No two servers draw the same id and token. */
const withoutChance = (interaction: Record<string, unknown> | undefined) => {
  const { id: _, token: __, ...same } = interaction ?? {}
  return same
}

for (const scope of ["global", "guild"] as const)
  it.live(`every decision, refusal and interaction of commands registered ${scope} is the server's`, () =>
    Effect.gen(function* () {
      const app = yield* application
      const value = Result.getOrThrow(
        readWorld(START.world.replace("name: Pet Shop,", `name: Pet Shop, interactions_endpoint_url: "${app.url}",`))
      )
      const { contents } = judge({ ...START, scope }).definitions
      const whole = { ...Object(completed(value.value, contents, scope).whole), now: "2026-01-01T00:00:00Z" }
      const server = yield* embed({ world: whole, clock: "frozen" })
      let decisions = 0
      let delivered = 0
      const { world } = judge({ ...START, scope })
      for (const { id: user } of world?.users ?? [])
        for (const { id: channel } of world === undefined ? [] : roomsOf(world, user)) {
          const base = `${server.addresses.control_url}/users/${user}/channels/${channel}`
          const example = { ...START, scope, user, channel }
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
      // Three people, two channels, three commands.
      assert.strictEqual(decisions, 18)
      assert.strictEqual(app.bodies.length, delivered)
      assert.isAbove(delivered, 5)
    })
  )
