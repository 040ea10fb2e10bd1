/** Create or join, and leave, on each store. */
import { createHash } from "node:crypto"
import { lobby as limits } from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import { ALICE, BOB, CAROL, harbourFile, NOBODY, PET_SHOP, settle, WEATHER } from "../fixture/Harbour.ts"
import { crowd, dueOf, made, newTypes, outcome, stored, UNKNOWN_LOBBY } from "../fixture/Lobbying.ts"
import { describeOnEachStore, rows, WALL_MS } from "../fixture/Stores.ts"
import { join, leave } from "./LobbyClients.ts"

const idsOf = ({ members }: { readonly members: ReadonlyArray<{ readonly id: string }> }) => members.map(({ id }) => id)

describeOnEachStore("create or join", (test) => {
  test(
    "the first who names a secret makes the lobby, the others join it",
    Effect.gen(function* () {
      yield* settle()
      const mine = yield* join(ALICE, "tide", {
        lobby_metadata: { map: "dock" },
        member_metadata: { team: "red" },
        idle_timeout_seconds: 60,
        flags: 1
      })
      assert.deepStrictEqual(mine, {
        id: mine.id,
        application_id: PET_SHOP,
        metadata: { map: "dock" },
        members: [{ id: ALICE, metadata: { team: "red" }, flags: 0 }],
        flags: 1
      })
      assert.strictEqual(yield* dueOf(mine.id), WALL_MS + 60_000)
      const theirs = yield* join(BOB, "tide")
      assert.deepStrictEqual([theirs.id, idsOf(theirs), theirs.metadata], [mine.id, [ALICE, BOB], { map: "dock" }])
    })
  )

  test(
    "the secret is unique per application: that of another leads to another lobby",
    Effect.gen(function* () {
      yield* settle()
      const mine = yield* join(ALICE, "tide")
      const theirs = yield* join(ALICE, "tide", {}, WEATHER)
      assert.notStrictEqual(theirs.id, mine.id)
      assert.notStrictEqual((yield* join(ALICE, "ebb")).id, mine.id)
    })
  )

  test(
    "the secret is stored as its hash alone",
    Effect.gen(function* () {
      yield* settle()
      yield* join(ALICE, "a very secret word")
      assert.notInclude(JSON.stringify(yield* rows), "a very secret word")
    })
  )

  test(
    "a repeated join updates metadata, and leaves what it does not name",
    Effect.gen(function* () {
      yield* settle()
      yield* join(ALICE, "tide", { lobby_metadata: { a: "1" }, member_metadata: { b: "1" } })
      assert.deepStrictEqual(yield* newTypes(join(ALICE, "tide")), [])
      const again = join(ALICE, "tide", { lobby_metadata: { a: "2" }, member_metadata: { b: "2" } })
      assert.deepStrictEqual(yield* newTypes(again), ["lobby.updated", "lobby_member.updated"])
      const { metadata, members } = yield* join(ALICE, "tide", { lobby_metadata: null })
      assert.isNull(metadata)
      assert.deepStrictEqual(members, [{ id: ALICE, metadata: { b: "2" }, flags: 0 }])
      const reset = yield* join(ALICE, "tide", { member_metadata: null })
      assert.deepStrictEqual(reset.members, [{ id: ALICE, metadata: null, flags: 0 }])
    })
  )

  test(
    "a join that is refused changes nothing",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide", { lobby_metadata: { a: "1" } })
      for (let i = 0; i < limits.lobbiesPerUser; i++) yield* made({ members: [{ id: BOB }] })
      const refused = join(BOB, "tide", { lobby_metadata: { a: "2" } })
      assert.strictEqual(yield* outcome(refused), "TooManyLobbies")
      assert.deepStrictEqual((yield* stored(id))?.metadata, { a: "1" })
    })
  )

  test(
    "who joins is told of: lobby.created, then lobby_member.added",
    Effect.gen(function* () {
      yield* settle()
      assert.deepStrictEqual(yield* newTypes(join(ALICE, "tide")), ["lobby.created"])
      assert.deepStrictEqual(yield* newTypes(join(BOB, "tide")), ["lobby_member.added"])
    })
  )

  test(
    "a bot finds or makes the lobby and joins nothing",
    Effect.gen(function* () {
      yield* settle()
      const made = yield* join(null, "tide")
      assert.deepStrictEqual(made.members, [])
      assert.strictEqual((yield* join(ALICE, "tide")).id, made.id)
      assert.deepStrictEqual(idsOf(yield* join(null, "tide")), [ALICE])
    })
  )

  test(
    "the secret ends after 30 days: the lobby lives on, nobody new joins it, and the secret makes a new one",
    Effect.gen(function* () {
      yield* settle()
      const old = yield* join(ALICE, "tide", { idle_timeout_seconds: limits.idleMaxSeconds })
      yield* join(BOB, "tide", { lobby_metadata: { still: "there" } })
      yield* LobbyMembers.connect({ lobby_id: old.id, user_id: ALICE, source: "control" })
      yield* Time.change({ advance_ms: limits.secretMs - 1 })
      assert.strictEqual((yield* join(CAROL, "tide")).id, old.id)
      yield* Time.change({ advance_ms: 1 })
      const young = yield* join(CAROL, "tide")
      assert.notStrictEqual(young.id, old.id)
      assert.strictEqual((yield* join(ALICE, "tide")).id, young.id, "the members of the old one too")
      assert.strictEqual((yield* stored(old.id))?.member_count, 3)
      // It is still a lobby of clients: they may leave it.
      yield* leave(ALICE, old.id)
      assert.strictEqual((yield* stored(old.id))?.member_count, 2)
    })
  )

  test(
    "an idle lobby goes, and its secret makes a new one",
    Effect.gen(function* () {
      yield* settle()
      const old = yield* join(ALICE, "tide", { idle_timeout_seconds: 5 })
      yield* Time.change({ advance_ms: 5_000 })
      assert.notStrictEqual((yield* join(ALICE, "tide")).id, old.id)
    })
  )

  test(
    "a token of somebody who is gone joins nothing",
    Effect.gen(function* () {
      yield* settle()
      assert.strictEqual(yield* outcome(join(NOBODY, "tide")), "UnknownUser")
    })
  )

  const wrong: ReadonlyArray<readonly [string, object]> = [
    ["no secret", { secret: null }],
    ["an empty secret", { secret: "" }],
    ["a secret of 251 characters", { secret: "x".repeat(251) }],
    ["a secret that is no text", { secret: 5 }],
    ["metadata of 1001 characters", { lobby_metadata: { a: "x".repeat(1_000) } }],
    ["metadata of a member of 1001 characters", { member_metadata: { a: "x".repeat(1_000) } }],
    ["4 idle seconds", { idle_timeout_seconds: 4 }],
    ["604801 idle seconds", { idle_timeout_seconds: 604_801 }],
    ["flags of another bit", { flags: 2 }]
  ]
  for (const [what, more] of wrong) {
    test(
      `is refused with ${what}`,
      Effect.gen(function* () {
        yield* settle()
        assert.strictEqual(yield* outcome(join(ALICE, "tide", more)), "InvalidForm")
      })
    )
  }

  test(
    "takes a secret of 250 characters, counted in code points",
    Effect.gen(function* () {
      yield* settle()
      const secret = "🐈".repeat(limits.secretMax)
      assert.strictEqual((yield* join(ALICE, secret)).id, (yield* join(BOB, secret)).id)
    })
  )
})

describeOnEachStore("leave", (test) => {
  test(
    "takes the member away, and tells of it",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      yield* join(BOB, "tide")
      assert.deepStrictEqual(yield* newTypes(leave(ALICE, id)), ["lobby_member.removed"])
      assert.deepStrictEqual(idsOf(yield* join(null, "tide")), [BOB])
    })
  )

  test(
    "is safe if the user is no member, and fails if the lobby does not exist",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      assert.strictEqual(yield* outcome(leave(BOB, id)), undefined)
      assert.strictEqual(yield* outcome(leave(BOB, UNKNOWN_LOBBY)), "UnknownLobby")
      assert.strictEqual(yield* outcome(leave(ALICE, id, WEATHER)), "UnknownLobby")
    })
  )

  test(
    "of a lobby that a server made is refused: it can be neither joined nor left; safe for who is no member",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members: [{ id: ALICE }] })
      assert.strictEqual(yield* outcome(leave(ALICE, id)), "MissingPermissions")
      assert.strictEqual((yield* stored(id))?.member_count, 1)
      assert.deepStrictEqual(yield* newTypes(leave(BOB, id)), [])
      assert.isUndefined(yield* outcome(leave(BOB, id)))
    })
  )

  test(
    "begins the idle time of the lobby when the one who was connected goes; empty it lives on until then",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide", { idle_timeout_seconds: 60 })
      yield* LobbyMembers.connect({ lobby_id: id, user_id: ALICE, source: "control" })
      yield* Time.change({ advance_ms: 90_000 })
      yield* leave(ALICE, id)
      assert.strictEqual(yield* dueOf(id), WALL_MS + 150_000)
      yield* Time.change({ advance_ms: 60_000 })
      assert.strictEqual(yield* stored(id), undefined)
    })
  )
})

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

describeOnEachStore(
  "capacity",
  (test) => {
    test(
      "a lobby has up to 1,000 members, whom a full one still lets in again",
      Effect.gen(function* () {
        const people = crowd(limits.members)
        const users = [...harbourFile().users, ...people]
        const members = people.map(({ id }) => ({ id }))
        const lobby = { id: FULL, application_id: PET_SHOP, members, secret_hash: sha256("tide") }
        yield* settle({ users, lobbies: [lobby] })
        assert.strictEqual(yield* outcome(join(ALICE, "tide")), "TooManyLobbyMembers")
        assert.strictEqual((yield* join(people[0]?.id ?? "", "tide")).id, FULL)
        yield* leave(people[1]?.id ?? "", FULL)
        assert.strictEqual((yield* join(ALICE, "tide")).members.length, limits.members)
      })
    )

    test(
      "a user is in up to 100 lobbies of one application, be it a new one or another's",
      Effect.gen(function* () {
        yield* settle()
        for (let i = 0; i < limits.lobbiesPerUser; i++) yield* join(ALICE, `tide ${i}`)
        yield* join(BOB, "ebb")
        assert.strictEqual(yield* outcome(join(ALICE, "new")), "TooManyLobbies")
        assert.strictEqual(yield* outcome(join(ALICE, "ebb")), "TooManyLobbies")
        assert.strictEqual((yield* join(ALICE, "tide 5")).members.length, 1)
        assert.strictEqual((yield* join(ALICE, "tide 5", {}, WEATHER)).members.length, 1)
      })
    )
  },
  { on: ["memory"] }
)

const FULL = "600000000000000001"
