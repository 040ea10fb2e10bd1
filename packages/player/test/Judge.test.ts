import type { Expectation } from "@backlot/scenario/Expectation"
import type { Outcome, SeenMessage } from "@backlot/scenario/Outcome"
import { assert, describe, it } from "@effect/vitest"
import { type Evidence, judge } from "../src/judge/Judge.ts"

const NOBODY = { sightings: new Map<string, boolean>() }
// As far as it is judged.
const message = (content: string, ephemeral = false) => ({ id: "1", content, ephemeral }) as SeenMessage
const judged = (expect: Expectation, outcome: Partial<Outcome>, evidence: Evidence = NOBODY) =>
  judge(expect, { real_ms: 5, ...outcome }, evidence).map(({ path }) => path.join("."))

describe("nothing said", () => {
  const cases: ReadonlyArray<readonly [string, Expectation, Partial<Outcome>, ReadonlyArray<string>]> = [
    ["expects that it was not refused", {}, { refused: "permission" }, ["refused"]],
    ["expects that nothing failed", {}, { state: "failed" }, ["state"]],
    ["expects that time did not run out", {}, { state: "timed_out" }, ["state"]],
    ["expects an answer within the wait", {}, { state: "pending", wait_expired: true }, ["state"]],
    ["expects that a deferral which is waited for ends", {}, { state: "deferred", wait_expired: true }, ["state"]],
    ["of waits leaves them to what is said", { state: "pending" }, { state: "pending", wait_expired: true }, []],
    ["expects no error status", {}, { status: 404 }, ["status"]],
    ["expects that something came of it", {}, { error: "cut" }, ["error"]],
    ["lets a deferral and its warning be", {}, { state: "pending", error: "no session" }, []],
    ["of refusals leaves them to what is said", { refused: "stale" }, { refused: "stale" }, []],
    ["of refusals leaves them to their code", { code: 50035 }, { refused: "options", code: 50035 }, []],
    ["of states leaves them to what is said", { state: "failed" }, { state: "failed" }, []],
    ["of a message still expects no refusal", { message: null }, { refused: "unknown" }, ["refused"]],
    ["of a code that is absent still expects no refusal", { code: null }, { refused: "permission" }, ["refused"]],
    [
      "of a status that is not one still expects no refusal",
      { status: { $not: 500 } },
      { refused: "stale" },
      ["refused"]
    ],
    ["of no error still expects an answer", { error: null }, { state: "pending", wait_expired: true }, ["state"]],
    ["of no error still expects that nothing timed out", { error: null }, { state: "timed_out" }, ["state"]],
    ["of no code still expects no error status", { code: null }, { status: 404 }, ["status"]],
    ["of no refusal still expects no error status", { refused: false }, { status: 404 }, ["status"]],
    ["of a state that is sound tells that state alone", { state: "responded" }, { state: "failed" }, ["state"]],
    ["of an error leaves states to it", { error: "/late/" }, { state: "failed", error: "too late" }, []],
    ["of what may be refused leaves it", { refused: { $any: ["stale", null] } }, { refused: "stale" }, []],
    [
      "of the outcome's message still expects no refusal",
      { outcome: { message: null } },
      { refused: "stale" },
      ["refused"]
    ],
    ["of the outcome's refusal leaves it", { outcome: { refused: "stale" } }, { refused: "stale" }, []],
    ["of the outcome by an operator leaves it", { outcome: { $not: { state: "failed" } } }, { refused: "stale" }, []],
    ["of a body still expects no error status", { body: {} }, { status: 400, body: {} }, ["status"]]
  ]
  for (const [sentence, expect, outcome, paths] of cases) {
    it(sentence, () => assert.deepStrictEqual(judged(expect, outcome), paths))
  }
})

describe("an expectation", () => {
  const cases: ReadonlyArray<readonly [string, Expectation, Partial<Outcome>, ReadonlyArray<string>]> = [
    ["of no refusal holds", { refused: false }, {}, []],
    ["of no refusal fails by one", { refused: false }, { refused: "stale" }, ["refused"]],
    ["of no message fails by one", { message: null }, { message: message("x") }, ["message"]],
    ["of a message fails without one", { message: {} }, {}, ["message"]],
    ["of ephemeral is about the message", { ephemeral: true }, { message: message("x", false) }, ["message.ephemeral"]],
    ["of ephemeral is about the answer too", { ephemeral: true }, { response: { type: 5, ephemeral: true } }, []],
    ["of real time is a bound", { within: "1ms" }, {}, ["within"]],
    ["of real time holds below it", { within: "1s" }, {}, []],
    ["of service time takes durations", { service_time: { $atMost: "3s" } }, { service_time: 3001 }, ["service_time"]],
    [
      "of lists is in order, others between",
      { trace: [{ what: "a" }, { what: "c" }] },
      { trace: lines("a", "b", "c") },
      []
    ],
    ["of lists fails out of order", { trace: [{ what: "c" }, { what: "a" }] }, { trace: lines("a", "c") }, ["trace.1"]],
    ["of rate limits", { rate_limit: { remaining: 0 } }, { rate_limit: { remaining: 1 } }, ["rate_limit.remaining"]],
    ["of a refusal, whatever it is, holds", { refused: true }, { refused: "stale" }, []],
    ["of a refusal, whatever it is, fails without one", { refused: true }, {}, ["refused"]],
    ["of ephemeral is about the message first", { ephemeral: true }, shown(false, true), ["message.ephemeral"]],
    ["of lists fails where there is none", { trace: [{ what: "a" }] }, {}, ["trace.0"]],
    ["of nothing in a list fails", { gateway: [], seen_by: [] }, {}, ["gateway", "seen_by"]],
    [
      "of headers knows their names in any case",
      { headers: { "X-Pet": null } },
      { headers: { "x-pet": "y" } },
      ["headers.x-pet"]
    ],
    ["of headers holds", { headers: { "X-Pet": "y" } }, { headers: { "x-pet": "y" } }, []],
    ["of the whole outcome", { outcome: { state: "failed" } }, { state: "failed" }, []]
  ]
  for (const [sentence, expect, outcome, paths] of cases) {
    it(sentence, () => assert.deepStrictEqual(judged(expect, outcome), paths))
  }

  it("of who sees a message goes by what they see", () => {
    const sightings = new Map([
      ["alice", true],
      ["bob", false]
    ])
    assert.deepStrictEqual(judged({ seen_by: ["alice"], unseen_by: ["bob"] }, {}, { sightings }), [])
    assert.deepStrictEqual(judged({ seen_by: ["carol"], unseen_by: ["zoe"] }, {}, { sightings }), [
      "seen_by.0",
      "unseen_by.0"
    ])
    assert.deepStrictEqual(judged({ seen_by: ["bob"], unseen_by: ["alice"] }, {}, { sightings }), [
      "seen_by.0",
      "unseen_by.0"
    ])
  })
})

describe("the real time to the app's first answer", () => {
  const answer = (expect: Expectation, answered_ms: number, more: Partial<Evidence> = {}) =>
    judge(expect, { real_ms: 5 }, { ...NOBODY, answered: { answered_ms, fresh: true }, ...more }).map(
      ({ message }) => message
    )

  it("is at most 3 s by default", () => {
    assert.deepStrictEqual(answer({}, 3_000), [])
    assert.match(answer({}, 3_001).join(""), /^ms of real time until .* more than 3s; on the platform .* after 3s$/)
  })

  it("is that of the step, else that of the scenario", () => {
    assert.deepStrictEqual(answer({}, 3_001, { answers_within_ms: 4_000 }), [])
    assert.lengthOf(answer({ answers_within: "1s" }, 3_001, { answers_within_ms: 4_000 }), 1)
  })

  it("is judged again only where the step says so", () => {
    const again = { answered: { answered_ms: 3_001, fresh: false } }
    assert.deepStrictEqual(answer({}, 0, again), [])
    assert.lengthOf(answer({ answers_within: "3s" }, 0, again), 1)
  })
})

function shown(message_is: boolean, answer_is: boolean): Partial<Outcome> {
  return { message: message("x", message_is), response: { type: 4, ephemeral: answer_is } }
}

function lines(...whats: ReadonlyArray<string>) {
  return whats.map((what) => ({ at: 0, what, detail: null }))
}
