/**
 * The redirect of an authorization, for valid and invalid requests. Sources: wire-rest.md §5.2; RFC 6749 §4.1.2; RFC
 * 9207.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { ASKED, LOOPBACK, open, query, YES } from "./Asking.ts"
import { ALICE, BOB, GUILD, REDIRECT, RIVAL, SHOP } from "./Authorizing.ts"

describe("an answer", () => {
  const STATES = [
    "plain",
    " ",
    "a+b",
    "%0d%0aX-Evil: 1",
    "\r\nX-Evil: 1",
    "&code=evil",
    "#code=evil",
    "\u{1f600}",
    "x".repeat(2_048)
  ]

  it.live.each(STATES.map((state) => [state] as const))(
    "echoes the state %j as it was, and nothing of it counts for more",
    ([state]) =>
      Effect.gen(function* () {
        const { url, decide } = yield* open
        for (const authorize of [true, false]) {
          const back = new URL((yield* decide(query({ state }), { user_id: BOB, authorize })).body.location)
          assert.deepStrictEqual(back.searchParams.getAll("state"), [state])
          assert.deepStrictEqual(back.searchParams.getAll("iss"), [url])
          assert.strictEqual(back.searchParams.getAll("code").length, authorize ? 1 : 0)
          assert.strictEqual(back.hash, "")
        }
      })
  )

  it.live("of one application never carries what another asked for: each code has its own state and client", () =>
    Effect.gen(function* () {
      const { consent, exchange } = yield* open
      const [mine, theirs] = yield* Effect.all(
        [consent({ state: "mine" }), consent({ client_id: RIVAL, state: "theirs" })],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(
        [mine, theirs].map(({ back }) => back.searchParams.get("state")),
        ["mine", "theirs"]
      )
      assert.strictEqual((yield* exchange(theirs.code)).status, 400)
      assert.strictEqual((yield* exchange(mine.code)).status, 200)
    })
  )
})

describe("whatever is asked", () => {
  const name = fc.constantFrom(
    ...Object.keys(ASKED),
    ..."state nonce prompt code_challenge code_challenge_method integration_type permissions guild_id".split(" "),
    ..."disable_guild_select __proto__ constructor".split(" ")
  )
  const value = fc.oneof(
    fc.constantFrom(
      ...Object.values(ASKED),
      GUILD,
      ALICE,
      LOOPBACK,
      "0",
      "1",
      "none",
      "true",
      "bot identify",
      "token",
      "S256"
    ),
    fc.constantFrom(
      "99999999999999999999",
      "-1",
      "1e3",
      "0x10",
      "9".repeat(400),
      "\u{1f600}",
      "\ud800",
      "",
      "\0",
      "%",
      "constructor"
    ),
    fc.string({ unit: "binary", maxLength: 60 })
  )
  const asked = fc
    .tuple(fc.subarray(Object.entries(ASKED)), fc.array(fc.tuple(name, value), { maxLength: 6 }), fc.boolean())
    .map(([good, other, raw]) => {
      const text = String(new URLSearchParams([...good, ...other].map(([n, v]) => [n, v])))
      return raw ? text.replaceAll("%25", "%").replaceAll("%26", "&") : text
    })
  const decision = fc.oneof(
    fc.constant(YES),
    fc.record({
      user_id: fc.oneof(fc.constantFrom(BOB, ALICE, SHOP, "1"), fc.jsonValue({ maxDepth: 1 })),
      authorize: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
      guild_id: fc.oneof(fc.constantFrom(GUILD, "1", ""), fc.jsonValue({ maxDepth: 1 })),
      permissions: fc.oneof(fc.constantFrom("8", "-1", "9".repeat(400)), fc.jsonValue({ maxDepth: 1 }))
    })
  )

  it.live(
    "of 200 random requests, by page, by GET and by POST, each is answered, none with 500, and nobody is sent to a strange address",
    () =>
      Effect.gen(function* () {
        const { url, page, told, decide } = yield* open
        const homes = [REDIRECT, LOOPBACK, `${url}/oauth2/authorized`]
        const sent = fc.sample(fc.tuple(asked, decision), 200)
        const answers = yield* Effect.forEach(
          sent,
          ([text, body]) => Effect.all([page(text), told(text), decide(text, body)]),
          { concurrency: 8 }
        )
        const seen = new Set<number>()
        for (const [i, three] of answers.entries()) {
          for (const { status, headers, body } of three) {
            assert.include([200, 302, 400], status, JSON.stringify(sent[i]))
            seen.add(status)
            const location = headers.get("location") ?? body.location
            if (location != null) assert.include(homes, location.split(/[?#]/, 1).join(""), JSON.stringify(sent[i]))
          }
        }
        assert.strictEqual(seen.size, 3)
      }),
    120_000
  )
})
