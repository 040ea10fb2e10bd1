import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type InteractionOption, type InteractionRecord, pending } from "../../src/interaction/Interaction.ts"
import { acknowledge, judgeAnswer, namedBy } from "../../src/interaction/InteractionAnswer.ts"
import type { Decision } from "../../src/interaction/InteractionDecision.ts"
import { create, expire, failDelivery, nextDeadline } from "../../src/interaction/InteractionState.ts"
import { MessageFlag } from "../../src/message/Message.ts"
import type { InteractionState } from "../../src/record/InteractionKind.ts"
import { ALICE, GUILD, general, NOW } from "../fixture/Harbour.ts"
import * as Sample from "../fixture/SampleInteraction.ts"
import { autocomplete, INTERACTION, interaction, MESSAGE, scene, seed } from "../fixture/SampleInteraction.ts"

const { EPHEMERAL, LOADING } = MessageFlag

const HI = { type: 4, data: { content: "hi" } }
const HIDDEN = { type: 4, data: { content: "hi", flags: 64 } }
const DEFER = { type: 5 }
const DEFER_HIDDEN = { type: 5, data: { flags: 64 } }
const CHOICES = { type: 8, data: { choices: [{ name: "Dog", value: "dog" }] } }

const json = (body: unknown, status = 200) => ({
  status,
  content_type: "application/json",
  text: JSON.stringify(body)
})

const callback = (record: InteractionRecord | undefined, body: unknown, afterMs = 0) =>
  Sample.callback(record, body, scene(afterMs))

const called = (record: InteractionRecord, body: unknown, afterMs = 0) =>
  Result.getOrThrow(callback(record, body, afterMs))

const refusal = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "accepted"

const events = (decision: Decision<unknown>) => decision.events.map((e) => e.type)

/** What an endpoint's answer makes of the interaction. */
const answered = (
  answer: Parameters<typeof judgeAnswer>[1],
  record = interaction(),
  afterMs = 0
): Decision<unknown> => {
  const at = scene(afterMs)
  return Result.match(judgeAnswer(record, answer, at.now_ms), {
    onSuccess: (sound) => acknowledge(sound, at),
    onFailure: (instead) => instead
  })
}

const state = (value: InteractionState) => interaction({ state: value })

describe("a new interaction", () => {
  const decision = create(seed())

  it("is pending: delivered, no answer yet", () => assert.deepStrictEqual(decision.record, pending(seed())))
  it("is told of by one event and one line of its trace", () => {
    assert.deepStrictEqual(events(decision), ["interaction.created"])
    assert.deepStrictEqual(
      decision.trace.map(({ at, what }) => [at, what]),
      [[NOW, "created"]]
    )
  })
  it("shows its token in no event", () => assert.notInclude(JSON.stringify(decision.events), '"token"'))

  describe("that cannot be delivered", () => {
    const because = "the application has no endpoint"
    const stuck = create(seed(), { what: "undeliverable", because })

    it("is pending like any other, and tells why at once", () => {
      assert.deepStrictEqual(stuck.record, {
        ...pending(seed()),
        error: { reason: "delivery", message: "The application did not respond", because }
      })
      assert.deepStrictEqual(stuck.trace[1], { at: NOW, what: "undeliverable", detail: { because } })
    })
    it("times out like any other, and still tells why", () => {
      const { record } = expire(stuck.record, NOW + 3000)
      assert.strictEqual(record.state, "timed_out")
      assert.deepInclude(record.error, { reason: "timeout", because })
    })
    it("forgets the reason once it is answered by callback", () => assert.isNull(called(stuck.record, HI).record.error))
  })
})

describe("callback: first answer", () => {
  it("type 4 stores the message and responds", () => {
    const { record, puts, deletes } = called(interaction(), HI)
    assert.deepInclude(record, {
      state: "responded",
      callback_type: 4,
      original_message_id: MESSAGE,
      ephemeral: false,
      error: null
    })
    assert.deepStrictEqual(
      puts.map(({ id, channel_id, visible_to, message }) => ({ id, channel_id, visible_to, content: message.content })),
      [{ id: MESSAGE, channel_id: general.id, visible_to: null, content: "hi" }]
    )
    assert.deepStrictEqual(deletes, [])
  })
  it("type 4 with flag 64 is for the invoking user only", () => {
    const { record, puts } = called(interaction(), HIDDEN)
    assert.isTrue(record.ephemeral)
    assert.strictEqual(puts[0]?.visible_to, ALICE)
  })
  it("type 5 stores a LOADING message and defers", () => {
    const { record, puts } = called(interaction(), DEFER)
    assert.deepInclude(record, { state: "deferred", callback_type: 5, original_message_id: MESSAGE, ephemeral: false })
    assert.deepInclude(puts[0]?.message, { flags: LOADING, content: "" })
  })
  it("type 5 with flag 64 defers for the invoking user only", () => {
    const { record, puts } = called(interaction(), DEFER_HIDDEN)
    assert.isTrue(record.ephemeral)
    assert.strictEqual(puts[0]?.message.flags, LOADING | EPHEMERAL)
    assert.strictEqual(puts[0]?.visible_to, ALICE)
  })
  it("type 8 stores the choices on the interaction and nothing else", () => {
    const { record, puts } = called(autocomplete(), CHOICES)
    assert.deepInclude(record, { state: "responded", callback_type: 8, original_message_id: null })
    assert.deepStrictEqual(record.choices, [{ name: "Dog", value: "dog" }])
    assert.deepStrictEqual(puts, [])
  })
  it("choices are judged by the type of the focused option, however deep it is", () => {
    const focused: InteractionOption = { name: "age", type: 4, value: "1", focused: true }
    const options: ReadonlyArray<InteractionOption> = [
      { name: "g", type: 2, options: [{ name: "s", type: 1, options: [{ name: "a", type: 3, value: "x" }, focused] }] }
    ]
    assert.strictEqual(refusal(callback({ ...autocomplete(), options }, CHOICES)), "InvalidForm")
  })
  it.each<[string, InteractionRecord, unknown, ReturnType<typeof events>]>([
    ["type 4", interaction(), HI, ["interaction.acknowledged", "message.created", "interaction.responded"]],
    ["type 5", interaction(), DEFER, ["interaction.acknowledged", "message.created"]],
    ["type 8", autocomplete(), CHOICES, ["interaction.acknowledged", "interaction.responded"]]
  ])("%s yields its events", (_, record, body, expected) =>
    assert.deepStrictEqual(events(called(record, body)), expected)
  )
  it("the trace tells how long it took", () =>
    assert.deepStrictEqual(called(interaction(), HI, 1234).trace, [
      { at: NOW + 1234, what: "acknowledged", detail: { callback_type: 4, after_ms: 1234, state: "responded" } }
    ]))
})

describe("callback: with_response object", () => {
  const known = { id: INTERACTION, type: 2 as const, channel_id: general.id, guild_id: GUILD }
  const flags = (loading: boolean, ephemeral: boolean) => ({
    response_message_id: MESSAGE,
    response_message_loading: loading,
    response_message_ephemeral: ephemeral
  })

  it("resource.message for type 4", () => {
    const { reply, puts } = called(interaction(), HIDDEN)
    const [stored] = puts
    assert.isDefined(stored)
    assert.deepStrictEqual(reply, {
      interaction: { ...known, ...flags(false, true) },
      resource: { type: 4, message: stored.message }
    })
  })
  it("not for 5", () =>
    assert.deepStrictEqual(called(interaction(), DEFER).reply, {
      interaction: { ...known, ...flags(true, false) },
      resource: { type: 5 }
    }))
  it("with_response gives interaction only for choices", () =>
    assert.deepStrictEqual(called(autocomplete(), CHOICES).reply, { interaction: { ...known, type: 4 } }))
  it("guild_id is omitted outside guilds", () =>
    assert.notProperty(called(interaction({ guild_id: null }), HI).reply.interaction, "guild_id"))
})

describe("callback: once only, and within 3 s", () => {
  it("second call → already acknowledged", () => {
    for (const body of [HI, DEFER]) {
      const { record } = called(interaction(), body)
      assert.strictEqual(refusal(callback(record, HI, 1)), "AlreadyAcknowledged")
    }
  })
  it("second call after 3 s is still already acknowledged", () =>
    assert.strictEqual(refusal(callback(called(interaction(), HI).record, HI, 3001)), "AlreadyAcknowledged"))
  it("unknown id or token → unknown interaction", () =>
    assert.strictEqual(refusal(callback(undefined, HI)), "UnknownInteraction"))
  it.each([
    [0, "accepted"],
    [2999, "accepted"],
    [3000, "UnknownInteraction"],
    [3001, "UnknownInteraction"]
  ])("after %i ms → %s", (afterMs, expected) =>
    assert.strictEqual(refusal(callback(interaction(), HI, afterMs)), expected)
  )
  it.each(["failed", "timed_out"] as const)("one that has %s → unknown interaction", (value) =>
    assert.strictEqual(refusal(callback(state(value), HI)), "UnknownInteraction")
  )
  it("one whose token has ended → unknown interaction", () =>
    assert.strictEqual(refusal(callback(called(interaction(), HI).record, HI, 900_000)), "UnknownInteraction"))
  it.each([
    ["wrong pairing", CHOICES, "InvalidForm"],
    ["message invalid (50006)", { type: 4, data: {} }, "EmptyMessage"],
    ["type missing", {}, "InvalidForm"]
  ])("%s: the interaction stays pending and can still be answered", (_, body, expected) => {
    const record = interaction()
    assert.strictEqual(refusal(callback(record, body)), expected)
    assert.strictEqual(refusal(callback(record, HI)), "accepted")
  })
  it("the deadline comes before the body", () =>
    assert.strictEqual(refusal(callback(interaction(), {}, 3000)), "UnknownInteraction"))
})

describe("who is looked up for an answer", () => {
  const named = (body: unknown) => Result.map(judgeAnswer(interaction(), json(body), NOW), namedBy)
  const say = (data: object) => named({ type: 4, data })

  it("those whom its content names and may mention", () => {
    const content = `<@${ALICE}> and <@5>`
    assert.deepStrictEqual(Result.getOrThrow(say({ content })), [ALICE, "5"])
    assert.deepStrictEqual(Result.getOrThrow(say({ content, allowed_mentions: { users: ["5"] } })), ["5"])
    assert.deepStrictEqual(Result.getOrThrow(say({ content, allowed_mentions: { parse: [] } })), [])
  })
  it("nobody whom another part of it names", () =>
    assert.deepStrictEqual(Result.getOrThrow(say({ embeds: [{ title: `<@${ALICE}>` }] })), []))
  it("nobody for an answer that is refused", () =>
    assert.isTrue(Result.isFailure(say({ content: `<@${ALICE}>`, tts: 5 }))))
})

describe("HTTP answers", () => {
  it("200 + application/json interaction response: initial response", () => {
    assert.deepStrictEqual(answered(json(HI)), called(interaction(), HI))
  })
  it("200 with a charset parameter is JSON too", () =>
    assert.strictEqual(
      answered({ ...json(HI), content_type: "Application/JSON; charset=utf-8" }).record.state,
      "responded"
    ))
  it("200 with a deferral defers", () => assert.strictEqual(answered(json(DEFER)).record.state, "deferred"))
  it("200 with choices answers autocomplete", () =>
    assert.strictEqual(answered(json(CHOICES), autocomplete()).record.choices?.length, 1))
  it("202: the app will answer through the callback endpoint within the same 3 s", () => {
    const decision = answered({ status: 202, content_type: "", text: "" })
    assert.deepStrictEqual(decision.record, interaction())
    assert.deepStrictEqual(events(decision), [])
    assert.strictEqual(nextDeadline(decision.record), NOW + 3000)
    assert.strictEqual(refusal(callback(decision.record, HI, 2999)), "accepted")
  })

  it.each([
    ["other 2xx", { status: 204, content_type: "", text: "" }, "status", /status 204/],
    ["3xx", { status: 302, content_type: "", text: "" }, "status", /status 302/],
    ["4xx", json({}, 404), "status", /status 404/],
    ["5xx", json(HI, 500), "status", /status 500/],
    ["bad JSON", { status: 200, content_type: "application/json", text: "{" }, "answer", /not valid JSON/],
    ["wrong content type", { status: 200, content_type: "text/html", text: "" }, "answer", /"text\/html"/],
    ["no content type", { status: 200, content_type: "", text: "{}" }, "answer", /content type ""/],
    [
      "a form that cannot be read",
      { status: 200, content_type: "multipart/form-data; boundary=x", text: undefined },
      "answer",
      /multipart/
    ],
    ["wrong type", json({ type: 1 }), "answer", /type: Value must be one of/],
    [
      "invalid data",
      json({ type: 4, data: { content: 5 } }),
      "answer",
      /data\.content: Could not interpret "5" as string/
    ],
    ["no object", json([]), "answer", /^the answer breaks rules: body: Only dictionaries/],
    [
      "JSON that is nested too deep",
      {
        status: 200,
        content_type: "application/json",
        text: `{"type":4,"data":${"[".repeat(400_000)}${"]".repeat(400_000)}}`
      },
      "answer",
      /^the answer nests deeper than 32 levels$/
    ],
    ["an empty message", json({ type: 4, data: {} }), "answer", /empty message/]
  ] as const)("anything else fails: %s", (_, answer, reason, because) => {
    const decision = answered(answer)
    assert.strictEqual(decision.record.state, "failed")
    assert.strictEqual(decision.record.error?.reason, reason)
    assert.match(decision.record.error?.because ?? "", because)
    assert.strictEqual(decision.record.error?.message, "The application did not respond")
    assert.deepStrictEqual(events(decision), ["interaction.failed"])
    assert.deepStrictEqual(decision.trace, [{ at: NOW, what: "failed", detail: decision.record.error }])
    assert.deepStrictEqual(decision.puts, [])
  })
  it("every fault of a bad answer is told", () =>
    assert.match(
      answered(json({ type: 4, data: { content: 5, tts: 5 } })).record.error?.because ?? "",
      /data\.content: .*; data\.tts: /
    ))
  it("a flood of faults is told in one bounded line", () => {
    const embeds = Array.from({ length: 10 }, () => ({ title: 5, url: 5, description: 5, color: "x" }))
    const because = answered(json({ type: 4, data: { embeds } })).record.error?.because ?? ""
    assert.match(because, /; and 20 more$/)
  })
  it("an integer that JSON numbers cannot hold keeps its digits", () =>
    assert.deepStrictEqual(
      Result.getOrThrow(
        judgeAnswer(
          interaction(),
          {
            status: 200,
            content_type: "application/json",
            text: `{"type":4,"data":{"content":"<@${ALICE}>","allowed_mentions":{"users":[${ALICE}]}}}`
          },
          NOW
        ).pipe(Result.map(namedBy))
      ),
      [ALICE]
    ))
  it("autocomplete: bad → Loading options failed", () =>
    assert.strictEqual(answered(json({}, 500), autocomplete()).record.error?.message, "Loading options failed"))

  it.each([200, 202, 500])("after a callback, answer %i changes nothing", (status) => {
    const { record } = called(interaction(), HI)
    const decision = answered(json(HI, status), record)
    assert.strictEqual(decision.record, record)
    assert.deepStrictEqual([decision.events, decision.puts], [[], []])
    assert.strictEqual(decision.trace[0]?.what, "answer_ignored")
  })
  it("an answer at 2999 ms is in time", () =>
    assert.strictEqual(answered(json(HI), interaction(), 2999).record.state, "responded"))
  it("> 3 s: interaction fails, ours: from 3000 ms on", () => {
    const decision = answered(json(HI), interaction(), 3000)
    assert.strictEqual(decision.record.state, "timed_out")
    assert.deepStrictEqual(decision.puts, [])
  })
})

describe("delivery failure", () => {
  it("connection error: interaction fails", () => {
    const decision = failDelivery(interaction(), "connection refused", NOW + 5)
    assert.deepInclude(decision.record, {
      state: "failed",
      error: { reason: "delivery", message: "The application did not respond", because: "connection refused" }
    })
    assert.deepStrictEqual(events(decision), ["interaction.failed"])
  })
  it("after a callback it changes nothing", () => {
    const { record } = called(interaction(), HI)
    const decision = failDelivery(record, "connection reset", NOW + 5)
    assert.strictEqual(decision.record, record)
    assert.deepStrictEqual(
      decision.trace.map((l) => l.what),
      ["answer_ignored"]
    )
  })
})

describe("deadlines", () => {
  it.each<[string, InteractionRecord, number | null]>([
    ["pending: 3 s from interaction creation", interaction(), NOW + 3000],
    ["deferred: 15 min from creation", called(interaction(), DEFER, 2000).record, NOW + 900_000],
    ["responded: none", called(interaction(), HI).record, null],
    ["failed: none", state("failed"), null],
    ["timed out: none", state("timed_out"), null]
  ])("%s", (_, record, deadline) => assert.strictEqual(nextDeadline(record), deadline))

  it.each([interaction(), called(interaction(), DEFER).record, state("failed")])("nothing happens before", (record) => {
    const decision = expire(record, (nextDeadline(record) ?? NOW) - 1)
    assert.strictEqual(decision.record, record)
    assert.deepStrictEqual([decision.events, decision.trace], [[], []])
  })
  it("no response in 3 s: the application did not respond", () => {
    const decision = expire(interaction(), NOW + 3000)
    assert.deepInclude(decision.record, { state: "timed_out" })
    assert.deepInclude(decision.record.error, { reason: "timeout", message: "The application did not respond" })
    assert.deepStrictEqual(events(decision), ["interaction.timed_out"])
    assert.strictEqual(decision.trace[0]?.what, "timed_out")
  })
  it("autocomplete: none → Loading options failed", () =>
    assert.strictEqual(expire(autocomplete(), NOW + 3000).record.error?.message, "Loading options failed"))
  it("deferred, never completed: shows as failed once the token ends", () => {
    const decision = expire(called(interaction(), DEFER).record, NOW + 900_000)
    assert.deepInclude(decision.record, { state: "failed", callback_type: 5 })
    assert.strictEqual(decision.record.error?.reason, "deferral")
    assert.deepStrictEqual(events(decision), ["interaction.failed"])
  })
  it("an answered interaction never ends", () => {
    const { record } = called(interaction(), HI)
    assert.strictEqual(expire(record, NOW + 1e12).record, record)
  })
})
