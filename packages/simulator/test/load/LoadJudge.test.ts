import type { Expectation } from "@backlot/scenario/Expectation"
import type { Outcome, SeenMessage } from "@backlot/scenario/Outcome"
import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import { type AnswerRule, judge } from "../../src/load/LoadPlay.ts"
import { thresholdsOf } from "../../src/load/Threshold.ts"

/** A real clock, and no limit of the file. */
const REAL: AnswerRule = { isJudged: false, within_ms: undefined }

const kind = (outcome: Partial<Outcome>, expect?: Expectation, rule = REAL) =>
  judge(expect, { real_ms: 5, ...outcome }, rule)?.kind

describe("errors of a load", () => {
  // As far as it is judged.
  const message = { id: "1", content: "You adopted Rex", ephemeral: false } as SeenMessage
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
    ["a wait that ended on a deferral", { state: "deferred", wait_expired: true }, { message: {} }, "wait_expired"],
    [
      "a wait that ended as expected is none",
      { state: "pending", wait_expired: true },
      { state: "pending" },
      undefined
    ],
    ["nothing came of it", { error: "access_denied" }, undefined, "error"],
    ["nothing came of it, as expected", { error: "access_denied" }, { error: "access_denied" }, undefined],
    ["an error beside a state that is sound is none", { state: "pending", error: "no session" }, undefined, undefined],
    ["silence where the state of an answer was expected", { state: "timed_out" }, { state: "responded" }, "timed_out"],
    [
      "a wait that ended where the state of an answer was expected",
      { state: "pending", wait_expired: true },
      { state: "responded" },
      "wait_expired"
    ],
    ["another state than expected", { state: "timed_out" }, { state: "failed" }, "expectation"],
    ["a refusal where none was expected", { refused: "stale" }, { refused: false }, "refused:stale"],
    ["an error status where another was expected", { status: 500 }, { status: { $below: 300 } }, "http:500"],
    ["an error status where no refusal was expected", { status: 404 }, { refused: false }, "http:404"],
    [
      "another message where silence would do",
      { state: "failed", message },
      { state: { $any: ["responded", "failed"] }, message: { content: "/Bello/" } },
      "expectation"
    ],
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

  it("are answers after more than 3 s of real time while the clock is frozen, unless the file has another limit", () => {
    const slow = { state: "responded", real_ms: 3_500 } as const
    const deferred = { ...slow, response: { type: 5, ephemeral: false } }
    const frozen = { isJudged: true, within_ms: undefined }
    assert.strictEqual(kind(slow, undefined, frozen), "expectation")
    assert.strictEqual(kind(slow, undefined, { ...frozen, within_ms: 4_000 }), undefined)
    assert.strictEqual(kind(slow, { answers_within: "4s" }, frozen), undefined)
    assert.strictEqual(kind(slow, { answers_within: "1s" }), "expectation")
    assert.strictEqual(kind(slow), undefined)
    // The request may have waited for what came after the deferral.
    assert.strictEqual(kind(deferred, undefined, frozen), undefined)
  })

  it("are of kinds that a threshold may bound", () => {
    const kinds = cases.flatMap(([, , , expected]) => expected ?? [])
    const written = Object.fromEntries(kinds.map((one) => [`errors:${one}`, "0"]))
    assert.deepStrictEqual(Result.getFailure(thresholdsOf(written, () => false)), Option.none())
  })

  it("are told with their reason, else by what was there", () => {
    const told = (outcome: Partial<Outcome>) => judge(undefined, { real_ms: 5, ...outcome }, REAL)?.message
    assert.strictEqual(told({ refused: "permission", because: "bob may not" }), "bob may not")
    assert.strictEqual(told({ refused: "permission" }), "permission")
    assert.strictEqual(told({ status: 500, body: { message: "Boom" } }), "Boom")
    assert.strictEqual(told({ error: "access_denied" }), "access_denied")
    const waited = { state: "pending", wait_expired: true } as const
    assert.strictEqual(told(waited), "the app has not answered")
    assert.strictEqual(told({ ...waited, error: "no session" }), "the app has not answered; no session")
  })
})
