import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "../fixture/Client.ts"
import { APP, at, running, SECRETS, world } from "../fixture/Running.ts"

const HARBOUR = "200000000000000001"
const [GUILD] = world.guilds
const INSTALLED = { ...world, guilds: [{ ...GUILD, installs: [{ application_id: APP, scopes: ["bot"] }] }] }

const ask = (path: string, asked: object) =>
  Effect.flatMap(at(path), (url) => call(url, { ...asked, headers: { authorization: `Bot ${SECRETS.bot}` } }))

/** Transactions that the server has opened. */
const transactions = Effect.map(ask("/control/v1/metrics", {}), ({ text }) =>
  Array.from(text.matchAll(/^backlot_storage_transaction_duration_seconds_count\S* (\d+)$/gm)).reduce(
    (sum, [, count]) => sum + Number(count),
    0
  )
)

describe("an upsert", () => {
  for (const [scope, place] of Object.entries({ global: "", guild: `/guilds/${HARBOUR}` })) {
    it.live(`of a ${scope} command opens one transaction once the caller is known`, () =>
      Effect.gen(function* () {
        const commands = `/api/v10/applications/${APP}${place}/commands`
        // The first write also reserves a range of ids.
        yield* ask(commands, { json: { name: "first", description: "The first" } })
        for (const status of [201, 200]) {
          const before = yield* transactions
          const answer = yield* ask(commands, { json: { name: "feed", description: `Answers ${status}` } })
          assert.strictEqual(answer.status, status)
          assert.strictEqual((yield* transactions) - before, 1)
        }
      }).pipe(Effect.provide(running({ world: INSTALLED })))
    )
  }
})
