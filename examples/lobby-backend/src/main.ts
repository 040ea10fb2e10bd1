/**
 * A matchmaker: `/sail with:@somebody` makes a lobby of two, and every message that players send there comes here as a
 * webhook event and gets a verdict, by which clients show or hide it.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import {
  type APIInteraction,
  ApplicationCommandOptionType,
  InteractionResponseType,
  InteractionType
} from "discord-api-types/v10"
import { verifyKey } from "discord-interactions"

const setting = (name: string): string => {
  const value = process.env[name]
  if (value !== undefined && value !== "") return value
  console.error(`regatta: ${name} is not set; see README.md`)
  process.exit(2)
}

const rest = `${setting("BACKLOT_APP_REST_URL")}/v10`
const id = setting("BACKLOT_APP_ID")
const botToken = setting("BACKLOT_APP_TOKEN")
const publicKey = setting("BACKLOT_APP_PUBLIC_KEY")

const COMMANDS = [
  {
    name: "sail",
    description: "Race against somebody",
    options: [{ type: ApplicationCommandOptionType.User, name: "with", description: "Against whom", required: true }]
  },
  { name: "races", description: "Which races there are" }
]

/** Lobbies by id, and what was said in them. */
const races = new Map<string, Array<string>>()

const call = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
  const response = await fetch(`${rest}${path}`, {
    method,
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
  // What the API answers is what its documentation says.
  return (response.status === 204 ? undefined : await response.json()) as A
}

const start = async (players: ReadonlyArray<string>): Promise<string> => {
  const lobby = await call<{ readonly id: string }>("POST", "/lobbies", {
    metadata: { course: "round the island" },
    members: players.map((player, lane) => ({ id: player, metadata: { lane: String(lane + 1) } }))
  })
  races.set(lobby.id, [])
  return lobby.id
}

const said = (content: string) => ({ type: InteractionResponseType.ChannelMessageWithSource, data: { content } })

const reply = async (interaction: APIInteraction): Promise<unknown> => {
  if (interaction.type === InteractionType.Ping) return { type: InteractionResponseType.Pong }
  if (interaction.type !== InteractionType.ApplicationCommand) return said("The regatta has no such thing.")
  if (interaction.data.name === "races") {
    const lines = [...races].map(([lobby, lines]) => `${lobby}: ${lines.join(" | ") || "quiet"}`)
    return said(lines.join("\n") || "No race yet.")
  }
  const me = interaction.member?.user.id ?? interaction.user?.id
  // Of a command with one required option of a user, its value is that user's id.
  const { options } = interaction.data as { readonly options: ReadonlyArray<{ readonly value: string }> }
  const lobby = await start([String(me), String(options[0]?.value)])
  return said(`The race is on in lobby ${lobby}.`)
}

interface WebhookEvent {
  readonly type: number
  readonly event?: {
    readonly type: string
    readonly data: { readonly id: string; readonly lobby_id: string; readonly content: string }
  }
}

/** Words that nobody needs to read. */
const RUDE = /barnacle/i

const judge = async ({ event }: WebhookEvent): Promise<void> => {
  if (event?.type !== "LOBBY_MESSAGE_CREATE") return
  const { id: message, lobby_id, content } = event.data
  const verdict = RUDE.test(content) ? "hidden" : "shown"
  races.get(lobby_id)?.push(`${verdict} ${content}`)
  await call("PUT", `/lobbies/${lobby_id}/messages/${message}/moderation-metadata`, { verdict })
}

const server = createServer(async (request, response) => {
  const raw = await text(request)
  const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = request.headers
  if (!(await verifyKey(raw, String(signature), String(timestamp), publicKey))) {
    response.writeHead(401).end()
  } else if (request.url === "/events") {
    response.writeHead(204).end()
    await judge(JSON.parse(raw)).catch((error: unknown) => console.error("regatta:", error))
  } else {
    const body = JSON.stringify(await reply(JSON.parse(raw)))
    response.writeHead(200, { "content-type": "application/json" }).end(body)
  }
})

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0))

server.listen(0, "127.0.0.1")
await once(server, "listening")
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
await call("PUT", `/applications/${id}/commands`, COMMANDS)
await call("PATCH", "/applications/@me", {
  interactions_endpoint_url: `${url}/interactions`,
  event_webhooks_url: `${url}/events`,
  event_webhooks_status: 2,
  event_webhooks_types: ["LOBBY_MESSAGE_CREATE"]
})
console.log(`The regatta is open at ${url}`)
