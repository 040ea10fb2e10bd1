/** Requests for all members of a guild are limited; others are not. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { running } from "../fixture/Running.ts"
import { type Bot, login } from "./Bot.ts"
import { given, HARBOUR } from "./World.ts"

const ask = (bot: Bot, d: object = {}) => bot.send(8, { guild_id: HARBOUR, query: "", limit: 0, ...d })

describe("a request for all members of a guild", () => {
  it.live("is answered once in 30 seconds, then with RATE_LIMITED", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      ask(bot)
      assert.strictEqual((yield* bot.next).t, "GUILD_MEMBERS_CHUNK")
      ask(bot, { nonce: "again" })
      const { t, d } = yield* bot.next
      assert.strictEqual(t, "RATE_LIMITED")
      const { retry_after, ...limited } = d as { readonly retry_after: number }
      assert.deepStrictEqual(limited, { opcode: 8, meta: { guild_id: HARBOUR, nonce: "again" } })
      assert.isTrue(retry_after > 20 && retry_after <= 30, String(retry_after))
      for (const some of [
        { query: "a", limit: 1 },
        { user_ids: ["1"], query: undefined }
      ]) {
        ask(bot, some)
        assert.strictEqual((yield* bot.next).t, "GUILD_MEMBERS_CHUNK")
      }
    }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "enforce" })))
  )

  it.live("is not limited where limits only observe", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      for (let i = 0; i < 3; i++) {
        ask(bot)
        assert.strictEqual((yield* bot.next).t, "GUILD_MEMBERS_CHUNK")
      }
    }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "observe" })))
  )
})
