import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { formatPath } from "@backlot/domain/error/Fault"
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Worlds from "../../src/world/Worlds.ts"
import { ALICE, decode, harbourFile, PET_SHOP, UPDATE_TOKEN_LIFE } from "../fixture/Harbour.ts"
import { describeOnEachStore, WALL_MS } from "../fixture/Stores.ts"

const SPARSE = {
  applications: [{ id: PET_SHOP, name: "Pet Shop", owner_id: ALICE }],
  users: [{ id: ALICE, username: "alice" }],
  commands: [
    { application_id: PET_SHOP, name: "a", description: "A" },
    { application_id: PET_SHOP, name: "b", description: "B" }
  ]
}

describeOnEachStore("a world as somebody gives it", (test) => {
  test(
    "gets keys, secrets and ids where it leaves them out, others each time",
    Effect.gen(function* () {
      const [one, other] = [yield* decode(SPARSE), yield* decode(SPARSE)]
      const minted = [one, other].flatMap(({ applications, commands }) => [
        ...applications.flatMap(({ private_key, client_secret, bot }) => [private_key, client_secret, bot.token]),
        ...commands.flatMap(({ id, version }) => [id, version])
      ])
      assert.strictEqual(new Set(minted).size, 14)
      assert.match(one.applications[0]?.private_key ?? "", /^[0-9a-f]{64}$/)
      assert.isTrue(one.commands.every(({ id, version }) => isSnowflake(id) && BigInt(version) === BigInt(id) + 1n))
    })
  )

  test(
    "counts the life of its tokens from the service clock",
    Effect.gen(function* () {
      const { tokens } = yield* decode(harbourFile())
      const ends = tokens.map(({ expires_at }) => expires_at)
      assert.deepStrictEqual(new Set(ends), new Set([null, WALL_MS + UPDATE_TOKEN_LIFE * 1000]))
    })
  )

  test(
    "that breaks a rule is refused whole, with path of each fault",
    Effect.gen(function* () {
      const result = yield* Worlds.decode({
        ...SPARSE,
        users: [{ id: "x" }],
        commands: [{ application_id: PET_SHOP, name: "A" }]
      })
      assert.deepStrictEqual(
        Result.isFailure(result) && result.failure.map(({ path }) => formatPath(path)).toSorted(),
        ["applications[0].owner_id", "commands[0].description", "commands[0].name", "users[0].id", "users[0].username"]
      )
    })
  )
})
