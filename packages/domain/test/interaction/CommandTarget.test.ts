import { assert, describe, it } from "@effect/vitest"
import { formatPath } from "../../src/error/Fault.ts"
import { judgeAutocomplete, judgeTarget, targetKind } from "../../src/interaction/CommandTarget.ts"
import type { MessageRecord } from "../../src/message/Message.ts"
import { ALICE, BOB } from "../fixture/Harbour.ts"
import { answer } from "../fixture/SampleKinds.ts"

const seenBy = (visible_to: string | null): MessageRecord => ({
  id: answer.id,
  channel_id: answer.channel_id,
  visible_to,
  message: answer
})

type Aim = Parameters<typeof judgeTarget>[1]

const aim = (fields: Partial<Aim>): Aim => ({
  target_id: undefined,
  user_id: ALICE,
  is_user: false,
  message: undefined,
  ...fields
})

const [CHAT_INPUT, USER, MESSAGE, ENTRY_POINT] = [1, 2, 3, 4] as const

describe("the target of a use", () => {
  it.each<[string, 1 | 2 | 3 | 4, Partial<Aim>, string]>([
    ["a slash command has none", CHAT_INPUT, {}, ""],
    ["an entry point has none", ENTRY_POINT, {}, ""],
    ["a slash command takes none", CHAT_INPUT, { target_id: BOB, is_user: true }, "COMMAND_TARGET_UNWANTED"],
    ["an entry point takes none", ENTRY_POINT, { target_id: BOB, is_user: true }, "COMMAND_TARGET_UNWANTED"],
    ["a USER command needs one", USER, {}, "BASE_TYPE_REQUIRED"],
    ["a MESSAGE command needs one", MESSAGE, {}, "BASE_TYPE_REQUIRED"],
    ["a USER command is used on a user", USER, { target_id: BOB, is_user: true }, ""],
    ["a USER command is used on nobody else", USER, { target_id: BOB }, "COMMAND_TARGET_UNKNOWN"],
    ["a MESSAGE command is used on a message", MESSAGE, { target_id: "1", message: seenBy(null) }, ""],
    ["a MESSAGE command is used on no user", MESSAGE, { target_id: BOB, is_user: true }, "COMMAND_TARGET_UNKNOWN"],
    [
      "another user's ephemeral message is not there",
      MESSAGE,
      { target_id: "1", message: seenBy(BOB) },
      "COMMAND_TARGET_UNKNOWN"
    ],
    ["nor can one's own be a target", MESSAGE, { target_id: "1", message: seenBy(ALICE) }, "COMMAND_TARGET_EPHEMERAL"]
  ])("%s", (_, type, fields, code) => {
    const faults = judgeTarget({ type }, aim(fields))
    assert.deepStrictEqual(
      faults.map((one) => `${formatPath(one.path)} ${one.code}`),
      code === "" ? [] : [`target_id ${code}`]
    )
  })

  it("is a user or a message by the command's type", () =>
    assert.deepStrictEqual(
      [CHAT_INPUT, USER, MESSAGE, ENTRY_POINT].map((type) => targetKind({ type })),
      [undefined, "user", "message", undefined]
    ))
})

describe("asking for choices", () => {
  it("is for slash commands alone", () => {
    assert.deepStrictEqual(judgeAutocomplete({ type: CHAT_INPUT }, true), [])
    for (const type of [USER, MESSAGE, ENTRY_POINT]) {
      assert.deepStrictEqual(judgeAutocomplete({ type }, false), [])
      assert.strictEqual(judgeAutocomplete({ type }, true)[0]?.code, "COMMAND_AUTOCOMPLETE_UNWANTED")
    }
  })
})
