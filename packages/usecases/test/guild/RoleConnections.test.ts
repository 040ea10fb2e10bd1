/** Linked roles: metadata records of an application, and what it says of users. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as RoleConnections from "../../src/guild/RoleConnections.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const { ALICE, BOB, PET_SHOP } = Play

const WINS = {
  type: 2 as const,
  key: "wins",
  name: "Wins",
  description: "Games won",
  name_localizations: { de: "Siege" }
}
const SINCE = { type: 6 as const, key: "since", name: "Since", description: "First game" }
const VIP = { type: 7 as const, key: "vip", name: "VIP", description: "A friend" }

const settle = Effect.andThen(Play.settle(), Play.applicationOf(PET_SHOP))

const faultsOf = <A, R>(call: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.match(call, {
    onFailure: (error): unknown =>
      (
        (Reflect.get(error, "faults") ?? []) as ReadonlyArray<{
          readonly path: ReadonlyArray<unknown>
          readonly code: string
        }>
      ).map(({ path, code }) => `${path.join(".")} ${code}`),
    onSuccess: () => "done"
  })

describeOnEachStore("the metadata of linked roles", (test) => {
  test(
    "is replaced whole, and kept in an export",
    Effect.gen(function* () {
      const application = yield* settle
      assert.deepStrictEqual(yield* RoleConnections.metadata(application), [])
      assert.deepStrictEqual(yield* RoleConnections.setMetadata(application, [WINS, SINCE]), [WINS, SINCE])
      yield* Effect.flatMap(Play.throughFile(yield* Worlds.read), Worlds.replace)
      assert.deepStrictEqual(yield* RoleConnections.metadata(application), [WINS, SINCE])
      assert.deepStrictEqual(yield* RoleConnections.setMetadata(application, null), [])
    })
  )

  test(
    "has at most five records with a key of their own and a type",
    Effect.gen(function* () {
      const application = yield* settle
      const set = (sent: unknown) => faultsOf(RoleConnections.setMetadata(application, sent))
      assert.deepStrictEqual(yield* set([{ ...WINS, key: "Wins!" }]), ["0.key STRING_TYPE_REGEX"])
      assert.deepStrictEqual(yield* set([WINS, WINS]), ["1.key DUPLICATE_ENTRY"])
      assert.deepStrictEqual(yield* set([{ ...WINS, type: 9 }]), ["0.type BASE_TYPE_CHOICES"])
      assert.deepStrictEqual(yield* set([{ ...WINS, name_localizations: { xx: "a" } }]), [
        "0.name_localizations.xx UNKNOWN_REFERENCE"
      ])
      assert.deepStrictEqual(yield* set([{}]), [
        "0.type BASE_TYPE_REQUIRED",
        "0.key BASE_TYPE_REQUIRED",
        "0.name BASE_TYPE_REQUIRED",
        "0.description BASE_TYPE_REQUIRED"
      ])
      const six = [1, 2, 3, 4, 5, 6].map((n) => ({ ...WINS, key: `k${n}` }))
      assert.include(yield* set(six), " BASE_TYPE_MAX_LENGTH")
    })
  )
})

describeOnEachStore("the connection of a user", (test) => {
  test(
    "is what the application says, until it is deleted",
    Effect.gen(function* () {
      const application = yield* settle
      yield* RoleConnections.setMetadata(application, [WINS, SINCE, VIP])
      const nothing = { platform_username: null, metadata: {} }
      assert.deepStrictEqual(yield* RoleConnections.get(application, ALICE), nothing)
      const said = {
        platform_name: "Chess",
        platform_username: "al",
        metadata: { wins: "5", since: "2024-01-01T00:00:00Z", vip: "1" }
      }
      assert.deepStrictEqual(yield* RoleConnections.set(application, ALICE, said), said)
      yield* Effect.flatMap(Play.throughFile(yield* Worlds.read), Worlds.replace)
      assert.deepStrictEqual(yield* RoleConnections.get(application, ALICE), said)
      assert.deepStrictEqual(yield* RoleConnections.get(application, BOB), nothing)
      yield* RoleConnections.remove(application, ALICE)
      yield* RoleConnections.remove(application, ALICE)
      assert.deepStrictEqual(yield* RoleConnections.get(application, ALICE), nothing)
    })
  )

  test(
    "has values that fit the records",
    Effect.gen(function* () {
      const application = yield* settle
      yield* RoleConnections.setMetadata(application, [WINS, SINCE, VIP])
      const set = (sent: unknown) => faultsOf(RoleConnections.set(application, ALICE, sent))
      assert.deepStrictEqual(yield* set({ metadata: { wins: "many", since: "once", vip: "yes", age: "5" } }), [
        "metadata.wins INVALID_METADATA_VALUE",
        "metadata.since INVALID_METADATA_VALUE",
        "metadata.vip INVALID_METADATA_VALUE",
        "metadata.age UNKNOWN_METADATA_KEY"
      ])
      assert.deepStrictEqual(yield* set({ platform_name: "x".repeat(51) }), ["platform_name BASE_TYPE_MAX_LENGTH"])
    })
  )
})
