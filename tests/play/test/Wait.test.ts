import { diffOf, formatDiff } from "@backlot/scenario/match/Diff"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"

const deferring = () => ({ type: 5 })
const ORIGINAL = "/webhooks/{application}/{token}/messages/@original"
const CHANNEL = "/channels/{channel:Harbour/general}/messages"

describe("a wait", () => {
  it.live("for a message ends when the user sees it", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(deferring)
      yield* play({ ...ALICE_HERE, use: "/ban" })
      const waiting = yield* Effect.forkChild(perform({ wait: { message: { content: "/done/" } } }))
      yield* perform({ app: { post: CHANNEL, body: { content: "not yet" } } })
      yield* perform({ app: { patch: ORIGINAL, body: { content: "all done" } } })
      assert.strictEqual((yield* Fiber.join(waiting)).message?.content, "all done")
    })
  )

  it.live("for a message gives the newest of those that are there already", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(deferring)
      yield* play({ ...ALICE_HERE, say: "one" }, { say: "two" })
      assert.strictEqual((yield* play({ wait: { message: { content: "/one|two/" } } })).message?.content, "two")
    })
  )

  it.live("for no message ends when the user sees it no more", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(deferring)
      yield* play({ ...ALICE_HERE, say: "draft", capture: { draft: "message.id" } })
      const waiting = yield* Effect.forkChild(perform({ wait: { no_message: { content: "draft" } } }))
      yield* perform({ as: "alice", in: "general", erase: "${draft}" })
      yield* Fiber.join(waiting)
    })
  )

  it.live("for a state ends when the last interaction of the user has it", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(deferring)
      yield* play({ ...ALICE_HERE, use: "/ban" })
      const waiting = yield* Effect.forkChild(perform({ wait: { state: "responded" } }))
      yield* perform({ app: { patch: ORIGINAL, body: { content: "all done" } } })
      const outcome = yield* Fiber.join(waiting)
      assert.deepInclude(outcome, { state: "responded" })
      assert.strictEqual(outcome.message?.content, "all done")
    })
  )

  it.live("for an event looks from the step before on", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(deferring)
      const created = { event: "message.created", within: "200ms" }
      yield* play(
        { ...ALICE_HERE, say: "one" },
        { wait: created, expect: { events: [{ type: "message.created" }] } },
        { wait: { ...created, data: { record: { message: { content: "one" } } } } }
      )
      const other = yield* failing({ wait: { ...created, data: { record: { message: { content: "two" } } } } })
      assert.strictEqual(
        other.message,
        'wait.event: message.created with { record: { message: { content: "two" } } } did not come within 200ms; ' +
          '1 of this type came; [0] is nearest: record.message.content: "one" is not "two"'
      )
      yield* play({ react: "🐶" })
      const failure = yield* failing({ wait: created })
      assert.strictEqual(failure._tag, "ExpectationFailed")
      assert.match(failure.message, /^wait\.event: message\.created did not come within 200ms; there (was|were) /)
      assert.include(failure.message, "reaction")
    })
  )

  it.live("for a dispatch is about the application's gateway session", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(deferring, { watch: true })
      yield* play(
        { ...ALICE_HERE, say: "ahoy" },
        { wait: { gateway: "MESSAGE_CREATE", data: { content: "ahoy", author: { username: "alice" } } } },
        { react: "🐶", expect: { gateway: [{ t: "MESSAGE_REACTION_ADD", d: { emoji: { name: "🐶" } } }] } }
      )
      const failure = yield* failing({ wait: { gateway: "GUILD_CREATE", within: "100ms" } })
      assert.match(
        failure.message,
        /^wait\.gateway: GUILD_CREATE did not come within 100ms; there was MESSAGE_REACTION_ADD$/
      )
    })
  )

  it.live("opens the gateway session when it is first asked for", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(() => saying("hi"), { endpoint: false })
      yield* play(
        { ...ALICE_HERE, say: "unseen" },
        { say: "seen", expect: { gateway: [{ t: "MESSAGE_CREATE", d: { content: "seen" } }] } },
        { use: "/ban", expect: { state: "pending", gateway: [{ t: "INTERACTION_CREATE" }] } }
      )
    })
  )

  it.live("that is in vain says what there was instead", () =>
    Effect.gen(function* () {
      const { play, failing, player } = yield* playing(deferring)
      yield* play({ ...ALICE_HERE, say: "hello" }, { say: "also" }, { use: "/ban" })
      const SEEN = 'within 50ms; there were Alice: "hello", Alice: "also", Pet Shop is thinking…'
      const failures = [
        [{ message: { content: "never" }, within: "50ms" }, `wait.message: { content: "never" } did not come ${SEEN}`],
        [{ message: "never", within: "50ms" }, `wait.message: "never" did not come ${SEEN}`],
        [
          { no_message: "/^al/", within: "50ms" },
          'wait.no_message: "/^al/" was still seen within 50ms: there was Alice: "also"'
        ],
        [{ state: "responded", within: "50ms" }, 'wait.state: "responded" did not come within 50ms; it was "deferred"']
      ] as const
      for (const [wait, message] of failures) assert.strictEqual((yield* failing({ wait })).message, message)
      const { state, trace } = player.played().at(-1)?.outcome ?? {}
      assert.strictEqual(state, "deferred")
      assert.isTrue(trace?.some(({ what }) => what === "acknowledged"))
      assert.strictEqual((yield* failing({ wait: {} })).message, "a wait needs a message, state, event or dispatch")
    })
  )

  it.live("that is in vain is compared with the nearest there was, as far as it was asked for", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(deferring)
      yield* play({ ...ALICE_HERE, say: "hello" }, { say: "bye" })
      const wait = { message: { content: "helloo", tts: false }, within: "50ms" }
      const failure = yield* failing({ wait })
      assert.isTrue(failure._tag === "ExpectationFailed")
      if (failure._tag !== "ExpectationFailed") return
      assert.deepStrictEqual(formatDiff(diffOf({ mismatches: failure.mismatches })).split("\n"), [
        "  wait:",
        "    message:",
        "-     content: helloo",
        "+     content: bye",
        "      tts: false"
      ])
    })
  )

  it.live("of a duration is real time", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(deferring)
      assert.isAtLeast((yield* perform({ wait: "30ms" })).real_ms, 29)
      assert.match(
        (yield* failing({ wait: "30ms", expect: { within: "10ms" } })).message,
        /within: \d+ ms are more than 10ms/
      )
    })
  )

  it.live("can not be played without the stream of events", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(deferring, { events: false })
      const failure = yield* failing({ wait: { event: "message.created" } })
      assert.strictEqual(failure.message, "this player does not receive the server's events")
    })
  )
})
