/** What the failure of a wait tells: what came since it began, not the step before it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"
import { waitingUntil } from "./Waiting.ts"

const CHANNEL = "/channels/{channel:Harbour/general}/messages"
const never = { content: "never", tts: false }

describe("a wait in vain", () => {
  it.live("shows what came since it began, and nothing of the step before", () =>
    Effect.gen(function* () {
      const { failing, play, perform, player, stage } = yield* playing(() => saying("adopted"))
      yield* play({ ...ALICE_HERE, use: "/ban" })
      const over = yield* waitingUntil(failing({ ...ALICE_HERE, wait: { message: { content: "done" } } }))
      yield* perform({ as: "alice", in: "staff", say: "done" })
      yield* perform({ as: "alice", in: "general", react: "🐶" })
      yield* perform({ as: "carol", in: "Harbour/general", use: "/ban", expect: { refused: "permission" } })
      yield* perform({ as: "alice", in: "general", use: "/ban" })
      yield* Effect.promise(() =>
        fetch(`${stage.rest_url}/v10/channels/1/messages`, {
          method: "POST",
          headers: { authorization: "Bot shop-bot-token", "content-type": "application/json" },
          body: JSON.stringify({ content: "lost" })
        })
      )
      yield* perform({ wait: { event: "interaction.responded" } })
      yield* over
      const entry = player.transcript()[1]
      assert.deepStrictEqual(entry?.lines, [])
      assert.deepStrictEqual(entry?.notes, [
        "while it waited:",
        '  message.created in #staff: Alice: "done"',
        "  message.reaction_added by Alice in #general: 🐶",
        "  interaction.refused by Carol in #general: /ban: permission",
        "  interaction.created by Alice in #general: /ban",
        "  interaction.acknowledged by Alice in #general: /ban",
        '  message.created in #general: Pet Shop: "adopted"',
        "  interaction.responded by Alice in #general: /ban",
        "  refused: POST /channels/1/messages was answered 404: 10003 Unknown Channel"
      ])
      assert.isUndefined(player.played()[1]?.outcome?.trace)
    })
  )

  it.live("says that nothing came", () =>
    Effect.gen(function* () {
      const { failing, play, player } = yield* playing(() => saying("adopted"))
      yield* play({ ...ALICE_HERE, use: "/ban" })
      yield* failing({ wait: { message: never, within: "30ms" } })
      assert.deepStrictEqual(player.transcript()[1]?.notes, ["nothing came while it waited"])
    })
  )

  it.live("shows the nearest of many, in the order in which they came", () =>
    Effect.gen(function* () {
      const { failing, play, perform, player } = yield* playing(() => saying("adopted"))
      yield* play({ ...ALICE_HERE, say: "before" })
      const over = yield* waitingUntil(failing({ ...ALICE_HERE, wait: { message: { content: "wanted", tts: true } } }))
      for (const content of ["wanted", ...Array.from({ length: 14 }, (_, index) => `other ${index}`)]) {
        yield* perform({ app: { post: CHANNEL, body: { content } } })
      }
      yield* perform({ as: "alice", in: "general", react: "🐶" })
      yield* perform({ wait: { event: "message.reaction_added" } })
      yield* over
      const [title, ...lines] = player.transcript()[1]?.notes ?? []
      assert.strictEqual(title, "while it waited:")
      assert.lengthOf(lines, 11)
      assert.strictEqual(lines[0], '  message.created in #general: Pet Shop: "wanted"')
      assert.strictEqual(lines[9], '  message.created in #general: Pet Shop: "other 13"')
      assert.strictEqual(lines[10], "  … and 6 more")
    })
  )

  it.live("for a dispatch shows those that came", () =>
    Effect.gen(function* () {
      const { failing, play, perform, player } = yield* playing(() => saying("adopted"), { watch: true })
      yield* play({ ...ALICE_HERE, say: "before" })
      const over = yield* waitingUntil(failing({ wait: { gateway: "MESSAGE_CREATE", data: { content: "wanted" } } }))
      yield* perform({ ...ALICE_HERE, say: "other" })
      yield* perform({ wait: { gateway: "MESSAGE_CREATE", data: { content: "other" } } })
      yield* over
      assert.include(player.transcript()[1]?.notes ?? [], '  dispatch MESSAGE_CREATE in #general: Alice: "other"')
    })
  )

  it.live("for a state shows the interaction as it is", () =>
    Effect.gen(function* () {
      const { failing, play, player } = yield* playing(() => ({ type: 5 }))
      yield* play({ ...ALICE_HERE, use: "/ban" })
      yield* failing({ wait: { state: "responded", within: "30ms" } })
      const { lines, notes } = player.transcript()[1] ?? {}
      assert.deepStrictEqual(lines, ["deferred", "Pet Shop is thinking…"])
      assert.deepStrictEqual(notes, ["nothing came while it waited"])
    })
  )
})
