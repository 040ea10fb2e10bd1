import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, STAFF_ROOM, ZOE } from "../Harbour.ts"
import { payloadOf, saying, stage } from "../Stage.ts"

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const EPHEMERAL = 64

/** Answers with the text of the option, ephemeral when the text starts with `(`. */
const talking = stage((request) => {
  const content = String(payloadOf(request).data.options[0]?.value)
  return Effect.succeed({ json: { type: 4, data: { content, flags: content.startsWith("(") ? EPHEMERAL : 0 } } })
})

const say = (animal: string) => ({ command_id: ADOPT, options: [{ name: "animal", value: animal }] })

describe("a channel's messages", () => {
  it.live("are those that this user sees, oldest first, their own ephemerals included", () =>
    Effect.gen(function* () {
      const { use, messages } = yield* talking
      yield* use(ALICE, GENERAL, say("one"))
      yield* use(ALICE, GENERAL, say("(for alice)"))
      yield* use(BOB, GENERAL, say("(for bob)"))
      yield* use(BOB, GENERAL, say("two"))
      const seenBy = (user: string) =>
        Effect.map(messages(user, GENERAL), ({ body }) => body.messages.map(({ content }) => content))
      assert.deepStrictEqual(yield* seenBy(ALICE), ["one", "(for alice)", "two"])
      assert.deepStrictEqual(yield* seenBy(BOB), ["one", "(for bob)", "two"])
    })
  )

  it.live("of another channel are elsewhere", () =>
    Effect.gen(function* () {
      const { use, messages } = yield* talking
      yield* use(ALICE, BOT_DM, say("in private"))
      assert.deepStrictEqual((yield* messages(ALICE, GENERAL)).body.messages, [])
      assert.strictEqual((yield* messages(ALICE, BOT_DM)).body.messages.length, 1)
    })
  )

  it.live("are the newest, as many as wanted", () =>
    Effect.gen(function* () {
      const { use, messages } = yield* talking
      for (const animal of ["one", "(two)", "three", "four"]) yield* use(BOB, GENERAL, say(animal))
      const newest = (user: string, query: string) =>
        Effect.map(messages(user, GENERAL, query), ({ body }) => body.messages.map(({ content }) => content))
      assert.deepStrictEqual(yield* newest(BOB, "?limit=3"), ["(two)", "three", "four"])
      assert.deepStrictEqual(yield* newest(ALICE, "?limit=3"), ["one", "three", "four"])
    })
  )

  it.live.each([
    ["a limit of nothing", ALICE, GENERAL, "?limit=0", 400, 50035],
    ["a limit that is none", ALICE, GENERAL, "?limit=all", 400, 50035],
    ["too many", ALICE, GENERAL, "?limit=1001", 400, 50035],
    ["an unknown user", "1", GENERAL, "", 404, 10013],
    ["an unknown channel", ALICE, "1", "", 404, 10003],
    ["a channel by a name that none has", ALICE, "generous", "", 400, 50035],
    ["a user who is not there", ZOE, GENERAL, "", 404, 10007],
    ["a user who may not look", BOB, STAFF_ROOM, "", 403, 50001],
    ["other people's conversation", BOB, BOT_DM, "", 404, 10003]
  ] as const)("are refused for %s", ([, user, channel, query, status, code]) =>
    Effect.gen(function* () {
      const { messages } = yield* stage(saying("never"))
      const refused = yield* messages(user, channel, query)
      assert.strictEqual(refused.status, status)
      assert.deepInclude(refused.body, { code })
    })
  )
})

describe("an interaction", () => {
  it.live("can be read again, with every step of it", () =>
    Effect.gen(function* () {
      const { app, use, interaction } = yield* stage(saying("A dog!"))
      const used = (yield* use(ALICE, GENERAL, DOG)).body
      const { trace, ...answer } = (yield* interaction(used.interaction_id)).body
      const { created_ms, acknowledge_by, token_ends_at, now, ...read } = answer as Record<string, unknown>
      for (const time of [created_ms, Date.parse(String(now))]) assert.isNumber(time)
      assert.isBelow(Date.parse(String(acknowledge_by)), Date.parse(String(token_ends_at)))
      const place = { user_id: ALICE, channel_id: GENERAL, guild_id: GUILD, application_id: APP }
      const command = { id: ADOPT, name: "adopt", type: 1 }
      assert.deepStrictEqual<object>(read, { ...used, ...place, type: 2, command })
      assert.deepStrictEqual(
        trace.map(({ what }) => what),
        ["evaluated", "created", "delivering", "answered", "acknowledged"]
      )
      const { body } = yield* app.take
      assert.nestedPropertyVal(trace[2], "detail.body", body)
      assert.nestedPropertyVal(trace[3], "detail.status", 200)
    })
  )

  it.live.each([
    ["1", 404, 10062],
    ["x", 400, 50035]
  ] as const)("that is unknown cannot: %s", ([id, status, code]) =>
    Effect.gen(function* () {
      const { interaction } = yield* stage(saying("never"))
      const refused = yield* interaction(id)
      assert.strictEqual(refused.status, status)
      assert.deepInclude(refused.body, { code })
    })
  )
})
