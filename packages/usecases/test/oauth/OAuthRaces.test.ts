/** Concurrent uses of codes and tokens. Sources: wire-rest.md §5.1, §5.4; RFC 6749 §4.1.2; RFC 9700 §4.2.4. */

import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import {
  CLOUD,
  ENDED,
  exchange,
  give,
  isLive,
  LIVE,
  type Pair,
  refresh,
  SHOP,
  settleClients
} from "../fixture/Granting.ts"
import { BOB } from "../fixture/Harbour.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"

const revoke = (token: string) => OAuthTokens.revoke({ ...SHOP, token })

/** Both at once, whichever begins. */
const atOnce = <A, E, R, B, F, S>(first: Effect.Effect<A, E, R>, second: Effect.Effect<B, F, S>, turned: boolean) => {
  const [one, two] = [Effect.exit(first), Effect.exit(second)]
  const both = { concurrency: 2 } as const
  return turned ? Effect.map(Effect.all([two, one], both), ([b, a]) => [a, b] as const) : Effect.all([one, two], both)
}

const ended = Effect.fnUntraced(function* (pairs: ReadonlyArray<Exit.Exit<Pair, unknown>>) {
  for (const exit of pairs) if (Exit.isSuccess(exit)) assert.deepStrictEqual(yield* isLive(exit.value), ENDED)
})

describeOnEachStore(
  "at once",
  (test) => {
    for (const turned of [false, true]) {
      const order = turned ? "second" : "first"

      test(
        `an exchange, sent ${order}, and the revocation of an earlier token leave no token`,
        Effect.gen(function* () {
          yield* settleClients
          yield* give({}, "earlier")
          yield* give()
          const earlier = yield* exchange({ code: "earlier" })
          const [pair, revoked] = yield* atOnce(exchange(), revoke(earlier.access_token), turned)
          assert.isTrue(Exit.isSuccess(revoked))
          yield* ended([pair, Exit.succeed(earlier)])
          // The code ends with the authorization as well.
          assert.isTrue(Exit.isFailure(yield* Effect.exit(exchange())))
        })
      )

      test(
        `a refresh, sent ${order}, and a revocation by another token of the user leave no token`,
        Effect.gen(function* () {
          yield* settleClients
          yield* give({}, "other")
          yield* give()
          const [first, other] = [yield* exchange(), yield* exchange({ code: "other" })]
          const [second] = yield* atOnce(refresh(first.refresh_token), revoke(other.access_token), turned)
          yield* ended([Exit.succeed(first), Exit.succeed(other), second])
        })
      )

      test(
        `a refresh, sent ${order}, and a replay of its code leave no token`,
        Effect.gen(function* () {
          yield* settleClients
          yield* give({ user_id: BOB })
          const first = yield* exchange()
          const [second, replay] = yield* atOnce(refresh(first.refresh_token), exchange(), turned)
          assert.isTrue(Exit.isFailure(replay))
          yield* ended([Exit.succeed(first), second])
          assert.strictEqual((yield* events).filter(({ type }) => type === "authorization.revoked").length, 1)
        })
      )

      test(
        `the owner of a code, sent ${order}, gets tokens that stay, whatever another client tries`,
        Effect.gen(function* () {
          yield* settleClients
          yield* give()
          const [pair, stolen] = yield* atOnce(exchange(), exchange(CLOUD), turned)
          assert.isTrue(Exit.isFailure(stolen))
          assert.isTrue(Exit.isSuccess(pair))
          if (Exit.isSuccess(pair)) assert.deepStrictEqual(yield* isLive(pair.value), LIVE)
        })
      )
    }
  },
  { interleave: true }
)
