import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ALICE_HERE, type Payload, playing, saying } from "./PetShop.ts"

const ISLAND_GENERAL = "200000000000000031"

/** Answers a command with a modal, and a submission with a message. */
const asking = ({ type }: Payload) =>
  type === 2
    ? {
        type: 9,
        data: {
          custom_id: "ask",
          title: "Ask",
          components: [{ type: 1, components: [{ type: 4, style: 1, custom_id: "why", label: "Why?" }] }]
        }
      }
    : saying("thanks")
const hello = () => saying("hello")

describe("a path of a world change", () => {
  it.live("names roles and channels of the guild that it is below", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(hello)
      yield* play(
        { world: { put: "/guilds/Island/roles/200000000000000041", body: { name: "Moderator", position: 1 } } },
        { world: { get: "/guilds/Island/roles/Moderator" }, expect: { body: { id: "200000000000000041" } } },
        { world: { get: "/guilds/Harbour/roles/Moderator" }, expect: { body: { id: "200000000000000011" } } },
        { world: { get: "/guilds/Island/channels/general" }, expect: { body: { id: ISLAND_GENERAL } } },
        { world: { get: "/guilds/Island/channels/#beach" }, expect: { body: { name: "beach" } } }
      )
      yield* perform({ world: { get: "/applications/Pet%20Shop" }, expect: { body: { name: "Pet Shop" } } })
    })
  )

  it.live("names roles of that guild in its body, too", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        { world: { put: "/guilds/Island/roles/200000000000000041", body: { name: "Sailor", position: 1 } } },
        {
          world: { patch: "/guilds/Island/members/carol", body: { roles: ["{role:Sailor}"] } },
          expect: { body: { roles: ["200000000000000041"] } }
        }
      )
    })
  )

  it.live("keeps its query", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        { ...ALICE_HERE, say: "one" },
        { say: "two" },
        {
          world: { get: `/users/${ALICE}/channels/200000000000000021/messages?limit=1` },
          expect: { body: { messages: [{ content: "two" }] } }
        }
      )
    })
  )
})

describe("a change that the player makes itself", () => {
  it.live("is known to the next step, without the stream of events", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(hello, { events: false })
      yield* play(
        { ...ALICE_HERE, say: "I am the first" },
        { world: { patch: `/users/${ALICE}`, body: { username: "alicia", global_name: null } } },
        { world: { put: "/users/300000000000000009", body: { username: "alice" } } },
        { world: { put: "/guilds/Harbour/members/300000000000000009", body: {} } }
      )
      const { message } = yield* perform({ as: "alice", say: "I am the second" })
      assert.deepInclude(message?.["author"], { id: "300000000000000009" })
    })
  )

  it.live("of the language is refused where there is none such", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(hello)
      assert.match((yield* failing({ ...ALICE_HERE, set_locale: "xx" })).message, /status: 400 was not expected/)
    })
  )
})

describe("the service clock", () => {
  it.live("is set and frozen in one step", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(hello, { request: { clock: "real" } })
      const noon = "2026-06-01T12:00:00.000Z"
      const outcome = yield* perform({ clock: { mode: "frozen", now: noon } })
      assert.deepInclude(outcome.body, { mode: "frozen", now: noon })
      assert.match((yield* failing({ clock: { mode: "frozen", now: "noon" } })).message, /status: 400/)
    })
  )

  it.live("is told of each step as it was at its end, whoever set it, and passes where it is real", () =>
    Effect.gen(function* () {
      const { play, player } = yield* playing(hello, { events: false })
      const told = () => player.played().at(-1)?.now ?? ""
      yield* play({ advance: "1h" })
      assert.strictEqual(told(), "2026-01-01T01:00:00.000Z")
      const { body } = yield* play({ world: { get: "/world" } })
      yield* play({ world: { put: "/world", body: { ...Object(body), now: "2026-05-01T00:00:00Z" } } })
      assert.strictEqual(told(), "2026-05-01T00:00:00.000Z")
      yield* play({ clock: { mode: "real" } })
      const began = Date.parse(told())
      yield* play({ wait: "30ms" })
      assert.isAtLeast(Date.parse(told()) - began, 25)
    })
  )
})

describe("what a player remembers", () => {
  for (const how of ["reset", "put"] as const) {
    it.live(`of lobbies, interactions and modals is gone after a ${how} of the world`, () =>
      Effect.gen(function* () {
        const { play, failing } = yield* playing(asking)
        const { body } = yield* play({ world: { get: "/world" } })
        yield* play(
          { ...ALICE_HERE, join: "tide" },
          { use: "/ban", expect: { modal: { title: "Ask" } } },
          how === "reset" ? { server: "reset" } : { world: { put: "/world", body } }
        )
        assert.strictEqual((yield* failing({ leave: "last" })).message, "no lobby was joined")
        assert.match((yield* failing({ submit: { why: "so" } })).message, /^no modal is open/)
        assert.match((yield* failing({ app: { get: "/interactions/{interaction}" } })).message, /no interaction was/)
        yield* play({ join: "tide" })
      })
    )
  }
})
