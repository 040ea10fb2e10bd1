import { format } from "@backlot/player/Transcript"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, BOB, button, type Payload, playing, row, saying } from "./PetShop.ts"

const echo = ({ data }: Payload): object =>
  saying(`${data.name} ${(data.options ?? []).map(({ value }) => value).join(" ")}`)

describe("variables", () => {
  it.live("stand in any text, and keep their type where they stand alone", () =>
    Effect.gen(function* () {
      const { play, player } = yield* playing(echo, { variables: { who: "alice", limit: 1, meals: 2 } })
      yield* play(
        {
          as: "${who}",
          in: "general",
          use: "/adopt animal:${who}-dog",
          capture: { said: "message.content", id: "message.id" }
        },
        { use: { command: "care feed give", options: { meals: "${meals}" } } },
        { read: true, expect: { messages: { $contains: [{ id: "${id}", content: "${said}" }] } } }
      )
      assert.deepInclude(player.variables(), { said: "adopt alice-dog", who: "alice" })
    })
  )

  it.live("that nobody defines, or that an outcome does not have, fail the step", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(echo, { variables: { pet: "dog" } })
      const unknown = yield* failing({ ...ALICE_HERE, say: "${pett}" })
      assert.deepInclude(unknown, { _tag: "StepUnplayable", path: ["say"] })
      assert.match(unknown.message, /unknown variable pett; did you mean pet\?/)
      const missing = yield* failing({ ...ALICE_HERE, say: "hi", capture: { id: "modal.custom_id" } })
      assert.strictEqual(missing.message, "the outcome has no modal.custom_id; it has message")
    })
  )
})

describe("a player", () => {
  it.live("keeps every step, what came of it and why it failed", () =>
    Effect.gen(function* () {
      const { play, failing, player } = yield* playing(echo)
      yield* play({ ...ALICE_HERE, use: "/adopt animal:Dog" })
      yield* failing({ name: "the cat comes", use: "/adopt animal:Dog", expect: { message: { content: "Cat" } } })
      yield* failing({ press: "nothing" })
      const [first, second, third] = player.played()
      assert.deepInclude(first, { number: 1, failure: undefined, now: "2026-01-01T00:00:00.000Z" })
      assert.deepInclude(second, { number: 2, title: "the cat comes" })
      assert.deepInclude(second?.failure, { _tag: "ExpectationFailed" })
      assert.isAbove(second?.outcome?.trace?.length ?? 0, 2)
      assert.deepInclude(third?.failure, { _tag: "StepUnplayable", path: ["press"] })
      assert.strictEqual(third?.outcome, undefined)
      const text = format(player.transcript())
      assert.include(text, "  1  alice in #general uses /adopt animal:Dog\n")
      assert.match(text, /✗ message\.content: "adopt Dog" is not "Cat"/)
    })
  )

  it.live("says the same transcript byte for byte on memory and file storage", () =>
    Effect.gen(function* () {
      const told = Effect.fnUntraced(function* (storage: "memory" | "file") {
        const script = (payload: Payload) =>
          payload.type === 3 ? saying("pressed") : saying("which?", { components: [row(button("go", "Go"))] })
        const { play, player, failing } = yield* playing(script, { request: { storage, seed: 7 } })
        yield* play(
          { ...ALICE_HERE, use: "/adopt animal:Dog", capture: { id: "message.id" } },
          { press: "Go", on: "${id}" },
          { in: "@bob", say: { content: "look", attachments: [{ text: "x" }] } },
          { advance: "1m" },
          { join: "tide" }
        )
        yield* failing({ app: { get: "/guilds/1" } })
        return format(player.transcript())
      })
      const memory = yield* told("memory")
      assert.strictEqual(yield* told("memory"), memory)
      assert.strictEqual(yield* told("file"), memory)
      assert.notMatch(memory, /127\.0\.0\.1/)
    })
  )

  it.live("plays several users at the same time", () =>
    Effect.gen(function* () {
      const { player } = yield* playing(echo)
      const uses = Array.from({ length: 20 }, (_, index) => ({
        as: index % 2 === 0 ? "alice" : "bob",
        in: "Harbour/general",
        use: `/adopt animal:${index}`
      }))
      const outcomes = yield* Effect.forEach(uses, player.perform, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        outcomes.map(({ message }) => message?.content),
        uses.map((_, index) => `adopt ${index}`)
      )
      assert.deepStrictEqual(
        player.played().map(({ number, step }) => [number, step.use]),
        uses.map(({ use }, index) => [index + 1, use])
      )
    })
  )

  it.live("begins direct messages of several users at the same time", () =>
    Effect.gen(function* () {
      const { player } = yield* playing(echo)
      const pairs = [
        ["alice", "@bob"],
        ["carol", "@zoe"],
        ["bob", "@carol"],
        ["bob", "@alice"]
      ] as const
      const said = pairs.map(([as, where]) => player.perform({ as, in: where, say: "hi" }))
      const outcomes = yield* Effect.all(said, { concurrency: "unbounded" })
      const channels = outcomes.map(({ message }) => message?.["channel_id"])
      assert.strictEqual(new Set(channels).size, 3)
      assert.strictEqual(channels[0], channels[3])
    })
  )

  it.live("goes on in the place of the step before", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(echo)
      const outcome = yield* play({ as: "bob", in: "general", say: "hi" }, { say: "there" })
      assert.deepInclude(outcome.message?.["author"], { id: BOB })
    })
  )

  it.live("has no fragments, and nothing to expect of before the first step", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(echo)
      assert.match((yield* failing({ run: "login" })).message, /the fragment login was not expanded/)
      assert.match(
        (yield* failing({ expect: { state: "responded" } })).message,
        /no step with an outcome was played yet/
      )
    })
  )
})
