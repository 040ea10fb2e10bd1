import { judge } from "@backlot/simulator/load/LoadJudge"
import type { Outcome } from "@backlot/simulator/play/Outcome"
import type { Expectation } from "@backlot/simulator/scenario/Expectation"
import { assert, describe, it } from "@effect/vitest"

const kind = (outcome: Partial<Outcome>, expect?: Expectation) => judge(expect, { real_ms: 5, ...outcome })?.kind

describe("errors of a load", () => {
  const message = { id: "1", content: "You adopted Rex", ephemeral: false }
  const cases: ReadonlyArray<readonly [string, Partial<Outcome>, Expectation | undefined, string | undefined]> = [
    ["an answer is none", { state: "responded", message }, undefined, undefined],
    ["a deferral is none", { state: "deferred" }, undefined, undefined],
    ["a refusal is told with its reason", { refused: "permission" }, undefined, "refused:permission"],
    ["a refusal that was expected is none", { refused: "permission" }, { refused: "permission" }, undefined],
    ["another refusal than expected", { refused: "stale" }, { refused: "permission" }, "expectation"],
    ["a refusal where something else was expected", { refused: "stale" }, { state: "responded" }, "refused:stale"],
    ["no refusal where one was expected", { state: "responded" }, { refused: "permission" }, "expectation"],
    ["an app that fails", { state: "failed", error: "500" }, undefined, "failed"],
    ["an app that is silent", { state: "timed_out" }, undefined, "timed_out"],
    ["silence that was expected is none", { state: "timed_out" }, { state: "timed_out" }, undefined],
    ["silence where an answer was expected", { state: "timed_out" }, { message: {} }, "timed_out"],
    ["a wait that ended", { state: "pending", wait_expired: true }, undefined, "wait_expired"],
    ["an error status", { status: 500 }, undefined, "http:500"],
    ["an error status that was expected is none", { status: 404 }, { status: 404 }, undefined],
    ["another content", { state: "responded", message }, { message: { content: "/Bello/" } }, "expectation"],
    ["the content", { state: "responded", message }, { message: { content: "/Rex/" } }, undefined],
    ["too slow an answer", { state: "responded", real_ms: 80 }, { within: "50ms" }, "expectation"]
  ]
  for (const [sentence, outcome, expect, expected] of cases)
    it(`${sentence}${expected === undefined ? "" : `: ${expected}`}`, () => {
      assert.strictEqual(kind(outcome, expect), expected)
    })
})
