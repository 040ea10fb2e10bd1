/** Each rule of the history is broken by a bad one, and by nothing that a good service does. */
import { expect, it } from "vitest"
import { breachesOf, type History, RULES } from "./History.ts"

const at = (name: string, status = 200, beganMs = 0, endedMs = beganMs + 10) => ({ name, status, beganMs, endedMs })

/** A message, a use, an upsert, a lobby and a webhook event; a fault from 100 to 200. */
const good: History = {
  faults: [{ fromMs: 100, toMs: 200, repeats: 1 }],
  messages: [at("one"), at("two", 503, 120), at("three", 0, 150), at("four", 500, 160)],
  uses: [
    { ...at("use"), interaction_id: "7", state: "responded" },
    { ...at("late", 200, 110, 190), interaction_id: "8", state: "failed" },
    { ...at("too late", 200, 300), interaction_id: "10", state: "timed_out" }
  ],
  upserts: [
    { ...at("first"), command: "work" },
    { ...at("second", 500, 150), command: "work" }
  ],
  idleLobbies: [{ ...at("idle"), lobby_id: "9" }],
  lobbyMessages: [at("lobby message")],
  heard: [
    { shard: 0, s: 5, t: "MESSAGE_CREATE", what: "one" },
    { shard: 1, s: 3, t: "TYPING_START" },
    { shard: 0, s: 6, t: "INTERACTION_CREATE", what: "7" },
    { shard: 0, s: 7, t: "MESSAGE_CREATE", what: "pong 7" },
    { shard: 0, s: 8, t: "RESUMED" },
    { shard: 0, s: 9, t: "MESSAGE_CREATE", what: "three" }
  ],
  answers: [at("7"), at("8", 503, 130), at("10", 404, 320)],
  received: [
    { name: "lobby message", atMs: 90 },
    { name: "lobby message", atMs: 150 }
  ],
  identified: [
    { fromMs: 0, toMs: 10 },
    { fromMs: 4_900, toMs: 5_000 }
  ],
  hidden: new Set([3]),
  events: [
    { seq: 1, type: "clock.changed" },
    { seq: 2, type: "lobby.deleted", lobby_id: "9" },
    { seq: 4, type: "clock.changed" }
  ],
  after: {
    messages: ["one", "pong 7", "three"],
    commands: new Map([["work", "second"]]),
    lobbies: ["1"]
  }
}

it("a good history breaks no rule", () => {
  expect(breachesOf(good)).toEqual([])
})

const without = (what: string) => good.after.messages.filter((name) => name !== what)
const after = (changes: Partial<History["after"]>) => ({ after: { ...good.after, ...changes } })
const heard = (...more: History["heard"]) => ({ heard: [...good.heard, ...more] })

const BAD: Readonly<Record<keyof typeof RULES, ReadonlyArray<Partial<History>>>> = {
  "requests fail only amid a fault, and in a known way": [
    { messages: [at("two", 503, 300)] },
    { lobbyMessages: [at("lobby message", 404, 120)] },
    { answers: [at("8", 500)] },
    { answers: [at("8", 404, 300)] }
  ],
  "a use is answered or was answered too late, except amid a fault": [
    { uses: [{ ...at("early"), interaction_id: "8", state: "failed" }] },
    { uses: [{ ...at("early"), interaction_id: "9", state: "timed_out" }] }
  ],
  "an acknowledged message is there afterwards, once": [
    after({ messages: without("one") }),
    after({ messages: without("pong 7") }),
    after({ messages: [...good.after.messages, "three"] })
  ],
  "an interaction is delivered once": [
    heard({ shard: 0, s: 10, t: "INTERACTION_CREATE", what: "7" }),
    { heard: good.heard.filter(({ t }) => t !== "INTERACTION_CREATE") }
  ],
  "an interaction is answered once": [{ answers: [at("7"), at("7")] }, { answers: [at("8")] }],
  "a command is as the last acknowledged upsert left it": [
    after({ commands: new Map() }),
    after({ commands: new Map([["work", "zeroth"]]) }),
    {
      upserts: [
        { ...at("second"), command: "work" },
        { ...at("third"), command: "work" }
      ]
    }
  ],
  "an idle lobby ends once": [
    { events: good.events.slice(0, 1) },
    { events: [...good.events, { seq: 5, type: "lobby.deleted", lobby_id: "9" }] },
    after({ lobbies: ["9"] })
  ],
  "a session goes on with its numbers": [
    heard({ shard: 0, s: 11, t: "TYPING_START" }),
    heard({ shard: 0, s: 9, t: "TYPING_START" }),
    heard({ shard: 1, s: 1, t: "READY" })
  ],
  "a message is heard once if it is kept, and else never": [
    { heard: good.heard.filter(({ what }) => what !== "three") },
    heard({ shard: 0, s: 10, t: "MESSAGE_CREATE", what: "one" }),
    heard({ shard: 0, s: 10, t: "MESSAGE_CREATE", what: "two" })
  ],
  "a webhook event comes, and twice only if it was under way at a fault": [
    { received: [] },
    { received: [...good.received, { name: "lobby message", atMs: 160 }] },
    {
      received: [
        { name: "lobby message", atMs: 90 },
        { name: "lobby message", atMs: 300 }
      ]
    }
  ],
  "one identify is granted in five seconds": [{ identified: [...good.identified, { fromMs: 9_000, toMs: 9_800 }] }],
  "the event stream has no gap": [
    { events: [...good.events, { seq: 6, type: "clock.changed" }] },
    { events: [...good.events, { seq: 2, type: "clock.changed" }] }
  ]
}

it.each(Object.keys(RULES))("%s", (rule) => {
  const bad = BAD[rule] ?? []
  expect(bad).not.toEqual([])
  for (const changes of bad) {
    expect(breachesOf({ ...good, ...changes }).filter((breach) => breach.startsWith(rule))).not.toEqual([])
  }
})
