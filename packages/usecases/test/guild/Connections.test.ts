/** The accounts on other services that a user has connected. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Users from "../../src/guild/Users.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { codes, tag } from "../fixture/Expressions.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const { ALICE, NOBODY } = Play
const user = { kind: "user" as const, user_id: ALICE }
const GITHUB = { type: "github", id: "7", name: "alice" }

describeOnEachStore("the connections of a user", (test) => {
  test(
    "are those of the world",
    Effect.gen(function* () {
      yield* Play.settle()
      assert.deepStrictEqual(yield* Users.connections(ALICE), [])
      yield* WorldEdits.patch(user, {
        connections: [GITHUB, { ...GITHUB, type: "steam", visible: false, verified: false }]
      })
      const rest = { friend_sync: false, integrations: [], show_activity: false, two_way_link: false, revoked: false }
      assert.deepStrictEqual(yield* Users.connections(ALICE), [
        { ...GITHUB, ...rest, verified: true, visibility: 1 },
        { ...GITHUB, type: "steam", ...rest, verified: false, visibility: 0 }
      ])
      assert.strictEqual(yield* tag(Users.connections(NOBODY)), "UnknownUser")
      assert.deepStrictEqual(yield* codes(WorldEdits.patch(user, { connections: [{ ...GITHUB, type: "gitea" }] })), [
        "connections.0.type BASE_TYPE_CHOICES"
      ])
      const many = Array.from({ length: 51 }, () => GITHUB)
      assert.deepStrictEqual(yield* codes(WorldEdits.patch(user, { connections: many })), [
        "connections BASE_TYPE_BAD_LENGTH"
      ])
    })
  )
})
