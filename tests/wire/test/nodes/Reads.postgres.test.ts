/** Reads on two servers: what nobody changed costs no question to the store, and what anybody changed is seen at once. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { APP, GUILD } from "../Harbour.ts"
import { type Node, nodes, rest } from "./Nodes.ts"

const COMMANDS = `/applications/${APP}/guilds/${GUILD}/commands`

/** The description of the command that the guild begins with. */
const OWN = "The docked command"

/** Transactions of the server up to now. */
const transactionsOf = ({ control }: Node) =>
  Effect.map(control("/metrics"), ({ text }) => {
    const counts = [...text.matchAll(/^backlot_storage_transaction_duration_seconds_count\{.*\} (\d+)$/gm)]
    assert.isNotEmpty(counts)
    return counts.reduce((sum, [, count]) => sum + Number(count), 0)
  })

const listed = (node: Node) =>
  Effect.map(rest(node, "GET", COMMANDS), ({ status, body }) => {
    assert.strictEqual(status, 200)
    return body.map(({ description }: { readonly description: string }) => description)
  })

describe("two servers on one database", () => {
  it.live("answer what nobody changed without a transaction", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      yield* rest(there, "POST", COMMANDS, { name: "ping", description: "Pings" })
      const costs: Array<number> = []
      for (let i = 0; i < 40; i++) {
        const before = yield* transactionsOf(here)
        assert.deepStrictEqual(yield* listed(here), [OWN, "Pings"])
        costs.push((yield* transactionsOf(here)) - before)
      }
      // What the server does by itself now and then is counted too.
      const free = costs.slice(5).filter((cost) => cost === 0)
      assert.isAtLeast(free.length, 25, costs.join())
    })
  )

  it.live("show each change over the other in the next answer", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const { body } = yield* rest(there, "POST", COMMANDS, { name: "ping", description: "Pings" })
      for (let i = 0; i < 30; i++) {
        const [writer, reader] = i % 2 === 0 ? [here, there] : [there, here]
        assert.lengthOf(yield* listed(reader), 2)
        const description = `Number ${i}`
        yield* rest(writer, "PATCH", `${COMMANDS}/${body.id}`, { description })
        assert.deepStrictEqual(yield* listed(reader), [OWN, description])
      }
    })
  )

  it.live("refuse a caller in the next answer when the other took its rights", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const install = `/guilds/${GUILD}/installs/${APP}`
      for (let i = 0; i < 5; i++) {
        assert.deepStrictEqual(yield* listed(here), [OWN])
        assert.strictEqual((yield* there.control(install, { method: "DELETE" })).status, 204)
        assert.strictEqual((yield* rest(here, "GET", COMMANDS)).status, 403)
        assert.strictEqual((yield* there.control(install, { method: "PUT", json: {} })).status, 201)
      }
    })
  )
})
