/** A game that its players authorize: a public client, two players in a guild with it, and another application. */
import { AuthorizationArgs } from "@backlot/client/application/AuthorizationArgs"
import { AuthorizationTokenType } from "@backlot/client/application/AuthorizationTokenType"
import { Client, type ClientSettings } from "@backlot/client/application/Client"
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { Effect } from "effect"

export const GAME = "100000000000000001"
export const RIVAL = "100000000000000002"
export const GUILD = "200000000000000001"
export const GENERAL = "200000000000000021"
export const ALICE = "300000000000000001"
export const BOB = "300000000000000002"
export const REGISTERED = "http://127.0.0.1/callback"

const application = (id: string, name: string) => ({
  id,
  name,
  owner_id: ALICE,
  bot: { token: `${name}-bot-token` },
  client_secret: `${name}-secret`,
  flags: ["PUBLIC_OAUTH2_CLIENT"],
  redirect_uris: [REGISTERED],
  integration_types: [0, 1]
})

const arcade = {
  applications: [application(GAME, "game"), application(RIVAL, "rival")],
  users: [
    { id: ALICE, username: "alice" },
    { id: BOB, username: "bob" }
  ],
  guilds: [
    {
      id: GUILD,
      name: "Arcade",
      owner_id: ALICE,
      channels: [{ id: GENERAL, name: "general" }],
      members: [{ user_id: BOB }]
    }
  ]
}

/** Starts the server and makes clients of the game. */
export const playing = Effect.fnUntraced(function* (
  options: Omit<EmbeddedServer.EmbeddedServerOptions, "world"> = { clock: "frozen" }
) {
  const server = yield* EmbeddedServer.start({ world: arcade, ...options })
  const open = (settings: Partial<ClientSettings> = {}) => {
    const client = Client.open({ ...server.addresses, ...settings })
    client.setApplicationId(BigInt(GAME))
    return client
  }
  return { server, open }
})

export const communicating = () => new AuthorizationArgs().setScopes(Client.getDefaultCommunicationScopes())

/** Runs the whole flow. Returns a client that acts for the user, and the answer of the token endpoint. */
export const authorized = Effect.fnUntraced(function* (client: Client, user_id: string, args = communicating()) {
  const proof = yield* client.createAuthorizationCodeVerifier()
  const asked = args.copy().setCodeChallenge(proof.challenge())
  const { code, redirectUri } = yield* client.authorize(asked, { user_id })
  const token = yield* client.getToken(client.getApplicationId(), code, proof.verifier(), redirectUri)
  client.updateToken(AuthorizationTokenType.Bearer, token.access_token)
  return { client, token, code, redirectUri, verifier: proof.verifier() }
})
