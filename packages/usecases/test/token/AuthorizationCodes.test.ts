import { oauth } from "@backlot/domain/base/Limits"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Collections from "../../src/store/Collections.ts"
import * as AuthorizationCodes from "../../src/token/AuthorizationCodes.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { codes, decided, open } from "../fixture/Authorizing.ts"
import { ALICE, CAROL, PET_SHOP, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows, transact, WALL_MS } from "../fixture/Stores.ts"

const END = WALL_MS + 600_000

const hashOf = Effect.fnUntraced(function* (code: string | undefined) {
  return (yield* Secrets).sha256(code ?? "")
})

const take = (hash: string, now = WALL_MS) => transact(() => AuthorizationCodes.take(hash, now))

const code = (number: number, changes: object = {}) => ({
  code_hash: String(number).padStart(64, "0"),
  application_id: PET_SHOP,
  user_id: ALICE,
  scopes: ["identify"],
  redirect_uri: "shop:/authorize/callback",
  redirect_given: true,
  auth_time_ms: WALL_MS,
  ...changes
})

const create = (from: number, to: number, now: number) =>
  transact(function* () {
    for (let number = from; number < to; number++) yield* AuthorizationCodes.create(code(number), now)
  })

describeOnEachStore("an authorization code", (test) => {
  test(
    "is used once; used again, it is told apart from one that never was",
    Effect.gen(function* () {
      yield* open()
      const { code } = yield* decided()
      const hash = yield* hashOf(code)
      const first = yield* take(hash)
      assert.deepInclude(first, { kind: "fresh" })
      assert.deepInclude(first.kind === "gone" ? {} : first.code, { application_id: PET_SHOP, user_id: ALICE })
      assert.strictEqual((yield* take(hash)).kind, "used")
      assert.strictEqual((yield* take(yield* hashOf("another"))).kind, "gone")
    })
  )

  test(
    "is used once by requests at the same time",
    Effect.gen(function* () {
      yield* open()
      const hash = yield* hashOf((yield* decided()).code)
      const kinds = yield* Effect.forEach([1, 2, 3, 4], () => Effect.map(take(hash), ({ kind }) => kind), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(kinds.toSorted(), ["fresh", "used", "used", "used"])
    })
  )

  test(
    "ends after ten minutes, used or not",
    Effect.gen(function* () {
      yield* open()
      const hash = yield* hashOf((yield* decided()).code)
      assert.strictEqual((yield* take(hash, END)).kind, "gone")
      assert.strictEqual((yield* take(hash, END - 1)).kind, "fresh")
      assert.strictEqual((yield* take(hash, END - 1)).kind, "used")
      assert.strictEqual((yield* take(hash, END)).kind, "gone")
    })
  )

  test(
    "is still its owner's when the exchange fails",
    Effect.gen(function* () {
      yield* open()
      const hash = yield* hashOf((yield* decided()).code)
      yield* Effect.flip(
        transact(function* () {
          yield* AuthorizationCodes.take(hash, WALL_MS)
          return yield* Result.fail("wrong verifier")
        })
      )
      assert.strictEqual((yield* take(hash)).kind, "fresh")
    })
  )

  test(
    "goes with its application and with its user",
    Effect.gen(function* () {
      yield* open()
      const given = [code(1), code(2, { user_id: CAROL }), code(3, { application_id: WEATHER, user_id: CAROL })]
      yield* transact(() => Body.forEach(given, (each) => AuthorizationCodes.create(each, WALL_MS)))
      const left = Effect.map(codes, (all) => all.map(({ code_hash }) => Number(code_hash)))
      yield* WorldEdits.remove({ kind: "application", application_id: WEATHER })
      assert.deepStrictEqual(yield* left, [1, 2])
      yield* WorldEdits.remove({ kind: "user", user_id: CAROL })
      assert.deepStrictEqual(yield* left, [1])
    })
  )

  test(
    "goes with its world, though the next one has the same application and user",
    Effect.gen(function* () {
      yield* open()
      yield* create(1, 3, WALL_MS)
      yield* open()
      assert.deepStrictEqual(yield* codes, [])
      yield* create(3, 4, WALL_MS)
      assert.strictEqual((yield* take(code(1).code_hash)).kind, "gone")
      assert.strictEqual((yield* take(code(3).code_hash)).kind, "fresh")
    })
  )

  test(
    "is counted as it comes and goes: what is gone leaves its room to others",
    Effect.gen(function* () {
      yield* open()
      const counted = Effect.map(rows, (all) => {
        const tally = all.find(([key]) => key === `kept/${Collections.authorizationCodes.name}`)
        return Number(tally?.[1])
      })
      yield* create(1, 6, WALL_MS)
      assert.strictEqual(yield* counted, 5)
      yield* transact(() => AuthorizationCodes.forgetGiven(PET_SHOP, ALICE))
      assert.strictEqual(yield* counted, 0)
      yield* create(6, 8, WALL_MS)
      yield* create(8, 9, END)
      assert.deepStrictEqual([yield* counted, (yield* codes).length], [1, 1])
    })
  )

  test(
    "is forgotten for one user and application alone",
    Effect.gen(function* () {
      yield* open()
      yield* create(1, 2, WALL_MS)
      yield* transact(() => AuthorizationCodes.create(code(2, { user_id: CAROL }), WALL_MS))
      yield* transact(() => AuthorizationCodes.create(code(3, { application_id: WEATHER }), WALL_MS))
      yield* transact(() => AuthorizationCodes.forgetGiven(PET_SHOP, ALICE))
      assert.deepStrictEqual(
        (yield* codes).map(({ code_hash }) => Number(code_hash)),
        [2, 3]
      )
    })
  )

  test(
    "that has ended goes when others come, a few at a time",
    Effect.gen(function* () {
      yield* open()
      yield* create(0, 6, WALL_MS)
      yield* create(6, 7, END)
      assert.strictEqual((yield* codes).length, 3)
      yield* create(7, 8, END)
      assert.strictEqual((yield* codes).length, 2)
    })
  )
})

describeOnEachStore(
  "authorization codes",
  (test) => {
    test(
      "are kept up to a bound, beyond which the oldest go",
      Effect.gen(function* () {
        yield* open()
        for (let from = 0; from < oauth.kept; from += 1_000) yield* create(from, from + 1_000, WALL_MS + from)
        yield* create(oauth.kept, oauth.kept + 10, WALL_MS + oauth.kept)
        const kept = yield* codes
        assert.strictEqual(kept.length, oauth.kept)
        assert.strictEqual(Number(kept[0]?.code_hash), 10)
        const tallies = (yield* rows).filter(([key]) => key === "kept/authorization_code")
        assert.deepStrictEqual(tallies, [["kept/authorization_code", String(oauth.kept)]])
      })
    )
  },
  { on: ["memory"] }
)
