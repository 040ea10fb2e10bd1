import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as UserMessages from "../../src/user/UserMessages.ts"
import { ALICE, BOB, GENERAL, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const ADOPT = "600000000000000001"

const say = (content: string) =>
  UserMessages.say({ user_id: BOB, channel_id: GENERAL }, { content, reply_to: undefined, files: [] })

describeOnEachStore("what a recording notes", (test) => {
  test(
    "a command is known by its id, and anything else is none",
    Effect.gen(function* () {
      yield* settle({ commands: [{ id: ADOPT, application_id: PET_SHOP, name: "adopt", description: "A pet" }] })
      const commands = [ADOPT, "7", "adopt", undefined, 7].map(UserMessages.commandOf)
      const found = yield* Effect.all(commands)
      assert.deepStrictEqual(
        found.map((command) => command?.name),
        ["adopt", undefined, undefined, undefined, undefined]
      )
    })
  )

  test(
    "messages are those of the ids that the user sees, in the order asked",
    Effect.gen(function* () {
      yield* settle()
      const [one, two] = [yield* say("one"), yield* say("two")]
      const seen = yield* UserMessages.messagesOf(ALICE, [two.id, "7", undefined, one.id])
      assert.deepStrictEqual(
        seen.map(({ content }) => content),
        ["two", "one"]
      )
    })
  )
})
