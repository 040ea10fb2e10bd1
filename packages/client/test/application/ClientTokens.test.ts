import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DESKTOP_REDIRECT_URI } from "../../src/application/ClientRedirect.ts"
import { APPLICATION, type Reply, serving } from "./FakeService.ts"

const PAIR = {
  token_type: "Bearer",
  access_token: "access",
  expires_in: 604800,
  refresh_token: "refresh",
  scope: "openid",
  id_token: "header.claims.signature"
} as const

const granting = (): Reply => ({ body: PAIR })

describe("a public client gets tokens", () => {
  it.effect("by a code, its verifier and its redirect URI, in a form, without a secret", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(granting)
      const token = yield* client.getToken(APPLICATION, "c+d", "the-verifier", DESKTOP_REDIRECT_URI)
      assert.deepStrictEqual(token, PAIR)
      const [sent] = received
      assert.deepStrictEqual([sent?.method, sent?.path], ["POST", "/api/oauth2/token"])
      assert.strictEqual(sent?.headers["content-type"], "application/x-www-form-urlencoded")
      assert.isUndefined(sent?.headers["authorization"])
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(sent?.body)), {
        client_id: `${APPLICATION}`,
        grant_type: "authorization_code",
        code: "c+d",
        redirect_uri: DESKTOP_REDIRECT_URI,
        code_verifier: "the-verifier"
      })
    })
  )

  it.effect("by a refresh token", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(granting)
      assert.deepStrictEqual(yield* client.refreshToken(APPLICATION, "refresh"), PAIR)
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(received[0]?.body)), {
        client_id: `${APPLICATION}`,
        grant_type: "refresh_token",
        refresh_token: "refresh"
      })
    })
  )

  it.effect("and revokes them", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(() => ({ body: {} }))
      yield* client.revokeToken(APPLICATION, "refresh")
      assert.strictEqual(received[0]?.path, "/api/oauth2/token/revoke")
      assert.strictEqual(received[0]?.body, `client_id=${APPLICATION}&token=refresh`)
    })
  )
})

describe("a confidential client", () => {
  it.effect("sends its secret by HTTP Basic, and the verifier with it", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(granting)
      yield* client.getToken(APPLICATION, "c", "v", DESKTOP_REDIRECT_URI, { client_secret: "s3cret" })
      assert.strictEqual(received[0]?.headers["authorization"], `Basic ${btoa(`${APPLICATION}:s3cret`)}`)
      const form = new URLSearchParams(received[0]?.body)
      assert.deepStrictEqual([form.get("client_id"), form.get("code_verifier")], [null, "v"])
    })
  )

  it.effect("without a proof key sends no verifier", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(granting)
      yield* client.getToken(APPLICATION, "c", "", DESKTOP_REDIRECT_URI, { client_secret: "s3cret" })
      assert.notInclude(received[0]?.body, "code_verifier")
    })
  )
})

describe("what the token endpoint refuses", () => {
  it.effect("is told with its error and description", () =>
    Effect.gen(function* () {
      const body = { error: "invalid_grant", error_description: 'Invalid "code" in request.' }
      const { client } = yield* serving(() => ({ status: 400, body }))
      const failure = yield* Effect.flip(client.getToken(APPLICATION, "used", "v", DESKTOP_REDIRECT_URI))
      const message = 'invalid_grant: Invalid "code" in request.'
      assert.deepInclude(failure, { _tag: "HTTPError", status: 400, ...body, message, retryable: false })
    })
  )

  it.effect("is told by its error alone where there is no description", () =>
    Effect.gen(function* () {
      const { client } = yield* serving(() => ({ status: 401, body: { error: "invalid_client" } }))
      const failure = yield* Effect.flip(client.refreshToken(APPLICATION, "r"))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 401, message: "invalid_client" })
    })
  )

  it.effect("an application id that is none is refused before anything is sent", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(granting)
      const failure = yield* Effect.flip(client.refreshToken(-1n, "r"))
      assert.deepInclude(failure, { _tag: "ValidationError", field: "ApplicationId" })
      assert.isEmpty(received)
    })
  )

  it.effect("an answer that is no token is not taken for one", () =>
    Effect.gen(function* () {
      for (const body of ["<html>", { access_token: 1 }]) {
        const { client } = yield* serving(() => ({ body }))
        const failure = yield* Effect.flip(client.refreshToken(APPLICATION, "r"))
        assert.strictEqual(failure._tag, "NetworkError")
        assert.include(failure.message, "/api/oauth2/token: an unexpected answer")
      }
    })
  )
})
