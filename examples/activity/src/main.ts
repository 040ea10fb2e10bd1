/**
 * An Activity: its entry point command is answered by this backend, which lets in whoever has a seat. The page
 * of the Activity is served here too, and its client's authorization codes are exchanged here.
 */
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import {
  type APIInteraction,
  ApplicationCommandType,
  ApplicationIntegrationType,
  EntryPointCommandHandlerType,
  InteractionContextType,
  InteractionResponseType,
  InteractionType,
  MessageFlags
} from "discord-api-types/v10"
import { verifyKey } from "discord-interactions"

const setting = (name: string): string => {
  const value = process.env[name]
  if (value !== undefined && value !== "") return value
  console.error(`chess club: ${name} is not set; see README.md`)
  process.exit(2)
}

const rest = `${setting("BACKLOT_APP_REST_URL")}/v10`
const id = setting("BACKLOT_APP_ID")
const secret = setting("BACKLOT_APP_SECRET")
const botToken = setting("BACKLOT_APP_TOKEN")
const publicKey = setting("BACKLOT_APP_PUBLIC_KEY")

const COMMANDS = [
  {
    type: ApplicationCommandType.PrimaryEntryPoint,
    name: "Launch",
    description: "Sit down at the board",
    handler: EntryPointCommandHandlerType.AppHandler,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall]
  },
  { type: ApplicationCommandType.ChatInput, name: "board", description: "Who sits at the board" }
]

const SEATS = 2
const seated = new Set<string>()

const reply = (interaction: APIInteraction): unknown => {
  if (interaction.type === InteractionType.Ping) return { type: InteractionResponseType.Pong }
  const name = interaction.member?.user.username ?? interaction.user?.username ?? "somebody"
  if (interaction.type !== InteractionType.ApplicationCommand)
    return { type: InteractionResponseType.DeferredMessageUpdate }
  if (interaction.data.name === "board") {
    const content = seated.size === 0 ? "Nobody sits at the board." : `At the board: ${[...seated].join(", ")}`
    return { type: InteractionResponseType.ChannelMessageWithSource, data: { content } }
  }
  if (seated.size === SEATS && !seated.has(name)) {
    const data = { content: "Both seats are taken.", flags: MessageFlags.Ephemeral }
    return { type: InteractionResponseType.ChannelMessageWithSource, data }
  }
  seated.add(name)
  return { type: InteractionResponseType.LaunchActivity }
}

/** What the Activity's client sends: the code that the user's consent gave it. */
const exchange = async (code: string): Promise<{ readonly status: number; readonly body: string }> => {
  const response = await fetch(`${rest}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: "http://127.0.0.1/callback" })
  })
  return { status: response.status, body: await response.text() }
}

const isSigned = ({ headers }: IncomingMessage, raw: string) =>
  verifyKey(raw, String(headers["x-signature-ed25519"]), String(headers["x-signature-timestamp"]), publicKey)

const server = createServer(async (request, response) => {
  const json = { "content-type": "application/json" }
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Chess club</title>")
    return
  }
  const raw = await text(request)
  if (request.url === "/token") {
    const { status, body } = await exchange(String(new URLSearchParams(raw).get("code")))
    response.writeHead(status, json).end(body)
  } else if (await isSigned(request, raw)) response.writeHead(200, json).end(JSON.stringify(reply(JSON.parse(raw))))
  else response.writeHead(401, json).end('{"error":"invalid request signature"}')
})

const call = async (method: string, path: string, body: unknown): Promise<void> => {
  const response = await fetch(`${rest}${path}`, {
    method,
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0))

server.listen(0, "127.0.0.1")
await once(server, "listening")
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
await call("PUT", `/applications/${id}/commands`, COMMANDS)
await call("PATCH", "/applications/@me", { interactions_endpoint_url: `${url}/interactions` })
console.log(`The chess club is open at ${url}`)
