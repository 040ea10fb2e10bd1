import { DailyCreatesSpent, MissingAccess, RateLimited, Unauthorized } from "@backlot/domain/error/ServiceError"
import { InvalidRequests } from "@backlot/usecases/access/InvalidRequests"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { ClientAddress, clientAddress } from "../../src/http/ClientAddress.ts"
import { blocked, forAnyone } from "../../src/rest/Admission.ts"
import { call } from "../fixture/Client.ts"
import { listen } from "../fixture/Listening.ts"

const failures = [
  new Unauthorized(),
  new MissingAccess({ because: "it is no member" }),
  new RateLimited({ refusal: { global: true, retry_after_ms: 1_000 } }),
  new DailyCreatesSpent({ retry_after_ms: 1_000 })
]

const CLIENT = "192.0.2.1"

/** A route that fails in every way in turn, behind an address block with `leftMs` left: of all addresses or of one. */
const serving = Effect.fnUntraced(function* (leftMs: number | undefined, only?: string) {
  const counted: Array<string> = []
  const invalid = InvalidRequests.of({
    blockedFor: (address) => Effect.succeed(only === undefined || address === only ? leftMs : undefined),
    count: (address) => Effect.sync(() => void counted.push(address)),
    blocks: () => new Map(),
    forgetBlocks: Effect.void
  })
  const failure = failures[Symbol.iterator]()
  const handler = forAnyone(() => Effect.suspend(() => Effect.fail(failure.next().value ?? new Unauthorized())))
  const services = Context.make(InvalidRequests, invalid).pipe(Context.add(ClientAddress, clientAddress(["loopback"])))
  const route = handler({ method: "GET", path: "/" })(services)
  const url = yield* listen({ "GET /": (asked) => Effect.provideContext(route(asked), services) })
  const askWith = (headers: Readonly<Record<string, string>>) => call(`${url}/`, { headers })
  return { counted, askWith, ask: askWith({}), url }
})

describe("invalid requests", () => {
  it.live("are counted by address: answers of 401, 403 and 429, but not a shared one", () =>
    Effect.gen(function* () {
      const { counted, ask } = yield* serving(undefined)
      const answers = yield* Effect.replicateEffect(ask, failures.length)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [401, 403, 429, 429]
      )
      assert.deepStrictEqual(counted, Array(3).fill("127.0.0.1"))
    })
  )

  it.live("of a page of another site are answered and not counted, those of programs and own pages are", () =>
    Effect.gen(function* () {
      const { counted, askWith, url } = yield* serving(undefined)
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" }
      ]) {
        assert.isAtLeast((yield* askWith(headers)).status, 401)
        assert.deepStrictEqual(counted, [], JSON.stringify(headers))
      }
      const own = [{}, { "sec-fetch-site": "none" }, { "sec-fetch-site": "same-origin", origin: url }]
      for (const headers of own) yield* askWith(headers)
      assert.lengthOf(counted, own.length)
    })
  )

  it.live("from a blocked address get a page without Via, and are counted no more", () =>
    Effect.gen(function* () {
      const { counted, ask } = yield* serving(64_570)
      const { status, headers, text } = yield* ask
      assert.strictEqual(status, 429)
      assert.strictEqual(headers["retry-after"], "65")
      assert.match(String(headers["content-type"]), /^text\/html/)
      assert.match(text, /^<!DOCTYPE html>/)
      assert.isUndefined(headers.via)
      assert.isUndefined(headers["x-ratelimit-scope"])
      assert.deepStrictEqual(counted, [])
    })
  )

  it.live("are refused to the blocked client of a trusted proxy, and to no other", () =>
    Effect.gen(function* () {
      const { counted, askWith } = yield* serving(1_000, CLIENT)
      assert.strictEqual((yield* askWith({ "x-forwarded-for": CLIENT })).status, 429)
      assert.strictEqual((yield* askWith({ "x-forwarded-for": "192.0.2.2" })).status, 401)
      assert.deepStrictEqual(counted, ["192.0.2.2"])
    })
  )

  it("wait at least a second", () => assert.strictEqual(blocked(1).headers["retry-after"], "1"))
})
