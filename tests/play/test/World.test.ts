import * as Player from "@backlot/player/Player"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ALICE_HERE, BOB, playing, saying } from "./PetShop.ts"

const hello = () => saying("hello")

describe("a change of the world", () => {
  it.live("names what it changes", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(hello)
      yield* play(
        { world: { patch: "/users/alice", body: { locale: "fr" } }, expect: { status: 200, body: { locale: "fr" } } },
        {
          world: { patch: "/guilds/Harbour/channels/general", body: { nsfw: true } },
          expect: { body: { nsfw: true } }
        },
        { world: { get: "/guilds/Harbour/roles/Moderator" }, expect: { body: { name: "Moderator" } } },
        { world: { patch: "/guilds/Harbour/members/bob", body: { roles: ["{role:Moderator}"] } } },
        { world: { delete: "/guilds/Harbour/installs/Pet Shop" }, expect: { status: 204 } },
        { world: { patch: "/applications/Rival", body: { name: "Friend" } } },
        { world: { get: "/applications/Friend" }, expect: { status: 200 } }
      )
      const { body } = yield* perform({ world: { get: "/control/v1/guilds/Harbour/members/bob" } })
      assert.deepInclude(body, { user_id: BOB, roles: ["200000000000000011"] })
    })
  )

  it.live("that breaks a rule fails the step unless that was expected", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(hello)
      const step = { world: { patch: "/users/alice", body: { locale: "xx" } } }
      assert.match((yield* failing(step)).message, /status: 400 was not expected: .*locale/)
      yield* perform({ ...step, expect: { status: 400, code: 50035 } })
      assert.match(
        (yield* failing({ world: { get: "/guilds/Harbour/channels/genral" } })).message,
        /did you mean "general"/
      )
      assert.match((yield* failing({ world: { get: "/guilds/Harbour/members/bobb" } })).message, /did you mean "bob"/)
    })
  )

  it.live("to a user's language shows in what they use next", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(hello)
      yield* play({ ...ALICE_HERE, set_locale: "ja" }, { use: "/ban" })
      assert.strictEqual(received[0]?.locale, "ja")
    })
  )
})

describe("the clock", () => {
  it.live("goes on by a duration, is set and let run", () =>
    Effect.gen(function* () {
      const { play, player } = yield* playing(hello)
      yield* play(
        { advance: "15m", expect: { body: { now: "2026-01-01T00:15:00.000Z", mode: "frozen" } } },
        { clock: { now: "2026-03-01T00:00:00Z" }, expect: { body: { now: "2026-03-01T00:00:00.000Z" } } },
        { ...ALICE_HERE, say: "spring" }
      )
      assert.deepStrictEqual(
        player.played().map(({ now }) => now),
        ["2026-01-01T00:15:00.000Z", "2026-03-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]
      )
      yield* play({ clock: { mode: "real" }, expect: { body: { mode: "real" } } })
    })
  )

  it.live("does not go by what is no duration", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(hello)
      assert.strictEqual((yield* failing({ advance: "soon" })).message, '"soon" is not a duration')
      assert.strictEqual((yield* failing({ clock: {} })).message, "a clock has `now` or `mode`")
    })
  )
})

describe("the server", () => {
  for (const how of ["restart", "kill"] as const) {
    it.live(`goes on with its data after a ${how}, and so do its users and its events`, () =>
      Effect.gen(function* () {
        const { play } = yield* playing(hello, { request: { storage: "file" }, watch: true })
        yield* play(
          { ...ALICE_HERE, say: "before" },
          { join: "tide", expect: { lobby: { members: [{ id: ALICE }] } } },
          { server: how },
          { say: "after" },
          { wait: { event: "message.created", data: { record: { message: { content: "after" } } } } },
          { wait: { gateway: "MESSAGE_CREATE", data: { content: "after" } } },
          { use: "/ban", expect: { state: "responded" } },
          { read: true, expect: { messages: { $contains: [{ content: "before" }, { content: "after" }] } } },
          { join: "tide" }
        )
      })
    )
  }

  it.live("is back at its first world after a reset", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        { ...ALICE_HERE, say: "gone soon" },
        { join: "tide" },
        { world: { put: "/users/300000000000000009", body: { username: "dave" } } },
        { server: "reset" },
        { read: true, expect: { messages: [] } },
        { join: "tide" },
        { world: { get: "/users/300000000000000009" }, expect: { status: 404 } }
      )
    })
  )

  it.live("that somebody else runs can not be restarted", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(hello, { restart: undefined })
      assert.strictEqual((yield* failing({ server: "kill" })).message, "this server cannot be restarted from here")
    })
  )

  it.live("that does not answer is told as such", () =>
    Effect.gen(function* () {
      const { stage } = yield* playing(hello)
      const player = yield* Player.make({
        stage: { ...stage, control_url: "http://127.0.0.1:1/control/v1" },
        events: false
      })
      const failure = yield* Effect.flip(player.perform({ ...ALICE_HERE, say: "hi" }))
      assert.strictEqual(failure._tag, "StageLost")
      assert.match(failure.message, /GET http:\/\/127\.0\.0\.1:1\/control\/v1\/world: .*ECONNREFUSED/)
    })
  )
})

describe("a planned fault", () => {
  it.live("hits the application that it names, until it is cleared", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(hello)
      yield* play(
        { fault: { match: { surface: "delivery", application: "Pet Shop" }, status: 503 }, expect: { status: 201 } },
        { ...ALICE_HERE, use: "/ban", expect: { state: "failed" } },
        { clear_faults: true, expect: { status: 204 } },
        { use: "/ban", expect: { state: "responded" } }
      )
      const failure = yield* failing({ fault: { match: { application: "Pet Shopp" }, drop: true } })
      assert.match(failure.message, /did you mean "Pet Shop"/)
    })
  )
})
