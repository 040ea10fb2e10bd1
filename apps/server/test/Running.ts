/** A small world, and a server that holds it. */
import { type EmbeddedServer, type EmbedOptions, embed } from "@backlot/server/Embed"
import { Context, Effect, Layer } from "effect"

export const APP = "100000000000000001"
export const OTHER_APP = "100000000000000002"
export const ALICE = "300000000000000001"
export const GENERAL = "200000000000000021"

export const SECRETS = {
  bot: "pet-shop-bot-token",
  client: "pet-shop-secret",
  otherBot: "other-bot-token",
  otherClient: "with:colon+%41",
  update: "update-token",
  identify: "identify-token"
} as const

export const world = {
  applications: [
    { id: APP, name: "Pet Shop", owner_id: ALICE, bot: { token: SECRETS.bot }, client_secret: SECRETS.client },
    {
      id: OTHER_APP,
      name: "Übrige",
      owner_id: ALICE,
      bot: { token: SECRETS.otherBot },
      client_secret: SECRETS.otherClient
    }
  ],
  users: [{ id: ALICE, username: "alice", locale: "de" }],
  guilds: [
    { id: "200000000000000001", name: "Harbour", owner_id: ALICE, channels: [{ id: GENERAL, name: "general" }] }
  ],
  tokens: [
    { token: SECRETS.update, application_id: APP, scopes: ["applications.commands.update"] },
    { token: SECRETS.identify, application_id: APP, user_id: ALICE, scopes: ["identify"] }
  ]
}

export class Running extends Context.Service<Running, EmbeddedServer>()("@backlot/server/test/Running") {}

/** Limits only observe unless a test says otherwise: tests ask faster than a client would. */
export const running = (options: Partial<EmbedOptions> = {}) =>
  Layer.effect(Running, embed({ world, limits: "observe", ...options }))

/** Where the server is. */
export const at = (path: string) => Effect.map(Running, ({ addresses }) => `${addresses.url}${path}`)

/** For tests that share one server over real time. */
export const LIVE = { excludeTestServices: true } as const
