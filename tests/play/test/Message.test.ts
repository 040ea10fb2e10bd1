import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"

const quiet = () => saying("psst", { flags: 64 })

describe("a user", () => {
  it.live("says something, replies and brings files", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(quiet)
      const outcome = yield* play(
        { ...ALICE_HERE, say: "ahoy", expect: { message: { content: "ahoy", author: { username: "alice" } } } },
        {
          as: "bob",
          say: { content: "hi", reply_to: { content: "ahoy" }, attachments: [{ text: "x", filename: "a.txt" }] }
        }
      )
      assert.deepInclude(outcome.message?.["referenced_message"], { content: "ahoy" })
      assert.deepInclude(Object(outcome.message?.["attachments"])[0], { filename: "a.txt" })
    })
  )

  it.live("writes direct messages to people and bots, which both sides read", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(quiet)
      yield* play(
        { as: "alice", in: "@bob", say: "hi bob" },
        { as: "bob", say: "hi alice", expect: { seen_by: ["alice"], unseen_by: ["carol"] } },
        { as: "bob", in: "@alice", read: true, expect: { messages: [{ content: "hi bob" }, { content: "hi alice" }] } },
        { as: "alice", in: "@Pet Shop", say: "hello shop" }
      )
      const { messages } = yield* perform({ read: 1 })
      assert.strictEqual(messages?.[0]?.content, "hello shop")
    })
  )

  it.live("changes and deletes what they said", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(quiet)
      yield* play(
        { ...ALICE_HERE, say: "one" },
        { as: "bob", say: "two" },
        { as: "alice", revise: "uno", expect: { message: { content: "uno" } } },
        { read: true, expect: { messages: [{ content: "uno" }, { content: "two" }] } },
        { erase: "last" },
        { read: true, expect: { messages: [{ content: "two" }] } }
      )
      const notTheirs = yield* failing({ as: "carol", in: "Harbour/general", erase: { content: "two" } })
      assert.match(notTheirs.message, /status: 403 was not expected/)
      assert.match((yield* failing({ revise: "x" })).message, /no message of the user's own here/)
    })
  )

  it.live("adds reactions and takes them back", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(quiet)
      const reactions = (count: number) => [{ reactions: [{ emoji: { name: "🐶" }, count }] }]
      yield* play(
        { ...ALICE_HERE, say: "rex" },
        { react: "🐶" },
        { as: "bob", react: "🐶", on: "last" },
        { as: "alice", say: "a newer one", capture: { newer: "message.id" } },
        { react: "🐶", on: "${newer}" },
        { as: "bob", read: true, expect: { messages: [...reactions(2), ...reactions(1)] } },
        // The newest message with a reaction of theirs.
        { unreact: "🐶" },
        { read: true, expect: { messages: [...reactions(1), ...reactions(1)] } }
      )
    })
  )

  it.live("is refused where they may not write, with status and code", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(quiet)
      yield* perform({ as: "bob", in: "staff", say: "hi", expect: { status: 403, code: 50001 } })
      yield* perform({ as: "bob", in: "staff", read: true, expect: { status: 403 } })
      assert.match((yield* failing({ say: "hi" })).message, /status: 403 was not expected: Missing Access/)
    })
  )
})

describe("an expectation", () => {
  it.live("of who sees a message reads the channel as they do", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(quiet)
      yield* perform({
        ...ALICE_HERE,
        use: "/ban",
        expect: { ephemeral: true, seen_by: ["alice"], unseen_by: ["bob", "carol", "zoe"] }
      })
      const failure = yield* failing({ expect: { seen_by: ["bob", "alice"], unseen_by: ["alice"], ephemeral: false } })
      assert.strictEqual(failure._tag, "ExpectationFailed")
      if (failure._tag !== "ExpectationFailed") return
      assert.deepStrictEqual(
        failure.mismatches.map(({ path }) => path.join(".")),
        ["message.ephemeral", "seen_by.0", "unseen_by.0"]
      )
    })
  )
})
