/** A user replaces the permissions of commands over the control plane, as in the settings of a guild. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ALICE, APP, BOB, GENERAL, GUILD } from "../Harbour.ts"
import { saying, stage } from "../Stage.ts"

const pathOf = (user: string, command: string) =>
  `/users/${user}/guilds/${GUILD}/applications/${APP}/command_permissions/${command}`
const denyBob = { permissions: [{ id: BOB, type: 2, permission: false }] }

describe("command permissions in the name of a user", () => {
  it.live("hide a command from one person, and show it again", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(saying("hi"))
      const set = (json: unknown) => control(pathOf(ALICE, ADOPT), { method: "PUT", json })
      const explained = Effect.map(
        control(`/users/${BOB}/channels/${GENERAL}/commands/${ADOPT}/explain`),
        ({ body }): object => body
      )
      const { status, body } = yield* set(denyBob)
      assert.strictEqual(status, 200)
      assert.deepInclude<object>(body, { id: ADOPT, application_id: APP, guild_id: GUILD, ...denyBob })
      assert.deepInclude(yield* explained, { visible: false, usable: false })
      yield* set({ permissions: [] })
      assert.deepInclude(yield* explained, { visible: true, usable: true })
    })
  )

  it.live("need the rights that the API asks for", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(saying("hi"))
      const set = (path: string, json: unknown) => control(path, { method: "PUT", json })
      assert.strictEqual((yield* set(pathOf(BOB, ADOPT), denyBob)).status, 403)
      assert.strictEqual((yield* set(pathOf(ALICE, "1"), denyBob)).status, 404)
      assert.strictEqual((yield* set(pathOf(ALICE, ADOPT), { permissions: [{ id: "9", type: 1 }] })).status, 400)
      assert.strictEqual((yield* set(pathOf(ALICE, APP), denyBob)).status, 200)
    })
  )
})
