import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ALICE_HERE, button, playing, row, saying } from "./PetShop.ts"

const asking = () => saying("which?", { components: [row(button("go", "Go"), button("stop", "Stop"))] })

describe("a capture", () => {
  it.live("takes any value of an answer, by its path: of users' acts, of calls, of joins", () =>
    Effect.gen(function* () {
      const { play, player } = yield* playing(asking)
      yield* play(
        {
          ...ALICE_HERE,
          use: "/ban",
          capture: {
            use: "interaction_id",
            second: "message.components[0].components[1].label",
            row: "message.components[0]"
          }
        },
        { app: { get: "/users/@me" }, capture: { status: "status", type: "headers.content-type", bot: "body.bot" } },
        { join: "tide", capture: { member: "lobby.members[0].id" } }
      )
      assert.deepInclude(player.variables(), {
        second: "Stop",
        status: 200,
        type: "application/json",
        bot: true,
        member: ALICE
      })
      assert.deepInclude(player.variables()["row"], { type: 1 })
    })
  )

  it.live("is made of a step that holds, and of no other", () =>
    Effect.gen(function* () {
      const { failing, play, player } = yield* playing(asking)
      const say = { ...ALICE_HERE, say: "hi", capture: { said: "message.content" } }
      yield* failing({ ...say, expect: { message: { content: "bye" } } })
      assert.deepStrictEqual(player.variables(), {})
      yield* play(say, { expect: { message: { content: "${said}" } }, capture: { again: "message.content" } })
      assert.deepStrictEqual(player.variables(), { said: "hi", again: "hi" })
    })
  )
})
