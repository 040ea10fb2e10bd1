/** Starts the endpoint, registers the commands, and tells the service where interactions are to go. */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { ApplicationCommandType } from "discord-api-types/v10"
import { commandDefinitions } from "./CommandDefinitions.ts"
import { endpoint } from "./Endpoint.ts"
import { type Pets, reply } from "./PetShop.ts"
import { type Account, editOriginal, followUp, Refused, registerCommands, setEndpoint } from "./Rest.ts"

/** The server may still be starting: one try every quarter second, for ten seconds. */
const attempts = 40
const pauseMs = 250
/** What a visit to the vet takes. */
const visitMs = 400

const setting = (name: string): string => {
  const value = process.env[name]
  if (value !== undefined && value !== "") return value
  console.error(`demo app: ${name} is not set; see README.md for what it needs`)
  process.exit(2)
}

const account: Account = {
  restUrl: setting("BACKLOT_APP_REST_URL"),
  id: setting("BACKLOT_APP_ID"),
  token: setting("BACKLOT_APP_TOKEN")
}
const publicKey = setting("BACKLOT_APP_PUBLIC_KEY")
const pets: Pets = new Map()

const server = endpoint({
  publicKey,
  reply: (interaction) => reply(pets, interaction),
  deferred: async ({ token }, { edit, followUp: more }) => {
    try {
      await delay(visitMs)
      await editOriginal(account, token, edit)
      await followUp(account, token, more)
    } catch (error) {
      console.error("demo app: a deferred answer failed:", error)
    }
  }
})

const persistently = async (action: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action()
    } catch (error) {
      if (error instanceof Refused || attempt === attempts) throw error
      await delay(pauseMs)
    }
  }
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0))

try {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // A server that listens on TCP has a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`
  await persistently(() => registerCommands(account, commandDefinitions))
  await persistently(() => setEndpoint(account, url))
  const slash = commandDefinitions.filter(({ type }) => type === ApplicationCommandType.ChatInput)
  const names = slash.map(({ name }) => `/${name}`).join(", ")
  console.log(`Demo app ready: ${names}; interactions arrive at ${url}`)
} catch (error) {
  console.error("demo app:", error instanceof Error ? error.message : error)
  process.exit(1)
}
