import { assert, describe, it } from "@effect/vitest"
import { judgeResume } from "../../src/gateway/GatewayReady.ts"

describe("a resume", () => {
  it.each([
    ["at the last one sent, replays nothing", 9, "replay"],
    ["in the middle, replays the rest", 6, "replay"],
    ["right before the oldest that is kept, replays all", 4, "replay"],
    ["before that is gone", 3, "gone"],
    ["above the last sent is 4007", 10, "ahead"]
  ] as const)("%s", (_, seq, verdict) => {
    assert.strictEqual(judgeResume(seq, { last: 9, oldest: 5 }), verdict)
  })

  it("of a session that keeps nothing goes on only at its end", () => {
    assert.strictEqual(judgeResume(9, { last: 9, oldest: 10 }), "replay")
    assert.strictEqual(judgeResume(8, { last: 9, oldest: 10 }), "gone")
  })
})
