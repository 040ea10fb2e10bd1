import { Result } from "effect"
import { expect, test } from "vitest"
import { names } from "../../src/permission/Permission.ts"
import type { World } from "../../src/record/World.ts"
import { decodeWorld } from "../../src/world/WorldDecoder.ts"
import {
  ALICE,
  APP,
  BOB,
  change,
  faultsOf,
  GENERAL,
  GUILD,
  mint,
  NOW,
  ROLE,
  sha256,
  THREAD,
  valid
} from "../fixture/WorldFixture.ts"

const decode = (input: unknown): World => Result.getOrThrow(decodeWorld(input, mint, NOW))

const MINIMAL = {
  applications: [{ id: APP, name: "Pet Shop", owner_id: ALICE }],
  users: [{ id: ALICE, username: "alice" }],
  guilds: [{ id: GUILD, name: "Harbour", owner_id: ALICE, installs: [{ application_id: APP }] }]
}

test("an empty file is the empty world", () => {
  const world = decode({})
  expect(world.now).toBeNull()
  expect(Object.values(world).filter(Array.isArray).flat()).toEqual([])
})

test("what is optional gets its default: an application", () => {
  expect(decode(MINIMAL).applications).toEqual([
    {
      id: APP,
      name: "Pet Shop",
      description: "",
      owner_id: ALICE,
      bot: { id: APP, username: "Pet Shop", token: `bot_token-${APP}` },
      client_secret: `client_secret-${APP}`,
      redirect_uris: [],
      interactions_endpoint_url: null,
      event_webhooks_url: null,
      private_key: sha256(`key ${APP}`),
      integration_types: [0, 1],
      flags: [],
      discoverable: false,
      tags: [],
      custom_install_url: null,
      role_connections_verification_url: null,
      install_params: null,
      integration_types_config: null,
      max_participants: null,
      explicit_content_filter: 0
    }
  ])
})

test("what is optional gets its default: a user", () => {
  expect(decode(MINIMAL).users).toEqual([
    { id: ALICE, username: "alice", global_name: null, locale: "en-US", adult: true, nsfw_dms: false }
  ])
})

test("the @everyone role is added when it is missing, with permissions to see, talk and use commands", () => {
  const [role, ...others] = decode(MINIMAL).roles
  expect(others).toEqual([])
  expect(role).toMatchObject({ id: GUILD, guild_id: GUILD, name: "@everyone", position: 0 })
  expect(names(BigInt(role?.permissions ?? "0"))).toEqual(
    expect.arrayContaining(["VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS", "USE_EXTERNAL_APPS"])
  )
})

test("the owner and the bot of an installed application are members by themselves", () => {
  const { members, guild_installs } = decode(MINIMAL)
  expect(members.map((m) => m.user_id)).toEqual([APP, ALICE])
  expect(members[0]).toEqual({
    guild_id: GUILD,
    user_id: APP,
    nick: null,
    roles: [],
    joined_at: "2025-01-01T00:00:00Z",
    timed_out_until: null
  })
  expect(guild_installs).toEqual([
    { guild_id: GUILD, application_id: APP, scopes: ["bot", "applications.commands"], permissions: "0" }
  ])
})

test("an application installed without the bot scope brings no member", () => {
  const world = change(MINIMAL, "guilds[0].installs[0].scopes", ["applications.commands"])
  expect(decode(world).members.map((m) => m.user_id)).toEqual([ALICE])
})

test("applications.commands is included automatically with the bot scope", () => {
  expect(decode(valid()).guild_installs[0]?.scopes).toEqual(["bot", "applications.commands"])
})

test.each([
  ["a decimal string", "2147486720", "2147486720"],
  ["a number", 2147486720, "2147486720"],
  ["a list of names", ["SEND_MESSAGES", "VIEW_CHANNEL", "USE_APPLICATION_COMMANDS"], "2147486720"],
  ["the empty list", [], "0"],
  ["leading zeros", "0010", "10"]
])("permissions may be given as %s", (_, value, permissions) => {
  const world = decode(change(valid(), "guilds[0].roles[1].permissions", value))
  expect(world.roles.find((r) => r.id === ROLE)?.permissions).toBe(permissions)
})

test("a role without position stands one above the role before it", () => {
  const roles = [
    { id: "5", name: "five" },
    { id: "4", name: "four", position: 7 },
    { id: "3", name: "three" }
  ]
  const { roles: built } = decode(change(MINIMAL, "guilds[0].roles", roles))
  expect(built.map((r) => [r.id, r.position])).toEqual([
    ["3", 8],
    ["4", 7],
    ["5", 1],
    [GUILD, 0]
  ])
})

test("a thread belongs to the guild's owner and is open, unless it says otherwise", () => {
  const thread = decode(valid()).channels.find((c) => c.id === THREAD)
  expect(thread).toMatchObject({ parent_id: GENERAL, owner_id: ALICE, archived: false, locked: false })
})

test("a thread is age-restricted when its channel is", () => {
  const world = decode(change(valid(), "guilds[0].channels[1].nsfw", true))
  expect(world.channels.find((c) => c.id === THREAD)?.nsfw).toBe(true)
})

test("a channel that is no thread has none of the fields of one", () => {
  const channel = decode(valid()).channels.find((c) => c.id === GENERAL)
  expect(Object.keys(channel ?? {})).not.toEqual(expect.arrayContaining(["owner_id"]))
})

test("expires_in counts from the world's now", () => {
  const { tokens } = decode(change(valid(), "now", "2030-01-01T00:00:00Z"))
  expect(tokens.find((t) => t.token === "bearer-1")?.expires_at).toBe(Date.UTC(2030, 0, 1) + 60_000)
})

test("expires_in counts from the service's now when the world has none", () => {
  const { tokens } = decode(change(valid(), "now", undefined))
  expect(tokens.find((t) => t.token === "bearer-1")?.expires_at).toBe(NOW + 60_000)
})

test("a token without expires_in never ends", () => {
  expect(decode(valid()).tokens.find((t) => t.token === "bearer-2")?.expires_at).toBeNull()
})

test("a token is known by its SHA-256", () => {
  expect(decode(valid()).tokens.find((t) => t.token === "bearer-2")?.token_hash).toBe(sha256("bearer-2"))
})

test("a command without id gets a fresh one", () => {
  const ids = decode(valid()).commands.map((c) => [c.name, c.id, c.version])
  expect(ids).toEqual([
    ["adopt", "500000000000000001", "500000000000000002"],
    ["staff", mint.snowflake(2), mint.snowflake(3)]
  ])
})

test("an application with an Activity gets no entry point command here", () => {
  const world = change(valid(), "applications[0].flags", ["EMBEDDED"])
  expect(decode(world).commands.filter((c) => c.type === 4)).toEqual([])
})

test("lists are in the order of ids, whatever the order of the file", () => {
  const users = [
    { id: "10", username: "ten" },
    { id: "9", username: "nine" }
  ]
  expect(decode({ users }).users.map((u) => u.id)).toEqual(["9", "10"])
})

test("a message is kept as given", () => {
  const [message] = decode(valid()).messages
  expect(message).toEqual({ id: "700000000000000001", channel_id: GENERAL, content: "Ahoy" })
})

test("a lobby has 300 idle seconds unless it says otherwise", () => {
  expect(decode(valid()).lobbies[0]).toMatchObject({
    idle_timeout_seconds: 300,
    flags: 0,
    members: [{ id: BOB, metadata: null, flags: 0 }]
  })
})

test("null stands for the default everywhere", () => {
  expect(faultsOf({ now: null, applications: null, users: null, rate_limits: null, messages: null })).toEqual([])
})

test.each([
  null,
  "text",
  5,
  [],
  [1],
  { users: {} },
  { users: [[]] },
  { guilds: [{ roles: "x" }] },
  { rate_limits: [] }
])("input %j is refused, never thrown at", (input) => {
  expect(faultsOf(input)).not.toEqual([])
})

/** Every place in a value, as `change` names it. */
const places = (input: unknown, at = ""): ReadonlyArray<string> =>
  typeof input !== "object" || input === null
    ? [at]
    : [at, ...Object.entries(input).flatMap(([key, value]) => places(value, at === "" ? key : `${at}.${key}`))]

const isThrownAt = (input: unknown): boolean => {
  try {
    faultsOf(input)
    return false
  } catch {
    return true
  }
}

test.each([null, 0, -1, 1e300, true, "", "x", "18446744073709551616", [], [null], [[]], [{}], {}, { id: {} }])(
  "any place of a world may hold %j: it is judged, never thrown at",
  (value) => {
    const thrownAt = places(valid()).filter((at) => isThrownAt(change(valid(), at, value)))
    expect(thrownAt).toEqual([])
  }
)

test("a list may be longer than the arguments of a call", () => {
  const users = Array.from({ length: 150_000 }, (_, i) => String(300_000_000_000_000_100n + BigInt(i)))
  const [guild] = (valid() as { guilds: ReadonlyArray<{ members: ReadonlyArray<object> }> }).guilds
  const world = Result.getOrThrow(
    decodeWorld(
      {
        ...(valid() as object),
        users: [
          ...(valid() as { users: ReadonlyArray<object> }).users,
          ...users.map((id) => ({ id, username: `u${id}` }))
        ],
        guilds: [{ ...guild, members: [...(guild?.members ?? []), ...users.map((user_id) => ({ user_id }))] }]
      },
      mint,
      NOW
    )
  )
  expect(world.members.length).toBeGreaterThan(150_000)
})
