/** Inspectors list interactions and read one. Our choice: docs/choices.md "Control plane". */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ALICE, APP, BOB, GENERAL, GUILD, STAFF_ROOM, STRANGER } from "../Harbour.ts"
import { type Reply, saying, stage } from "../Stage.ts"

interface Summary {
  readonly id: string
  readonly user_id: string
  readonly created_ms: number
}

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const summariesIn = ({ text }: Reply) => (JSON.parse(text) as { interactions: ReadonlyArray<Summary> }).interactions
const fieldsIn = ({ text }: Reply) => JSON.parse(text) as Readonly<Record<string, unknown>>
const ids = (all: ReadonlyArray<Summary>) => all.map(({ id }) => id)

describe("the list of interactions", () => {
  it.live("has the newest first, page by page, and those of one user, channel or application", () =>
    Effect.gen(function* () {
      const { control, use } = yield* stage(saying("hi"))
      const used: Array<string> = []
      for (const user of [ALICE, BOB, ALICE]) used.unshift((yield* use(user, GENERAL, DOG)).body.interaction_id)
      const list = (query: string) => Effect.map(control(`/interactions${query}`), summariesIn)
      assert.deepStrictEqual(ids(yield* list("")), used)
      assert.deepStrictEqual(ids(yield* list("?limit=2")), used.slice(0, 2))
      assert.deepStrictEqual(ids(yield* list(`?limit=2&before=${used[1]}`)), used.slice(2))
      assert.deepStrictEqual(ids(yield* list(`?user_id=${BOB}`)), used.slice(1, 2))
      assert.deepStrictEqual(ids(yield* list(`?channel_id=${GENERAL}&application_id=${APP}`)), used)
      assert.deepStrictEqual(yield* list(`?channel_id=${STAFF_ROOM}`), [])
      assert.deepStrictEqual(yield* list(`?application_id=${STRANGER}`), [])
    })
  )

  it.live("says what each one is, how it was answered and when it ends, without its token", () =>
    Effect.gen(function* () {
      const { control, use } = yield* stage(saying("hi"))
      const { interaction_id: id } = (yield* use(ALICE, GENERAL, DOG)).body
      const [first] = summariesIn(yield* control("/interactions"))
      const created_ms = first?.created_ms ?? 0
      const facts = {
        type: 2,
        application_id: APP,
        user_id: ALICE,
        channel_id: GENERAL,
        guild_id: GUILD,
        command: { id: ADOPT, name: "adopt", type: 1 },
        created_ms,
        acknowledge_by: new Date(created_ms + 3_000).toISOString(),
        token_ends_at: new Date(created_ms + 900_000).toISOString()
      }
      const response = { type: 4, ephemeral: false }
      assert.deepStrictEqual<unknown>(first, { id, state: "responded", ...facts, response })
      const one = fieldsIn(yield* control(`/interactions/${id}`))
      assert.deepInclude(one, { ...facts, interaction_id: id, now: new Date(created_ms).toISOString() })
    })
  )

  it.live.each(["limit=0", "limit=101", "before=x", "user_id=alice"])("refuses ?%s", (query) =>
    Effect.gen(function* () {
      const { control } = yield* stage(saying("hi"))
      assert.strictEqual((yield* control(`/interactions?${query}`)).status, 400)
    })
  )
})
