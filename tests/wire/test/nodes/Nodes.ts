/** Servers of this process on one database. */
import { randomBytes } from "node:crypto"
import type {} from "@backlot/postgres/GlobalSetup"
import { type EmbedOptions, embed } from "@backlot/server/Embed"
import { type GatewayClient, type GatewayClientOptions, open } from "@backlot/testkit/GatewayClient"
import { Effect, Redacted, Schedule } from "effect"
import { inject } from "vitest"
import { BOT_TOKEN, harbour } from "../Harbour.ts"
import { handsOn } from "../Stage.ts"

interface NodeOptions extends Omit<EmbedOptions, "world" | "storage"> {
  /** Fields of the application. */
  readonly settings?: object
  /** A port that leads to the database. */
  readonly relay?: number
}

/** Starts a server each time; all are on one database, which is new. */
export const starting = ({ settings = {}, relay, ...options }: NodeOptions = {}) => {
  const schema = `nodes_${randomBytes(8).toString("hex")}`
  const address = new URL(inject("postgresUrl"))
  if (relay !== undefined) {
    address.hostname = "127.0.0.1"
    address.port = String(relay)
  }
  const cluster = { host: "127.0.0.1", port: 0 }
  const storage = { kind: "postgres", url: Redacted.make(address.href), schema, cluster } as const
  const {
    applications: [first, ...others],
    ...world
  } = harbour(null)
  // It may read the content of messages.
  const applications = [{ ...first, flags: ["GATEWAY_MESSAGE_CONTENT_LIMITED"], ...settings }, ...others]
  return Effect.map(embed({ clock: "frozen", ...options, world: { ...world, applications }, storage }), (server) => ({
    ...handsOn(server.addresses.url),
    schema,
    url: server.addresses.url,
    gateway: server.addresses.gateway_url,
    drain: server.drain
  }))
}

export const nodes = Effect.fnUntraced(function* (options?: NodeOptions) {
  const start = starting(options)
  return [yield* start, yield* start] as const
})

export type Node = Effect.Success<ReturnType<typeof starting>>

/** Settings of an application that webhook events of its lobbies go to. */
export const hooked = (event_webhooks_url: string) => ({
  event_webhooks_url,
  event_webhooks_status: 2,
  event_webhooks_types: ["LOBBY_MESSAGE_CREATE"]
})

/** A connection that is cut when the scope closes. */
export const connected = ({ gateway }: Pick<Node, "gateway">, options?: GatewayClientOptions) =>
  Effect.acquireRelease(
    Effect.promise(() => open(gateway, options)),
    (one) => Effect.sync(one.cut)
  )

/** GUILDS, GUILD_MESSAGES and MESSAGE_CONTENT. */
const INTENTS = 1 | (1 << 9) | (1 << 15)

export const loggedIn = Effect.fnUntraced(function* (node: Node) {
  const client = yield* connected(node)
  client.identify({ token: BOT_TOKEN, intents: INTENTS })
  yield* event(client, "GUILD_CREATE")
  return client
})

export const event = <A>(client: GatewayClient, name: string) => Effect.promise(() => client.event<A>(name))

export const rest = ({ url }: Node, method: string, path: string, json?: unknown) =>
  Effect.promise(async () => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const headers = { authorization: `Bot ${BOT_TOKEN}`, "content-type": "application/json" }
    const answer = await fetch(`${url}/api/v10${path}`, { method, headers, ...body })
    const text = await answer.text()
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) }
  })

/** For half a minute. */
export const EVERY = Schedule.spaced("20 millis").pipe(Schedule.upTo({ times: 1_500 }))
