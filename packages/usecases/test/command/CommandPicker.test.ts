import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as CommandChoice from "../../src/command/CommandChoice.ts"
import * as Commands from "../../src/command/Commands.ts"
import {
  ALICE,
  ALICE_AND_BOB,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  HIDDEN,
  NOBODY,
  settle,
  slash,
  target,
  WEATHER
} from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const create = (where: Commands.Target, body: unknown) =>
  Effect.map(Commands.create(where, body), ({ command }) => command)

const names = (userId: string, channelId: string) =>
  Effect.map(CommandChoice.list(userId, channelId), ({ commands }) => commands.map(({ command }) => command.name))

describeOnEachStore("a picker", (test) => {
  test(
    "lists the commands that the user may use there, of all applications, global ones first",
    Effect.gen(function* () {
      yield* settle()
      yield* create(yield* target(HARBOUR), slash("docked"))
      yield* create(yield* target(), slash("adopt"))
      yield* create(yield* target(), slash("ban", { default_member_permissions: "4" }))
      yield* create(yield* target("global", WEATHER), slash("rain"))
      assert.deepStrictEqual(yield* names(ALICE, GENERAL), ["adopt", "docked", "rain"])
      assert.deepStrictEqual(yield* names(BOB, GENERAL), ["adopt", "ban", "docked", "rain"])
      assert.deepStrictEqual(yield* names(ALICE, HIDDEN), [])
      assert.deepStrictEqual((yield* CommandChoice.list(ALICE, GENERAL)).user.id, ALICE)
    })
  )

  test(
    "follows what is registered and removed at once",
    Effect.gen(function* () {
      yield* settle()
      const where = yield* target()
      const { id } = yield* create(where, slash("adopt"))
      assert.deepStrictEqual(yield* names(ALICE, GENERAL), ["adopt"])
      yield* Commands.remove(where, id)
      assert.deepStrictEqual(yield* names(ALICE, GENERAL), [])
    })
  )

  test(
    "fails for who and what is not there",
    Effect.gen(function* () {
      yield* settle()
      const tags = yield* Effect.forEach(
        [
          [NOBODY, GENERAL],
          [ALICE, NOBODY],
          [CAROL, GENERAL],
          [CAROL, ALICE_AND_BOB]
        ] as const,
        ([user, channel]) => Effect.map(Effect.flip(CommandChoice.list(user, channel)), ({ _tag }) => _tag)
      )
      assert.deepStrictEqual(tags, ["UnknownUser", "UnknownChannel", "UnknownMember", "UnknownChannel"])
    })
  )
})

describeOnEachStore("an explanation", (test) => {
  test(
    "is every step for any command, also of an application that is not installed here",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* create(yield* target("global", WEATHER), slash("rain"))
      const here = yield* CommandChoice.explain(ALICE, GENERAL, id)
      assert.isTrue(here.usable)
      const there = yield* CommandChoice.explain(ALICE, ALICE_AND_BOB, id)
      assert.isFalse(there.visible)
      assert.strictEqual(there.decisions.length, here.decisions.length)
      assert.strictEqual(there.decisions.find(({ outcome }) => outcome === "fail")?.step, "installation")
    })
  )

  test(
    "of a command that does not exist fails",
    Effect.gen(function* () {
      yield* settle()
      const failure = yield* Effect.flip(CommandChoice.explain(ALICE, GENERAL, NOBODY))
      assert.strictEqual(failure._tag, "UnknownCommand")
    })
  )
})

describeOnEachStore("what a user can name", (test) => {
  test(
    "is everyone here, and whoever is asked for",
    Effect.gen(function* () {
      yield* settle()
      const { user, surroundings } = yield* CommandChoice.surroundings(ALICE, GENERAL, {
        ids: [CAROL, NOBODY],
        everyone: true,
        channels: "all"
      })
      assert.strictEqual(user.locale, "de")
      assert.includeMembers(
        surroundings.users.map(({ user: { id } }) => id),
        [ALICE, BOB, CAROL]
      )
      assert.notInclude(
        surroundings.users.map(({ user: { id } }) => id),
        NOBODY
      )
    })
  )
})
