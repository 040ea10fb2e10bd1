/** A small world that breaks no rule, and the ways tests change it. */
import { createHash } from "node:crypto"
import { formatPath } from "@backlot/domain/Fault"
import { decodeWorld } from "@backlot/domain/WorldDecoder"
import type { Mint } from "@backlot/domain/WorldMint"
import { Result } from "effect"

export const NOW = Date.UTC(2026, 0, 1)

export const APP = "100000000000000001"
export const OTHER_APP = "100000000000000002"
export const GUILD = "200000000000000001"
export const ROLE = "200000000000000011"
export const GENERAL = "200000000000000021"
export const CATEGORY = "200000000000000020"
export const THREAD = "200000000000000031"
export const ALICE = "300000000000000001"
export const BOB = "300000000000000002"
export const COMMAND = "500000000000000001"

/** Names nothing. */
export const UNKNOWN = "999999999999999999"

/**
 * A rule, a place in the valid world, the value put there (undefined takes it away), and every fault that comes of it:
 * `CODE` at that place, `.field CODE` or `[0] CODE` below it, else the whole path.
 */
export type Row = readonly [rule: string, at: string, value: unknown, ...faults: ReadonlyArray<string>]

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

export const mint: Mint = {
  privateKey: (id) => sha256(`key ${id}`),
  secret: (what, id) => `${what}-${id}`,
  sha256,
  snowflake: (n) => String(900_000_000_000_000_000n + BigInt(n))
}

export const valid = (): unknown => ({
  now: "2026-01-01T00:00:00Z",
  applications: [
    { id: APP, name: "Pet Shop", owner_id: ALICE, bot: { token: "bot-1" }, client_secret: "secret-1" },
    { id: OTHER_APP, name: "Weather", owner_id: BOB, bot: { token: "bot-2" }, client_secret: "secret-2" }
  ],
  users: [
    { id: ALICE, username: "alice", installs: [{ application_id: APP, scopes: ["applications.commands"] }] },
    { id: BOB, username: "bob" }
  ],
  guilds: [
    {
      id: GUILD,
      name: "Harbour",
      owner_id: ALICE,
      roles: [
        { id: GUILD, permissions: "2147486720" },
        { id: ROLE, name: "Moderator", permissions: ["KICK_MEMBERS", "BAN_MEMBERS"], position: 1 }
      ],
      channels: [
        { id: CATEGORY, name: "Town", type: 4 },
        { id: GENERAL, name: "general", permission_overwrites: [{ id: ROLE, type: 0, deny: ["SEND_MESSAGES"] }] },
        { id: THREAD, name: "questions", type: 11, parent_id: GENERAL }
      ],
      members: [{ user_id: ALICE }, { user_id: BOB, roles: [ROLE] }],
      installs: [{ application_id: APP, scopes: ["bot"] }]
    }
  ],
  direct_channels: [
    { id: "400000000000000001", recipients: [ALICE, APP] },
    { id: "400000000000000002", type: 3, recipients: [ALICE, BOB] }
  ],
  tokens: [
    { token: "bearer-1", application_id: APP, scopes: ["applications.commands.update"], expires_in: 60 },
    { token: "bearer-2", application_id: APP, user_id: BOB, scopes: ["identify"] }
  ],
  rate_limits: {
    [APP]: { per_second: 100, buckets: [{ method: "GET", path: "/lobbies/{id}", limit: 5, window_seconds: 10 }] }
  },
  commands: [
    {
      id: COMMAND,
      application_id: APP,
      version: "500000000000000002",
      name: "adopt",
      description: "Adopt a pet",
      options: [{ type: 3, name: "animal", description: "Which", choices: [{ name: "Dog", value: "dog" }] }]
    },
    { application_id: APP, guild_id: GUILD, name: "staff", description: "For staff" }
  ],
  command_permissions: [
    { id: COMMAND, application_id: APP, guild_id: GUILD, permissions: [{ id: ROLE, type: 1, permission: true }] },
    {
      id: APP,
      application_id: APP,
      guild_id: GUILD,
      permissions: [
        { id: "200000000000000000", type: 3, permission: true },
        { id: "399999999999999999", type: 2, permission: false }
      ]
    }
  ],
  lobbies: [{ id: "600000000000000001", application_id: APP, metadata: { map: "dock" }, members: [{ id: BOB }] }],
  messages: [{ id: "700000000000000001", channel_id: GENERAL, content: "Ahoy" }]
})

/** Every fault as `path CODE`, sorted. */
export const faultsOf = (input: unknown): ReadonlyArray<string> =>
  Result.match(decodeWorld(input, mint, NOW), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map((f) => `${formatPath(f.path)} ${f.code}`).sort()
  })

/** The faults of a row, as `faultsOf` shows them. */
export const expected = ([, at, , ...faults]: Row): ReadonlyArray<string> =>
  faults
    .map((text) => {
      if (!text.includes(" ")) return `${at} ${text}`
      return text.startsWith(".") || text.startsWith("[") ? `${at}${text}` : text
    })
    .sort()

/** The value with another value at a place such as `a.b[0].c`; an index one past the end appends. */
export const change = (input: unknown, at: string, value: unknown): unknown =>
  replace(input, at.split(/[.[\]]+/).filter(Boolean), value)

const replace = (input: unknown, [key, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (key === undefined) return value
  if (Array.isArray(input)) {
    const copy: Array<unknown> = [...input]
    copy[Number(key)] = replace(copy[Number(key)], rest, value)
    return copy.filter((item) => item !== undefined)
  }
  const entries = Object.entries(typeof input === "object" && input !== null ? input : {})
  const below = entries.find(([k]) => k === key)?.[1]
  const next = replace(below, rest, value)
  const others = entries.filter(([k]) => k !== key)
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]])
}
