import { assert, describe, it } from "@effect/vitest"
import { outcomeOf } from "../src/turn/Interacting.ts"

const answer = (status: number, body: object) => ({ status, headers: {}, body })

describe("an answer of the control plane", () => {
  it("that refuses a use says why beside its message, whatever the message is", () => {
    const because = "Refused before delivery (not so): a sentence of its own"
    const body = { message: "No", code: 50035, reason: "options", because }
    assert.deepStrictEqual(outcomeOf(answer(400, body)), { refused: "options", because, code: 50035 })
  })

  it("that is another error is known by its message", () => {
    const outcome = outcomeOf(answer(404, { message: "Unknown User", code: 10013 }))
    assert.deepInclude(outcome, { status: 404, code: 10013, because: "Unknown User" })
    assert.notProperty(outcome, "refused")
  })
})
