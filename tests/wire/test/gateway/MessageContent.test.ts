/**
 * Which sessions get the content of messages. Source: wire-interactions.md §3.9; on v9 the platform's announcement of API
 * v10 (2022).
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, GENERAL, harbour } from "../Harbour.ts"
import { BOT, bots, INTENTS } from "./Bots.ts"

const MESSAGES = INTENTS.GUILDS | INTENTS.GUILD_MESSAGES

/** The content of another's message in a guild, as a session of this version and these intents has it. */
const contentFor = Effect.fnUntraced(function* (v: 9 | 10, intents: number, options: Parameters<typeof bots>[0] = {}) {
  const { open, wait, control } = yield* bots(options)
  const client = yield* open({ v })
  client.identify({ token: BOT.token, intents })
  yield* wait(client.event("READY"))
  yield* wait(client.event("GUILD_CREATE"))
  const sent = yield* control(`/users/${ALICE}/channels/${GENERAL}/messages`, { json: { content: "secret" } })
  assert.isBelow(sent.status, 300)
  const { content } = yield* wait(client.event("MESSAGE_CREATE"))
  return content
})

describe("the content of a message", () => {
  it.live.each([
    [9, "without the bit, by the application's flag alone", MESSAGES, "secret"],
    [9, "with the bit", MESSAGES | INTENTS.MESSAGE_CONTENT, "secret"],
    [10, "without the bit, which that version asks for", MESSAGES, ""],
    [10, "with the bit", MESSAGES | INTENTS.MESSAGE_CONTENT, "secret"]
  ] as const)("on v%s %s", ([v, , intents, content]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* contentFor(v, intents), content)
    })
  )

  it.live.each([9, 10] as const)("on v%s is empty without the application's flag", (v) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* contentFor(v, MESSAGES, { world: harbour(null) }), "")
    })
  )
})
