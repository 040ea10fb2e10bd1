/** The reasons of product.md "Control plane" (refused before delivery) in expectations and outcomes. */
import type { Step } from "@backlot/scenario/Step"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"

const register = (application: string, body: object): Step => ({
  app: { application, post: "/applications/{application}/commands", body }
})

const refusals: ReadonlyArray<readonly [reason: string, because: string, step: Step]> = [
  ["unknown", "/adopt/", { ...ALICE_HERE, use: "/adpot" }],
  ["invisible", "/install/", { ...ALICE_HERE, use: { command: "duel" } }],
  ["permission", "/default_member_permissions/", { as: "bob", in: "general", use: "/ban" }],
  ["stale", "/version/", { ...ALICE_HERE, use: { command: "ban", version: "1" } }],
  ["options", "/animal/", { ...ALICE_HERE, use: { command: "adopt" } }],
  ["context", "/context/", { as: "alice", in: "@Pet Shop", use: { command: "guildly" } }]
]

describe("a refusal", () => {
  it.live.each(refusals)(
    "that is %s is expected by its reason and its sentence, and by no other",
    ([reason, because, step]) =>
      Effect.gen(function* () {
        const { play, perform, failing, received } = yield* playing(() => saying("hello"))
        yield* play(
          register("Rival", { name: "duel", description: "Duels" }),
          register("Pet Shop", { name: "guildly", description: "In guilds", contexts: [0] })
        )
        const outcome = yield* perform({ ...step, expect: { refused: reason, because } })
        assert.strictEqual(outcome.state, undefined)
        for (const expect of [undefined, { refused: false }, { refused: reason === "stale" ? "options" : "stale" }]) {
          const failure = yield* failing(expect === undefined ? step : { ...step, expect })
          assert.match(failure.message, /^refused: /)
        }
        assert.deepStrictEqual(received, [])
      })
  )
})
