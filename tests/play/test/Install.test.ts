import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ALICE_HERE, playing, saying } from "./PetShop.ts"

const hello = () => saying("hello")
const rivals = {
  app: {
    application: "Rival",
    post: "/applications/{application}/commands",
    body: { name: "duel", description: "Duels" }
  }
}

describe("an application", () => {
  it.live("is installed on a user and removed again", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      const has = (...names: ReadonlyArray<string>) => ({ commands: names.map((name) => ({ name })) })
      yield* play(
        rivals,
        { ...ALICE_HERE, picker: "duel", expect: has() },
        { install: "Rival" },
        { picker: "duel", expect: has("duel") },
        { as: "bob", picker: "duel", expect: has() },
        { as: "alice", uninstall: "Rival" },
        { picker: "duel", expect: has() }
      )
    })
  )

  it.live("is installed in a guild with permissions, by who may manage it", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(hello)
      const install = { application: "Rival", guild: "Harbour", permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] }
      yield* play(
        rivals,
        { as: "alice", install },
        {
          world: { get: "/guilds/Harbour/installs/Rival" },
          expect: { body: { scopes: { $contains: ["bot"] }, permissions: "3072" } }
        },
        { as: "bob", in: "general", picker: "duel", expect: { commands: [{ name: "duel" }] } },
        { as: "alice", uninstall: { application: "Rival", guild: "Harbour" } },
        { world: { get: "/guilds/Harbour/installs/Rival" }, expect: { status: 404 } },
        { as: "bob", install, expect: { status: 400, because: "/guild/" } }
      )
      const failure = yield* failing({ as: "alice", install: { ...install, permissions: ["FLY"] } })
      assert.strictEqual(failure.message, "there is no permission FLY")
    })
  )

  it.live("is granted scopes, or declined", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(hello)
      yield* play(
        {
          as: "alice",
          authorize: { application: "Pet Shop", scopes: ["identify"] },
          capture: { token: "access_token" }
        },
        { app: { get: "/users/@me", auth: "Bearer ${token}" }, expect: { body: { id: ALICE } } },
        { authorize: { scopes: ["identify"], authorize: false }, expect: { error: "/access_denied/" } },
        { authorize: { scopes: ["no.such"] }, expect: { error: "/invalid_scope/" } }
      )
      const failure = yield* failing({ authorize: { scopes: ["identify"], authorize: false } })
      assert.match(failure.message, /error: "access_denied.*" was not expected/)
    })
  )
})

describe("permissions of commands", () => {
  it.live("are edited by names, and decide from then on", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(hello)
      yield* play(
        { as: "bob", in: "general", use: "/ban", expect: { refused: "permission" } },
        {
          as: "alice",
          permit: {
            command: "ban",
            overwrites: [
              { user: "bob", allow: true },
              { channel: "all", allow: true }
            ]
          },
          expect: { status: 200, body: { permissions: { $length: 2 } } }
        },
        { as: "bob", use: "/ban" },
        {
          as: "alice",
          permit: {
            command: "ban",
            overwrites: [
              { user: "bob", allow: true },
              { channel: "general", allow: false }
            ]
          }
        },
        { as: "bob", use: "/ban", expect: { refused: { $any: ["permission", "invisible"] } } },
        {
          as: "alice",
          permit: {
            guild: "Harbour",
            overwrites: [
              { role: "@everyone", allow: false },
              { role: "Moderator", allow: true }
            ]
          }
        },
        { as: "carol", in: "Harbour/general", use: "/adopt animal:x", expect: { refused: { $type: "string" } } },
        { as: "bob", permit: { command: "ban", guild: "Harbour", overwrites: [] }, expect: { status: 403 } }
      )
      const failure = yield* failing({ as: "alice", permit: { command: "bann", guild: "Harbour", overwrites: [] } })
      assert.match(failure.message, /there is no command "bann"; did you mean "ban"/)
    })
  )
})
