/** Messages of bots share themes of clients. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const THEME = { colors: ["5865F2", "000000"], gradient_angle: 360, base_mix: 58, base_theme: 4 as const }

const settle = Effect.fnUntraced(function* () {
  yield* Play.settle()
  const application = yield* Play.applicationOf(Play.PET_SHOP)
  const at = { application, channel_id: Play.THREAD }
  const post = (shared_client_theme: unknown, more: object = {}) =>
    ChannelMessages.post(at, { shared_client_theme, ...more })
  return { at, post }
})

describeOnEachStore("a theme", (test) => {
  test(
    "is kept, alone and beside a text, through edits and forwards",
    Effect.gen(function* () {
      const { at, post } = yield* settle()
      const made = yield* post(THEME)
      assert.deepStrictEqual(made.shared_client_theme, THEME)
      const read = yield* ChannelMessages.get({ ...at, message_id: made.id })
      assert.deepStrictEqual(read.shared_client_theme, THEME)
      const edited = yield* ChannelMessages.edit({ ...at, message_id: made.id }, { content: "look" })
      assert.deepStrictEqual(edited.shared_client_theme, THEME)
      const message_reference = { type: 1, channel_id: at.channel_id, message_id: made.id }
      const forward = yield* ChannelMessages.post(at, { message_reference })
      assert.deepStrictEqual(forward.message_snapshots?.[0]?.message.shared_client_theme, THEME)
      const plain = yield* post({ ...THEME, base_theme: null }, { content: "look" })
      assert.strictEqual(plain.shared_client_theme?.base_theme, 0)
      assert.notProperty(yield* post(null, { content: "look" }), "shared_client_theme")
    })
  )

  test(
    "of other colors, angles or bases is refused",
    Effect.gen(function* () {
      const { post } = yield* settle()
      const { base_mix: _, ...bare } = THEME
      for (const wrong of [
        ...[
          { ...THEME, colors: [] },
          { ...THEME, colors: Array.from({ length: 6 }, () => "000000") }
        ],
        ...[
          { ...THEME, colors: ["#00000"] },
          { ...THEME, colors: ["zzzzzz"] },
          { ...THEME, colors: [null] }
        ],
        ...[{ ...THEME, gradient_angle: 361 }, { ...THEME, base_mix: 101 }, { ...THEME, base_theme: 5 }, bare, "dark"]
      ])
        assert.strictEqual(yield* outcome(post(wrong)), "InvalidForm", JSON.stringify(wrong))
    })
  )
})
