/** What users say by the control plane: every answer is judged by the official document as well. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, BOT_DM, GENERAL, STAFF_ROOM } from "./Harbour.ts"
import { codeOf, harbourside } from "./Harbourside.ts"

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
})
