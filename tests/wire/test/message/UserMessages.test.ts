/** Messages that users write over the control plane. The official document judges every answer as well. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, STAFF_ROOM } from "../Harbour.ts"
import { codeOf, harbourside, MESSAGES, TALK } from "../Harbourside.ts"

describe("what a user says", () => {
  it.live("is a message of theirs, with mentions, a reply and a file", () =>
    Effect.gen(function* () {
      const { post, say } = yield* harbourside()
      const { body: asked } = yield* post({ content: "who?" })
      const { status, body } = yield* say(BOB, {
        content: `me, <@${ALICE}>`,
        reply_to: asked.id,
        attachments: [{ filename: "me.txt", base64: "YQ==" }]
      })
      assert.strictEqual(status, 403, "a file needs ATTACH_FILES")
      assert.strictEqual(body["code"], 50013)
      const { body: plain } = yield* say(ALICE, {
        content: `me, <@${BOB}>`,
        reply_to: asked.id,
        attachments: [{ filename: "me.txt", base64: "YQ==" }]
      })
      assert.nestedPropertyVal(plain, "author.id", ALICE)
      assert.nestedPropertyVal(plain, "attachments[0].size", 1)
      assert.nestedPropertyVal(plain, "referenced_message.content", "who?")
      assert.sameMembers(
        // Users.
        (plain["mentions"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id),
        [BOB, APP]
      )
    })
  )

  it.live("mentions roles that everyone may mention, and all of them with the right to", () =>
    Effect.gen(function* () {
      const { control, say } = yield* harbourside()
      const open = "200000000000000077"
      yield* control(`/guilds/${GUILD}/roles/${open}`, { method: "PUT", json: { name: "Crew", mentionable: true } })
      yield* control(`/guilds/${GUILD}/roles/78`, { method: "PUT", json: { name: "Staff" } })
      const content = `<@&${open}> <@&78>`
      assert.deepStrictEqual((yield* say(BOB, { content })).body["mention_roles"], [open])
      const { body } = yield* say(ALICE, { content })
      // Ids.
      assert.sameMembers([...(body["mention_roles"] as ReadonlyArray<string>)], [open, "78"])
    })
  )

  it.live("can be changed and taken back, by them alone", () =>
    Effect.gen(function* () {
      const { control, say } = yield* harbourside()
      const { body } = yield* say(BOB, { content: "a" })
      const own = `/users/${BOB}/channels/${GENERAL}/messages/${body.id}`
      const edited = yield* control(own, { method: "PATCH", json: { content: "b" } })
      assert.deepInclude(edited.body as object, { content: "b" })
      const others = yield* control(own.replace(BOB, ALICE), { method: "PATCH", json: { content: "c" } })
      assert.deepStrictEqual([others.status, others.body.code], [403, 50005])
      assert.strictEqual((yield* control(own, { method: "DELETE" })).status, 204)
    })
  )

  it.live.each([
    ["where they do not look", BOB, STAFF_ROOM, { content: "a" }, 403, 50001],
    ["nothing", BOB, GENERAL, {}, 400, 50006],
    ["to a message that is not there", BOB, GENERAL, { content: "a", reply_to: "1" }, 400, 50035],
    ["in other people's conversation", BOB, BOT_DM, { content: "a" }, 404, 10003]
  ] as const)("is refused %s", ([, user, channel, body, status, code]) =>
    Effect.gen(function* () {
      const { say } = yield* harbourside()
      assert.deepStrictEqual(codeOf(yield* say(user, body, channel)), [status, code])
    })
  )

  it.live("is read by everybody with the reactions of all, and by each with their own marked", () =>
    Effect.gen(function* () {
      const { control, post, say, send } = yield* harbourside({ everyone: [...TALK] })
      const { body: asked } = yield* post({ content: "who?" })
      const { body: me } = yield* say(BOB, { content: "me", reply_to: asked.id })
      const cat = encodeURIComponent("🐈")
      const reactions = (user: string) => `/users/${user}/channels/${GENERAL}/messages/${me.id}/reactions/${cat}`
      assert.strictEqual((yield* control(reactions(BOB), { method: "PUT" })).status, 204)
      assert.strictEqual((yield* control(reactions(BOB), { method: "PUT" })).status, 204)
      yield* send(`${MESSAGES}/${me.id}/reactions/${cat}/@me`, "PUT")
      const seenBy = (user: string) =>
        Effect.map(control(`/users/${user}/channels/${GENERAL}/messages`), ({ body }) => {
          // Every answer of this endpoint contains messages.
          const { messages } = body as { readonly messages: ReadonlyArray<object> }
          return messages.at(-1)
        })
      const ofBob = yield* seenBy(BOB)
      assert.nestedPropertyVal(ofBob, "reactions[0].me", true)
      assert.nestedPropertyVal(ofBob, "reactions[0].count", 2)
      assert.nestedPropertyVal(ofBob, "referenced_message.content", "who?")
      assert.nestedPropertyVal(yield* seenBy(ALICE), "reactions[0].me", false)
      yield* control(reactions(BOB), { method: "DELETE" })
      assert.nestedPropertyVal(yield* seenBy(BOB), "reactions[0].count", 1)
    })
  )

  it.live("is read in pages back to the first, and by ids, without what they do not see", () =>
    Effect.gen(function* () {
      const { control, messages, say } = yield* harbourside()
      const said: Array<string> = []
      for (const content of ["a", "b", "c"]) said.push((yield* say(ALICE, { content })).body.id)
      const [a = "", b = "", c = ""] = said
      const textsOf = (query: string) =>
        Effect.map(messages(BOB, GENERAL, query), ({ body }) => body.messages.map(({ content }) => content))
      assert.deepStrictEqual(yield* textsOf(`?limit=1&before=${c}`), ["b"])
      assert.deepStrictEqual(yield* textsOf(`?before=${b}`), ["a"])
      assert.deepStrictEqual(yield* textsOf(`?before=${a}`), [])
      yield* control(`/users/${ALICE}/channels/${GENERAL}/messages/${b}`, { method: "DELETE" })
      assert.deepStrictEqual(yield* textsOf(`?limit=1&ids=${c},${b},7,${a},${c}`), ["a", "c"])
      assert.deepStrictEqual(yield* textsOf("?ids="), [])
      for (const query of [`?ids=${a}&before=${b}`, "?ids=x", "?before=x", `?ids=${Array(101).fill(a).join()}`])
        assert.strictEqual((yield* messages(BOB, GENERAL, query)).status, 400, query)
    })
  )

  it.live.each([
    ["who may not be the first to", BOB, "🐈", 403, 50013],
    ["with what is no emoji", ALICE, "cat", 400, 10014],
    ["with a custom emoji that nobody has", ALICE, "cat:1", 400, 10014]
  ] as const)("gets no reaction of one %s", ([, user, emoji, status, code]) =>
    Effect.gen(function* () {
      const { control, say } = yield* harbourside()
      const { body } = yield* say(BOB, { content: "a" })
      const path = `/users/${user}/channels/${GENERAL}/messages/${body.id}/reactions/${encodeURIComponent(emoji)}`
      const refused = yield* control(path, { method: "PUT" })
      assert.deepStrictEqual([refused.status, refused.body.code], [status, code])
    })
  )
})
