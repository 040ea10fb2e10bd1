import type { SeenMessage } from "@backlot/scenario/Outcome"
import { describe, expect, it } from "vitest"
import { NORMALISED, normaliser } from "../src/Normalise.ts"
import { ExpectationFailed, StageLost, StepUnplayable } from "../src/stage/Failure.ts"
import { entryOf, format, type Played } from "../src/Transcript.ts"

const stageAt = (port: number) => ({
  url: `http://127.0.0.1:${port}`,
  rest_url: `http://127.0.0.1:${port}/api`,
  gateway_url: `ws://127.0.0.1:${port}/gateway`,
  control_url: `http://127.0.0.1:${port}/control/v1`
})

/** The same step as it is played on a server at this port, by an app at the next one. */
const playedAt = (port: number): Played => ({
  number: 1,
  step: { as: "alice", in: "general", use: "/adopt" },
  outcome: {
    interaction_id: "5",
    state: "responded",
    message: {
      id: "6",
      content: `see http://localhost:${port}/cdn/a.png`,
      ephemeral: false,
      author: { username: "pet-shop" }
      // As far as it is described.
    } as SeenMessage,
    real_ms: port
  },
  failure: undefined
})

describe("a transcript", () => {
  it("is the same text whatever the ports and times of the run were", () => {
    const texts = [4_001, 5_002].map((port) => {
      const played = playedAt(port)
      const normalise = normaliser(stageAt(port))
      return format([entryOf(played, played.step, normalise)])
    })
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).toMatchInlineSnapshot(`
      "  1  alice in #general uses /adopt
             → responded
             → pet-shop: "see <url>/cdn/a.png""
    `)
  })

  it.each([
    ["wss://backlot.test/gateway?v=10", "<url>/gateway?v=10"],
    ["https://backlot.test/cdn/a.png", "<url>/cdn/a.png"],
    ["http://[::1]:80/a and localhost:80", "<url>/a and <host>"],
    ["id eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl.", "id <jwt>."],
    ["http://127.0.0.1/callback", "http://127.0.0.1/callback"],
    ["200000000000000021 abc.def", "200000000000000021 abc.def"]
  ])("says %s as %s", (text, said) => {
    const there = { ...stageAt(1), url: "https://backlot.test", gateway_url: "wss://backlot.test/gateway" }
    expect(normaliser(there)(text)).toBe(said)
  })

  it("says of everything that it normalises what it is and why", () => {
    for (const { what, because, pattern } of NORMALISED) {
      expect(what.length * because.length).toBeGreaterThan(0)
      expect(pattern.global).toBe(true)
    }
  })

  it.each<[Played["failure"], ReadonlyArray<string>]>([
    [new StepUnplayable({ path: ["on"], message: "there is no message" }), ["on: there is no message"]],
    [new StageLost({ message: "the server is gone" }), ["the server is gone"]],
    [
      new ExpectationFailed({
        message: "two differ",
        mismatches: [
          { path: ["message", "content"], expected: "/Rex/", actual: "Hi", message: "does not match /Rex/" },
          { path: ["within"], expected: "3s", actual: 3_456, message: "took 3456 ms" }
        ]
      }),
      ['message.content: "Hi" does not match /Rex/', "within: took longer"]
    ]
  ])("tells of %s", (failure, faults) => {
    const entry = entryOf({ ...playedAt(1), outcome: undefined, failure })
    expect(entry.faults).toEqual(faults)
    expect(format([entry]).split("\n")).toEqual([
      "  1  alice in #general uses /adopt",
      ...faults.map((fault) => `       ✗ ${fault}`)
    ])
  })
})
