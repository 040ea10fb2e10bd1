/** openid-client, unmodified, against a live server; then discord.js with the token that it got. */
import { Client as DiscordClient, REST, Routes } from "discord.js"
import * as oidc from "openid-client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { ALICE, APP, BOB, GUILD, MODERATOR, OTHER_APP, SECRET, world } from "./World.ts"

const REDIRECT = "http://127.0.0.1:4000/callback"
const PERMISSIONS = "applications.commands.permissions.update"
const registered = {
  ...world,
  applications: world.applications.map((application) => ({ ...application, redirect_uris: [REDIRECT] }))
}

describe.each(STORAGES)("openid-client on %s storage", (storage) => {
  let server: LiveServer
  let config: oidc.Configuration

  beforeAll(async () => {
    server = await startServer({ storage, world: registered })
    config = await discover("oauth2", APP, oidc.ClientSecretBasic(SECRET))
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  const discover = (algorithm: "oauth2" | "oidc", id: string, auth: oidc.ClientAuth) =>
    oidc.discovery(new URL(server.ready.url), id, undefined, auth, {
      algorithm,
      execute: [oidc.allowInsecureRequests]
    })

  /** What a user's browser does with an authorization link: the address that it is sent back to. */
  const visit = async (link: URL, user_id: string, decision: object = {}): Promise<URL> => {
    const response = await fetch(link, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ user_id, authorize: true, ...decision })
    })
    const { location } = (await response.json()) as { readonly location: string }
    expect([response.status, location]).toEqual([200, expect.stringContaining("http")])
    return new URL(location)
  }

  /** Authorization code with PKCE, state and nonce. */
  const login = async (user_id: string, scope: string, by = config) => {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const openid = scope.split(" ").includes("openid")
    const link = oidc.buildAuthorizationUrl(by, {
      redirect_uri: REDIRECT,
      scope,
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      ...(openid ? { nonce: expectedNonce } : {})
    })
    const back = await visit(link, user_id)
    return oidc.authorizationCodeGrant(by, back, {
      pkceCodeVerifier,
      expectedState,
      ...(openid ? { expectedNonce } : {})
    })
  }

  it("finds every endpoint in the discovery document, as OAuth 2.0 and as OpenID Connect", async () => {
    const openid = await discover("oidc", APP, oidc.ClientSecretPost(SECRET))
    for (const { issuer, token_endpoint, revocation_endpoint } of [config.serverMetadata(), openid.serverMetadata()]) {
      expect(issuer).toBe(server.ready.url)
      expect([token_endpoint, revocation_endpoint]).toEqual([
        `${server.ready.url}/api/oauth2/token`,
        `${server.ready.url}/api/oauth2/token/revoke`
      ])
    }
  })

  it("completes authorization code with PKCE, and verifies the ID token with its nonce against the keys", async () => {
    const openid = await discover("oidc", APP, oidc.ClientSecretBasic(SECRET))
    oidc.enableNonRepudiationChecks(openid)
    const tokens = await login(BOB, "openid identify", openid)
    expect(tokens).toMatchObject({ expires_in: 604_800, scope: "openid identify" })
    expect(tokens.claims()).toMatchObject({ sub: BOB, aud: APP, iss: server.ready.url })
    const info = await oidc.fetchUserInfo(openid, tokens.access_token, BOB)
    expect(info).toMatchObject({ sub: BOB, preferred_username: "bob" })
  })

  it("completes client credentials, by Basic and by form", async () => {
    const post = await discover("oauth2", APP, oidc.ClientSecretPost(SECRET))
    for (const by of [config, post]) {
      const { access_token, refresh_token } = await oidc.clientCredentialsGrant(by, {
        scope: "applications.commands.update"
      })
      expect(refresh_token).toBeUndefined()
      const rest = new REST({ api: server.ready.rest_url, authPrefix: "Bearer" }).setToken(access_token)
      expect(await rest.get(Routes.applicationCommands(APP))).toEqual([])
    }
  })

  it("refreshes once with each refresh token, and revokes", async () => {
    const first = await login(BOB, "identify")
    const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? "")
    const me = (token: string) =>
      oidc.fetchProtectedResource(config, token, new URL(`${server.ready.rest_url}/v10/oauth2/@me`), "GET")
    expect((await me(second.access_token)).status).toBe(200)
    // A token that is used again may be stolen: what came of it ends.
    await expect(oidc.refreshTokenGrant(config, first.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant"
    })
    expect((await me(second.access_token)).status).toBe(401)
    const other = await login(BOB, "identify")
    expect((await me(other.access_token)).status).toBe(200)
    await oidc.tokenRevocation(config, other.refresh_token ?? "")
    expect((await me(other.access_token)).status).toBe(401)
  })

  it("is told of a user who declines", async () => {
    const link = oidc.buildAuthorizationUrl(config, { redirect_uri: REDIRECT, scope: "identify", state: "s" })
    const back = await visit(link, BOB, { authorize: false })
    await expect(oidc.authorizationCodeGrant(config, back, { expectedState: "s" })).rejects.toMatchObject({
      error: "access_denied",
      error_description: "The resource owner or authorization server denied the request"
    })
  })

  it("refuses another client's code, and a verifier that does not fit", async () => {
    const other = await discover("oauth2", OTHER_APP, oidc.ClientSecretBasic("other-secret"))
    const link = async (code_verifier: string) =>
      oidc.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT,
        scope: "identify",
        code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: "S256"
      })
    const verifier = oidc.randomPKCECodeVerifier()
    const back = await visit(await link(verifier), BOB)
    const invalid = { error: "invalid_grant" }
    const exchange = (by: oidc.Configuration, pkceCodeVerifier: string) =>
      oidc.authorizationCodeGrant(by, back, { pkceCodeVerifier })
    await expect(exchange(other, verifier)).rejects.toMatchObject(invalid)
    await expect(exchange(config, oidc.randomPKCECodeVerifier())).rejects.toMatchObject(invalid)
  })

  it("gets a token by which discord.js edits command permissions, which no bot token may", async () => {
    const client = new DiscordClient({ intents: [], rest: { api: server.ready.rest_url } })
    client.rest.setToken("pet-shop-bot-token")
    const command = (await client.rest.post(Routes.applicationCommands(APP), {
      body: { name: "blep", description: "Blep" }
    })) as { readonly id: string }
    const { access_token } = await login(ALICE, PERMISSIONS)
    const route = Routes.applicationCommandPermissions(APP, GUILD, command.id)
    const permissions = [{ id: MODERATOR, type: 1, permission: false }]
    await expect(client.rest.put(route, { body: { permissions } })).rejects.toMatchObject({ status: 403 })
    const bearer = { Authorization: `Bearer ${access_token}` }
    expect(await client.rest.put(route, { body: { permissions }, auth: false, headers: bearer })).toMatchObject({
      id: command.id,
      permissions
    })
    expect(await client.rest.get(route)).toMatchObject({ permissions })
    await client.destroy()
  })
})
