/** Decisions on the consent page, in a recording. Source: product.md "Scenario files" (recording). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "../fixture/Client.ts"
import { at, LIVE, running } from "../fixture/Running.ts"
import { ALICE, consenting, HARBOUR, query, town } from "./Town.ts"

const BOT = query({ scope: "bot identify", permissions: "2050" })

const recording = (method: string) => Effect.flatMap(at("/control/v1/recording"), (url) => call(url, { method }))

/** Records the decision of a consent page with these fields. */
const recorded = Effect.fnUntraced(function* (fields: Readonly<Record<string, string>>) {
  const { nonce, post } = yield* consenting(BOT)
  yield* recording("POST")
  yield* post(`/oauth2/authorize?${BOT}`, { nonce, ...fields })
  const { text } = yield* recording("DELETE")
  const { entries } = JSON.parse(text)
  return { text, nonce, entries: entries as ReadonlyArray<Readonly<Record<string, unknown>>> }
})

layer(running({ world: town }), LIVE)("a recording", (it) => {
  it.effect("has the decision of a page as that of its JSON form, and neither its nonce nor its code", () =>
    Effect.gen(function* () {
      const chosen = { authorize: "true", guild_id: HARBOUR, permission: "SEND_MESSAGES" }
      const { entries, text, nonce } = yield* recorded(chosen)
      assert.strictEqual(entries.length, 1)
      assert.deepInclude(entries[0], {
        operation: "authorize",
        user_id: ALICE,
        status: 303,
        query: Object.fromEntries(new URLSearchParams(BOT)),
        body: { authorize: true, guild_id: HARBOUR, permissions: "2048" },
        answer: {}
      })
      assert.notInclude(text, nonce)
      assert.notInclude(text, '"location"')
    })
  )

  it.effect("has a refusal as one", () =>
    Effect.gen(function* () {
      const { entries } = yield* recorded({ authorize: "false" })
      assert.deepInclude(entries[0], { answer: { error: "access_denied" } })
    })
  )

  it.effect("has nothing of a page that was not answered by whom it was shown to", () =>
    Effect.gen(function* () {
      const { entries } = yield* recorded({ nonce: "forged", authorize: "true" })
      assert.deepStrictEqual(entries, [])
    })
  )
})
