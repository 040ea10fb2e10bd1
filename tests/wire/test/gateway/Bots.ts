/** A server with a bot that logs in over the gateway, through connections that behave like those of its libraries. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as GatewayClient from "@backlot/testkit/GatewayClient"
import { Cause, Effect, Logger } from "effect"
import { APP, BOT_TOKEN, GENERAL, GUILD, harbour, MODERATOR } from "../Harbour.ts"
import { handsOn } from "../Stage.ts"

export const HALL = "200000000000000031"
export const VOICE = "200000000000000032"
export const THREAD = "200000000000000033"
/** A second guild, on another shard of two than the first. */
export const ISLAND = String(BigInt(GUILD) + (1n << 22n))
export const BEACH = "200000000000000041"

export const INTENTS = { GUILDS: 1 << 0, GUILD_MEMBERS: 1 << 1, GUILD_MESSAGES: 1 << 9, MESSAGE_CONTENT: 1 << 15 }
/** discordgo's default: every intent that is not privileged. */
export const UNPRIVILEGED = 0x331_ffff & ~(INTENTS.GUILD_MEMBERS | (1 << 8) | INTENTS.MESSAGE_CONTENT)

const FLAGS = ["GATEWAY_GUILD_MEMBERS", "GATEWAY_PRESENCE", "GATEWAY_MESSAGE_CONTENT"]

/** The harbour with a channel of each kind that libraries read differently, and a second guild. */
const world = () => {
  const given = harbour(null)
  const [application, ...applications] = given.applications
  const [guild] = given.guilds
  const channels = [
    ...(guild?.channels ?? []),
    { id: HALL, name: "hall", type: 4 },
    { id: VOICE, name: "voice", type: 2, parent_id: HALL },
    { id: THREAD, name: "thread", type: 11, parent_id: GENERAL }
  ]
  const island = {
    id: ISLAND,
    name: "Island",
    owner_id: guild?.owner_id,
    channels: [{ id: BEACH, name: "beach" }],
    members: [],
    installs: guild?.installs
  }
  return {
    ...given,
    applications: [{ ...application, flags: FLAGS }, ...applications],
    guilds: [{ ...guild, channels }, island]
  }
}

/**
 * Starts the server; the end of the scope cuts its connections. `complaints`: warnings and errors of its log, except
 * refused logins.
 */
export const bots = Effect.fnUntraced(function* (options: Partial<EmbeddedServer.EmbeddedServerOptions> = {}) {
  const complaints: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message, cause }) => {
    const isRefusal = JSON.stringify(message).includes(REFUSED_LOGIN)
    if (QUIET.includes(logLevel) || isRefusal) return
    complaints.push(`${logLevel} ${JSON.stringify(message)} ${Cause.pretty(cause)}`)
  })
  const server = yield* EmbeddedServer.start({ world: world(), ...options }).pipe(
    Effect.provide(Logger.layer([logger]))
  )
  const hands = handsOn(server.addresses.url)
  const found = yield* hands.rest("/gateway/bot")
  // The contract of the endpoint makes this a string.
  const { url } = JSON.parse(found.text) as { readonly url: string }
  const open = (given: GatewayClient.GatewayClientOptions = {}, at = url) =>
    Effect.acquireRelease(
      Effect.promise(() => GatewayClient.open(at, given)),
      (client) => Effect.sync(client.cut)
    )
  /** Waits for a client. */
  const wait = <A>(promise: Promise<A>) => Effect.promise(() => promise)
  /** A change that sessions with GUILDS receive as GUILD_ROLE_UPDATE. */
  const rename = (name: string) =>
    hands.control(`/guilds/${GUILD}/roles/${MODERATOR}`, { method: "PATCH", json: { name } })
  return { server, url, open, wait, rename, complaints, ...hands }
})

export type Bots = Effect.Success<ReturnType<typeof bots>>

/** The log's message to the developer of the client. */
const REFUSED_LOGIN = "A gateway login was refused with"

/** Log levels that are no complaint. */
const QUIET: ReadonlyArray<string> = ["Trace", "Debug", "Info"]

export const BOT = { id: APP, token: BOT_TOKEN }

type Json = Readonly<Record<string, unknown>>

/** Every path of `paths` that the value lacks; `a[].b` is b in each element of a. */
export const lacking = (value: unknown, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => !has([value], path.split(".")))

const has = (values: ReadonlyArray<unknown>, [step, ...rest]: ReadonlyArray<string>): boolean => {
  if (step === undefined) return true
  const name = step.replace("[]", "")
  const inner = values.map((value) => (isRecord(value) && Object.hasOwn(value, name) ? { is: value[name] } : undefined))
  const found = inner.flatMap((field) => (field === undefined ? [] : [field.is]))
  if (found.length < values.length) return false
  if (!step.endsWith("[]")) return has(found, rest)
  return found.every(Array.isArray) && has(found.flat(), rest)
}

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null
