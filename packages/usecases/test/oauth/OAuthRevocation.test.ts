/** Revoking authorizations. Sources: wire-rest.md §5.1; RFC 7009 §2. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import { CLOUD, ENDED, exchange, give, isLive, LIVE, SHOP, settleClients, stored } from "../fixture/Granting.ts"
import { ALICE, BOB, BOT_TOKEN, IDENTIFY_TOKEN, PET_SHOP, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, events, rows } from "../fixture/Stores.ts"

const revoke = (token: string, client: typeof SHOP = SHOP) => OAuthTokens.revoke({ ...client, token })

const credentials = OAuthTokens.issue({ ...SHOP, grant_type: "client_credentials", scope: "identify" })

describeOnEachStore("revoking", (test) => {
  for (const which of ["access_token", "refresh_token"] as const) {
    test(
      `the ${which} ends every token of its user and application, fixtures too, and the codes that wait`,
      Effect.gen(function* () {
        yield* settleClients
        for (const code of ["1", "2", "3"]) yield* give({}, code)
        yield* give({ user_id: BOB }, "bob")
        yield* give({ application_id: WEATHER }, "weather")
        const [first, second] = [yield* exchange({ code: "1" }), yield* exchange({ code: "2" })]
        const bobs = yield* exchange({ code: "bob" })
        const weathers = yield* exchange({ code: "weather", ...CLOUD })
        const own = yield* credentials
        yield* revoke(first[which])
        for (const pair of [first, second]) assert.deepStrictEqual(yield* isLive(pair), ENDED)
        assert.isUndefined(yield* stored(IDENTIFY_TOKEN))
        for (const pair of [bobs, weathers]) assert.deepStrictEqual(yield* isLive(pair), LIVE)
        assert.isDefined(yield* stored(own.access_token))
        assert.strictEqual((yield* Effect.flip(exchange({ code: "3" })))._tag, "OAuthFault")
        assert.deepInclude((yield* events).at(-1), {
          type: "authorization.revoked",
          data: { application_id: PET_SHOP, user_id: ALICE }
        })
      })
    )
  }

  test(
    "a token of client credentials ends that token alone",
    Effect.gen(function* () {
      yield* settleClients
      const [first, second] = [yield* credentials, yield* credentials]
      yield* revoke(first.access_token)
      assert.isUndefined(yield* stored(first.access_token))
      assert.isDefined(yield* stored(second.access_token))
      assert.isDefined(yield* stored(IDENTIFY_TOKEN))
    })
  )

  test(
    "an unknown token, another application's or a bot's is no error, and changes nothing",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const { access_token, refresh_token } = yield* exchange()
      const before = yield* rows
      yield* revoke("unknown")
      yield* revoke(BOT_TOKEN)
      for (const token of [access_token, refresh_token, IDENTIFY_TOKEN, BOT_TOKEN]) yield* revoke(token, CLOUD)
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "is for clients alone, and needs a token",
    Effect.gen(function* () {
      yield* settleClients
      const refusals = [
        [{ client_id: undefined, client_secrets: [] }, "invalid_client"],
        [{ ...SHOP, client_secrets: [] }, "invalid_client"],
        [{ ...SHOP, client_secrets: ["wrong"] }, "invalid_client"],
        [SHOP, "invalid_request"]
      ] as const
      for (const [client, error] of refusals) {
        const fault = yield* Effect.flip(OAuthTokens.revoke({ ...client, token: undefined }))
        assert.strictEqual(fault._tag === "OAuthFault" && fault.error, error)
      }
    })
  )
})
