/** Clients behind a proxy are counted one by one, and gain no rights by what the proxy says of them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ask, call } from "../fixture/Client.ts"
import { at, running } from "../fixture/Running.ts"

const ONE = "192.0.2.1"
const OTHER = "192.0.2.2"

/** A request with a wrong token, which counts towards the block of its address. */
const wrong = (forwarded: string) =>
  Effect.flatMap(at("/api/v10/users/@me"), (url) =>
    Effect.map(call(url, { headers: { authorization: "Bot wrong", "x-forwarded-for": forwarded } }), ({ status }) =>
      assert.strictEqual(status, 401)
    )
  )

const counts = Effect.gen(function* () {
  const { body } = yield* ask(yield* at("/control/v1/rate_limits"))
  // As docs/control-plane.md has it.
  const { addresses } = body as { readonly addresses: ReadonlyArray<{ address: string; count: number }> }
  return Object.fromEntries(addresses.map(({ address, count }) => [address, count]))
})

const enforcing = (trustedProxies: ReadonlyArray<string>) => running({ limits: "enforce", trustedProxies })

describe("invalid requests", () => {
  it.live("count for each client behind a trusted proxy, whatever a client puts before its address", () =>
    Effect.gen(function* () {
      for (const forwarded of [ONE, OTHER, ONE, `${OTHER}, ${ONE}`]) yield* wrong(forwarded)
      assert.deepStrictEqual(yield* counts, { [ONE]: 3, [OTHER]: 1 })
    }).pipe(Effect.provide(enforcing(["loopback"])))
  )

  it.live("count for the connection when its address is not trusted", () =>
    Effect.gen(function* () {
      for (const forwarded of [ONE, OTHER]) yield* wrong(forwarded)
      assert.deepStrictEqual(yield* counts, { "127.0.0.1": 2 })
    }).pipe(Effect.provide(enforcing(["10.0.0.0/8"])))
  )
})

describe("a client that claims to be of this machine", () => {
  it.live("needs the control token, as every other", () =>
    Effect.gen(function* () {
      const url = yield* at("/control/v1/world")
      for (const forwarded of ["127.0.0.1", "::1", "127.0.0.1, 127.0.0.1"]) {
        const headers = { "x-forwarded-for": forwarded, "x-forwarded-host": "localhost" }
        assert.strictEqual((yield* call(url, { headers })).status, 401)
      }
      const headers = { authorization: "Bearer s3cret", "x-forwarded-for": "127.0.0.1" }
      assert.strictEqual((yield* call(url, { headers })).status, 200)
    }).pipe(
      Effect.provide(running({ host: "0.0.0.0", controlToken: "s3cret", trustedProxies: ["loopback", "private"] }))
    )
  )
})
