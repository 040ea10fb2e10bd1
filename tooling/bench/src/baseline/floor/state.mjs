/** What the floor knows: the world it was started with, the rows of its journal, and the ids and events that it makes. */
import { createPrivateKey, createPublicKey, hash } from "node:crypto"
import { openJournal } from "./journal.mjs"

/**
 * Only what the benchmarks need of a world file.
 * @typedef {object} Application
 * @property {string} id
 * @property {string} name
 * @property {string} owner_id
 * @property {{ token: string }} bot
 * @property {string} private_key
 * @property {string} [client_secret]
 *
 * @typedef {object} Guild
 * @property {string} id
 * @property {string} name
 * @property {string} owner_id
 * @property {ReadonlyArray<{ id: string, name: string, type: number }>} channels
 * @property {ReadonlyArray<{ user_id: string }>} members
 * @property {ReadonlyArray<{ application_id: string }>} installs
 *
 * @typedef {object} ListedLobby
 * @property {string} id
 * @property {string} application_id
 * @property {Record<string, string>} [metadata]
 * @property {number} idle_timeout_seconds
 * @property {ReadonlyArray<{ id: string, metadata?: Record<string, string> }>} members
 *
 * @typedef {object} World
 * @property {ReadonlyArray<Application>} applications
 * @property {ReadonlyArray<{ id: string, username: string }>} users
 * @property {ReadonlyArray<Guild>} guilds
 * @property {ReadonlyArray<ListedLobby>} [lobbies]
 *
 * @typedef {object} Credential
 * @property {"bot" | "bearer"} kind
 * @property {string} application_id
 * @property {ReadonlyArray<string>} scopes
 * @property {number | null} expires_at
 *
 * @typedef {Application & { key: import("node:crypto").KeyObject, publicKey: string, endpoint: string | null }} Known
 */

const EPOCH_MS = 1_420_070_400_000
/** Stored ahead, so that no id is given twice after a kill. */
const IDS_AHEAD_MS = 5_000
/** Entries of the event log, and of every other list that is kept. */
export const KEPT = 10_000

/** @param {string} id */
export const padded = (id) => id.padStart(20, "0")

/** @param {string} token */
export const hashOf = (token) => hash("sha256", token, "hex")

/**
 * @param {World} world
 * @param {string | undefined} data
 */
export const openState = (world, data) => {
  const { journal, rows } = openJournal(data)
  let seq = Number(rows.get("meta/event_seq") ?? 0)
  let last = BigInt(rows.get("meta/ids") ?? 0)
  let reserved = last

  const logged = newest()

  /** The next id: the time, and more than the last one. */
  const mint = () => {
    const now = BigInt(Date.now() - EPOCH_MS) << 22n
    last = now > last ? now : last + 1n
    if (last >= reserved) {
      reserved = last + (BigInt(IDS_AHEAD_MS) << 22n)
      journal.put("meta/ids", String(reserved))
    }
    return String(last)
  }

  /**
   * One row for the events of a write. `data` is JSON.
   * @param {ReadonlyArray<{ type: string, data: string }>} events
   * @param {number} now
   */
  const log = (events, now) => {
    const texts = events.map(({ type, data }) => `{"seq":${++seq},"type":"${type}","at":${now},"data":${data}}`)
    const key = `event/${padded(String(seq))}`
    journal.put(key, `[${texts.join(",")}]`)
    journal.put("meta/event_seq", String(seq))
    const oldest = logged(key)
    if (oldest !== undefined) journal.remove(oldest)
  }

  /** @type {Map<string, Known>} */
  const applications = new Map(world.applications.map((one) => [one.id, knownOf(one)]))
  /** @type {Map<string, Credential>} */
  const credentials = new Map(
    world.applications.map(({ id, bot }) => [
      hashOf(bot.token),
      { kind: "bot", application_id: id, scopes: [], expires_at: null }
    ])
  )
  const guilds = new Map(world.guilds.map((guild) => [guild.id, guild]))
  const users = new Map(world.users.map((user) => [user.id, user]))
  const channels = new Map(
    world.guilds.flatMap((guild) => guild.channels.map((channel) => [channel.id, { channel, guild }]))
  )
  return { journal, rows, mint, log, applications, credentials, guilds, users, channels, world }
}

/** @typedef {ReturnType<typeof openState>} State */

/** Keeps the newest; each new one gives the one that it drives out. */
export const newest = () => {
  /** @type {Array<string>} */
  const kept = []
  return (/** @type {string} */ key) => {
    kept.push(key)
    return kept.length > KEPT ? kept.shift() : undefined
  }
}

/** @type {(application: Application) => Known} */
const knownOf = (application) => {
  // The DER prefix of the 32 bytes of an Ed25519 private key (RFC 8410 §7).
  const der = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    Buffer.from(application.private_key, "hex")
  ])
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32).toString("hex")
  return { ...application, key, publicKey, endpoint: null }
}
