import { Result } from "effect"
import { describe, expect, test } from "vitest"
import type { WorldTarget } from "../../src/element/WorldTarget.ts"
import { edit } from "../../src/world/WorldEdit.ts"
import { change, mint, UNKNOWN, valid } from "../fixture/WorldFixture.ts"
import * as E from "./WorldEdits.ts"

const { ALICE, APP, BOB, CATEGORY, GENERAL, GUILD, OTHER_APP, ROLE, THREAD } = E

const NEW = "210000000000000001"

describe("PUT", () => {
  test("replaces the element whole: what is left out takes the default of the world file", () => {
    const nicked = E.patch(E.member(), { nick: "Bobby" })
    expect(E.element(E.put(E.member(), { roles: [] }, nicked), E.member())).toEqual({
      user_id: BOB,
      nick: null,
      roles: [],
      joined_at: "2025-01-01T00:00:00Z",
      timed_out_until: null
    })
  })

  test("tells whether the element is new", () => {
    const created = (target: WorldTarget) =>
      Result.getOrThrow(edit(E.world(), { method: "put", target, body: { name: "Pilot" } }, mint)).created
    expect([created(E.role(NEW)), created(E.role())]).toEqual([true, false])
  })

  test("makes a guild with its @everyone role and its owner as member", () => {
    const after = E.put(E.guild(NEW), { name: "Quay", owner_id: BOB })
    expect(E.element(after, E.guild(NEW))).toMatchObject({
      roles: [{ id: NEW, name: "@everyone" }],
      channels: [],
      members: [{ user_id: BOB }],
      installs: []
    })
  })

  test.each([[{}], [{ roles: null, channels: null, members: null, installs: null }]])(
    "leaves the lists of a guild as they are when it does not give them: %j",
    (lists) => {
      const before = E.element(E.world(), E.guild())
      const after = E.element(E.put(E.guild(), { name: "Port", owner_id: ALICE, ...lists }), E.guild())
      expect(after).toEqual({ ...before, name: "Port" })
    }
  )

  test("of a guild with a list replaces that list, and what hung on its elements goes", () => {
    const after = E.put(E.guild(), { name: "Harbour", owner_id: ALICE, roles: [{ id: NEW, name: "Pilot" }] })
    expect(after.roles.map((r) => r.id)).toEqual([GUILD, NEW])
    expect(after.members.flatMap((m) => m.roles)).toEqual([])
    expect(after.channels.flatMap((c) => c.permission_overwrites)).toEqual([])
    expect(after.command_permissions.flatMap((p) => p.permissions.map((entry) => entry.type))).toEqual([3, 2])
  })

  test("of a guild with its members keeps the owner and the bots of its installations", () => {
    const after = E.put(E.guild(), { name: "Harbour", owner_id: BOB, members: [] })
    expect(after.members.map((m) => m.user_id).toSorted()).toEqual([APP, BOB])
  })

  test("leaves an application its bot's id and token, its secret and its key; null makes one anew", () => {
    const own = { id: NEW, token: "t" }
    const file = change(valid(), "applications[0]", {
      id: APP,
      name: "Pet Shop",
      owner_id: ALICE,
      bot: own,
      client_secret: "s",
      private_key: "00".repeat(32)
    })
    const withoutItsBot = change(change(file, "direct_channels", []), "guilds[0].members", [])
    const before = E.world(withoutItsBot)
    const after = E.put(E.application(), { name: "Shop", owner_id: ALICE }, before)
    expect(E.element(after, E.application())).toMatchObject({
      bot: { id: NEW, token: "t", username: "Shop" },
      client_secret: "s",
      private_key: "00".repeat(32)
    })
    const renewed = E.patch(E.application(), { client_secret: null, bot: { token: null } }, before)
    expect(E.element(renewed, E.application())).toMatchObject({
      bot: { id: NEW, token: `bot_token-${APP}`, username: "Pet Shop" },
      client_secret: `client_secret-${APP}`
    })
  })

  test("puts a new role above the others and a new channel below them; a replaced one keeps its place", () => {
    const moved = E.patch(E.role(), { position: 7 })
    expect(E.element(E.put(E.role(NEW), { name: "Pilot" }, moved), E.role(NEW))).toMatchObject({ position: 8 })
    expect(E.element(E.put(E.role(), { name: "Mate" }, moved), E.role())).toMatchObject({ position: 7 })
    expect(E.element(E.put(E.channel(NEW), { name: "new" }), E.channel(NEW))).toMatchObject({ position: 2 })
    expect(E.element(E.put(E.channel(), { name: "new" }), E.channel())).toMatchObject({ position: 1 })
  })
})

describe("PATCH", () => {
  test("replaces the fields that are given, of a bot those inside it", () => {
    const before = E.element(E.world(), E.application())
    const after = E.element(E.patch(E.application(), { bot: { username: "Shop" } }), E.application())
    expect(after).toEqual({ ...before, bot: { id: APP, token: "bot-1", username: "Shop" } })
  })

  test("with null gives a field its default", () => {
    const after = E.patch(E.role(), { permissions: null, position: null })
    expect(E.element(after, E.role())).toMatchObject({ permissions: "0", position: 1 })
  })

  test("of a channel's age restriction is followed by its threads", () => {
    const after = E.patch(E.channel(), { nsfw: true })
    expect(after.channels.find((c) => c.id === THREAD)?.nsfw).toBe(true)
  })

  test("of a guild's owner makes the new one a member", () => {
    const without = E.world(change(valid(), "guilds[0].members", [{ user_id: ALICE }]))
    expect(E.patch(E.guild(), { owner_id: BOB }, without).members.map((m) => m.user_id)).toContain(BOB)
  })

  test("that takes the bot scope from an installation takes the bot from the guild", () => {
    const before = E.patch(E.channel(), { permission_overwrites: [{ id: APP, type: 1, allow: "8" }] })
    const after = E.patch(E.install(), { scopes: ["applications.commands"] }, before)
    expect(after.members.map((m) => m.user_id)).not.toContain(APP)
    expect(after.channels.flatMap((c) => c.permission_overwrites)).toEqual([])
  })

  test("that turns EMBEDDED off takes the entry point with its permissions; another edit leaves them", () => {
    const entry = { id: "1", version: "2", application_id: APP, type: 4, name: "Launch", handler: 2 }
    const permissions = [{ id: ALICE, type: 2, permission: true }]
    const embedded = change(change(valid(), "applications[0].flags", ["EMBEDDED"]), "commands[2]", entry)
    const file = change(embedded, "command_permissions[2]", {
      id: "1",
      application_id: APP,
      guild_id: GUILD,
      permissions
    })
    const before = E.world(file)
    const ids = (body: object) => {
      const { commands, command_permissions } = E.patch(E.application(), body, before)
      return [commands.some((c) => c.id === "1"), command_permissions.some((p) => p.id === "1")]
    }
    expect(ids({ description: "Pets" })).toEqual([true, true])
    expect(ids({ flags: [] })).toEqual([false, false])
  })

  test.each([
    ["global", {}],
    ["of a guild", { guild_id: GUILD }]
  ])("turns discovery on only without age-restricted commands: %s", (_, scope) => {
    const command = { id: "1", version: "2", application_id: APP, name: "dive", description: "Dive.", ...scope }
    const discover = (nsfw: boolean) => {
      const before = E.world(change(valid(), "commands[2]", { ...command, nsfw }))
      return E.faultsOf("patch", E.application(), { discoverable: true }, before)
    }
    expect(discover(false)).toEqual([])
    expect(discover(true)).toEqual(["discoverable APPLICATION_COMMAND_NSFW_INVALID"])
  })
})

describe("an edit that breaks a rule", () => {
  const ROWS: ReadonlyArray<readonly [string, "put" | "patch", WorldTarget, unknown, ReadonlyArray<string>]> = [
    ["is no object", "patch", E.role(), [], ["MODEL_TYPE_CONVERT"]],
    ["names another element", "put", E.role(), { id: NEW, name: "Pilot" }, ["id ID_MISMATCH"]],
    ["names another user", "patch", E.member(), { user_id: ALICE }, ["user_id ID_MISMATCH"]],
    ["changes a bot's id", "patch", E.application(), { bot: { id: NEW } }, ["bot.id BOT_ID_FIXED"]],
    ["has a field that there is not", "patch", E.guild(), { colour: 1 }, ["colour UNKNOWN_FIELD"]],
    ["has no name", "put", E.channel(NEW), {}, ["name BASE_TYPE_REQUIRED"]],
    ["has a bad element in a list", "patch", E.guild(), { roles: [{ id: NEW }] }, ["roles[0].name BASE_TYPE_REQUIRED"]],
    ["refers to nobody", "patch", E.guild(), { owner_id: UNKNOWN }, ["owner_id UNKNOWN_REFERENCE"]],
    ["gives a role of no guild", "patch", E.member(), { roles: [UNKNOWN] }, ["roles[0] UNKNOWN_REFERENCE"]],
    ["takes a name", "put", E.user(NEW), { username: "bob" }, ["username DUPLICATE_NAME"]],
    ["takes a bearer token", "patch", E.application(), { bot: { token: "bearer-1" } }, ["DUPLICATE_SECRET"]],
    ["takes a secret", "patch", E.application(), { client_secret: "secret-2" }, ["client_secret DUPLICATE_SECRET"]],
    ["takes a bot's id", "put", E.user(OTHER_APP), { username: "eve" }, ["DUPLICATE_ID"]],
    ["takes a channel's id", "put", E.direct(GENERAL), { recipients: [ALICE, OTHER_APP] }, ["id DUPLICATE_ID"]],
    ["takes a role's id for @everyone", "put", E.guild(ROLE), { name: "G", owner_id: BOB }, ["id DUPLICATE_ID"]],
    ["repeats a direct channel", "put", E.direct(NEW), { recipients: [APP, ALICE] }, ["recipients DUPLICATE_ENTRY"]],
    ["moves @everyone", "patch", E.role(GUILD), { position: 1 }, ["position EVERYONE_ROLE"]],
    ["leaves threads without a channel", "patch", E.channel(), { type: 4 }, ["WRONG_PARENT"]],
    [
      "is wrong in several ways",
      "patch",
      E.channel(THREAD),
      { nsfw: true, topic: 1, parent_id: CATEGORY },
      ["nsfw NOT_ON_THREADS", "parent_id WRONG_PARENT", "topic STRING_TYPE_CONVERT"]
    ]
  ]

  test.each(ROWS)("%s: every fault at its field", (_, method, target, body, faults) => {
    expect(E.faultsOf(method, target, body)).toEqual(faults)
  })

  test("elsewhere in the world says where", () => {
    const asked = { method: "patch", target: E.channel(), body: { type: 4 } } as const
    const faults = Result.match(edit(E.world(), asked, mint), { onFailure: (f) => f, onSuccess: () => [] })
    expect(faults.map((f) => f.message)).toEqual([
      expect.stringContaining(`channel ${THREAD} parent_id: The parent of a thread`)
    ])
  })
})
