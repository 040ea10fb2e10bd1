import { assert, describe, it } from "@effect/vitest"
import * as Permission from "../../src/permission/Permission.ts"
import type { PermissionOverwrite, Role } from "../../src/record/World.ts"

const { BITS, ALL } = Permission
type Name = Permission.PermissionName

const GUILD = "200000000000000001"
const [RED, BLUE] = ["200000000000000011", "200000000000000012"]
const [ALICE, OWNER] = ["300000000000000001", "300000000000000009"]

const bits = (names: ReadonlyArray<Name>) => names.reduce((set, name) => set | BITS[name], 0n)

const role = (id: string, names: ReadonlyArray<Name>): Role => ({
  id,
  guild_id: GUILD,
  name: id,
  permissions: String(bits(names)),
  position: 0
})

/** Alice with the red and the blue role; each role's bits by name. */
const view = (
  granted: { everyone?: ReadonlyArray<Name>; red?: ReadonlyArray<Name>; blue?: ReadonlyArray<Name> },
  rest: Partial<Permission.MemberView> = {}
): Permission.MemberView => ({
  owner_id: OWNER,
  guild_id: GUILD,
  roles: [role(GUILD, granted.everyone ?? []), role(RED, granted.red ?? []), role(BLUE, granted.blue ?? [])],
  member: { user_id: ALICE, roles: [RED, BLUE] },
  timedOut: false,
  ...rest
})

const overwrite = (
  [id, type]: readonly [string, 0 | 1],
  change: { readonly allow?: ReadonlyArray<Name>; readonly deny?: ReadonlyArray<Name> }
): PermissionOverwrite => ({ id, type, allow: String(bits(change.allow ?? [])), deny: String(bits(change.deny ?? [])) })

const everyone = [GUILD, 0] as const
const red = [RED, 0] as const
const blue = [BLUE, 0] as const
const alice = [ALICE, 1] as const

const channel = (...permission_overwrites: ReadonlyArray<PermissionOverwrite>) => ({ permission_overwrites })

const inThread = (v: Permission.MemberView, parent: Parameters<typeof Permission.inChannel>[1]) =>
  Permission.inChannel(v, parent, Permission.BITS.SEND_MESSAGES_IN_THREADS)
const namesIn = (v: Permission.MemberView, ...overwrites: ReadonlyArray<PermissionOverwrite>) =>
  Permission.names(Permission.inChannel(v, channel(...overwrites)))

describe("permission bits", () => {
  it.each<[Name, number]>([
    ["CREATE_INSTANT_INVITE", 0],
    ["ADMINISTRATOR", 3],
    ["MANAGE_GUILD", 5],
    ["VIEW_CHANNEL", 10],
    ["MANAGE_ROLES", 28],
    ["USE_APPLICATION_COMMANDS", 31],
    ["SEND_MESSAGES_IN_THREADS", 38],
    ["MODERATE_MEMBERS", 40],
    ["SEND_VOICE_MESSAGES", 46],
    ["SET_VOICE_CHANNEL_STATUS", 48],
    ["USE_EXTERNAL_APPS", 50],
    ["BYPASS_SLOWMODE", 52]
  ])("%s is bit %i", (name, bit) => {
    assert.strictEqual(BITS[name], 1n << BigInt(bit))
  })

  it("bit 47 is unassigned: 52 names for 53 bits", () => {
    assert.strictEqual(Object.keys(BITS).length, 52)
    assert.notInclude(Object.values(BITS), 1n << 47n)
  })

  it("an administrator holds bits 0 to 52", () => {
    assert.strictEqual(String(ALL), "9007199254740991")
  })

  it("a set contains bits only when it contains all of them", () => {
    const set = bits(["VIEW_CHANNEL", "SPEAK"])
    assert.isTrue(Permission.has(set, bits(["SPEAK", "VIEW_CHANNEL"])))
    assert.isFalse(Permission.has(set, bits(["SPEAK", "STREAM"])))
    assert.isTrue(Permission.has(set, 0n))
  })

  it("names come in bit order, unassigned bits have none", () => {
    assert.deepStrictEqual(Permission.names(BITS.SPEAK | BITS.VIEW_CHANNEL | (1n << 47n)), ["VIEW_CHANNEL", "SPEAK"])
  })

  it.each([
    ["VIEW_CHANNEL", true],
    ["view_channel", false],
    ["toString", false],
    [10, false],
    [null, false]
  ])("%s as a permission name: %s", (value, expected) => {
    assert.strictEqual(Permission.isPermissionName(value), expected)
  })
})

describe("permissions in a guild", () => {
  it("the owner has all", () => {
    assert.strictEqual(Permission.inGuild(view({}, { owner_id: ALICE })), ALL)
  })

  it("the base is @everyone's or all role permissions", () => {
    const set = Permission.inGuild(view({ everyone: ["VIEW_CHANNEL"], red: ["SPEAK"], blue: ["STREAM"] }))
    assert.strictEqual(set, bits(["VIEW_CHANNEL", "SPEAK", "STREAM"]))
  })

  it("a role that the member does not have gives nothing", () => {
    const set = Permission.inGuild(
      view({ red: ["SPEAK"], blue: ["STREAM"] }, { member: { user_id: ALICE, roles: [RED] } })
    )
    assert.strictEqual(set, BITS.SPEAK)
  })

  it("a role that the guild does not have gives nothing", () => {
    const member = { user_id: ALICE, roles: ["200000000000000099"] }
    assert.strictEqual(Permission.inGuild(view({ red: ["SPEAK"] }, { member })), 0n)
  })

  it("ADMINISTRATOR by any role gives all", () => {
    assert.strictEqual(Permission.inGuild(view({ blue: ["ADMINISTRATOR"] })), ALL)
  })

  it("an installed bot holds the bits of its managed role besides", () => {
    const bot = view({ everyone: ["VIEW_CHANNEL"] }, { managed: { id: "7", permissions: String(BITS.SPEAK) } })
    assert.strictEqual(Permission.inGuild(bot), bits(["VIEW_CHANNEL", "SPEAK"]))
    assert.strictEqual(
      Permission.inGuild({ ...bot, managed: { id: "7", permissions: String(BITS.ADMINISTRATOR) } }),
      ALL
    )
  })
})

describe("permissions in a channel", () => {
  const base = view({ everyone: ["VIEW_CHANNEL", "SEND_MESSAGES"] })

  it("are those of the guild without overwrites", () => {
    assert.deepStrictEqual(namesIn(base), ["VIEW_CHANNEL", "SEND_MESSAGES"])
  })

  it.each([
    ["the owner", view({}, { owner_id: ALICE })],
    ["an administrator", view({ red: ["ADMINISTRATOR"] })],
    ["a timed-out administrator", view({ red: ["ADMINISTRATOR"] }, { timedOut: true })]
  ])("no overwrite takes anything from %s", (_, v) => {
    const denied = channel(
      overwrite(everyone, { deny: ["VIEW_CHANNEL"] }),
      overwrite(red, { deny: ["ADMINISTRATOR", "VIEW_CHANNEL"] }),
      overwrite(alice, { deny: ["VIEW_CHANNEL"] })
    )
    assert.strictEqual(Permission.inChannel(v, denied), ALL)
  })

  const add = { allow: ["ADD_REACTIONS"] } as const
  const take = { deny: ["SEND_MESSAGES"] } as const
  const give = { allow: ["SEND_MESSAGES"] } as const
  it.each<[string, ReadonlyArray<PermissionOverwrite>, boolean]>([
    ["@everyone's deny removes a base permission", [overwrite(everyone, take)], false],
    ["@everyone's own allow beats its deny", [overwrite(everyone, { ...take, ...give })], true],
    ["a role's allow beats @everyone's deny", [overwrite(everyone, take), overwrite(red, give)], true],
    ["a role's deny beats @everyone's allow", [overwrite(everyone, give), overwrite(red, take)], false],
    ["one role's allow beats another role's deny", [overwrite(red, give), overwrite(blue, take)], true],
    ["in whatever order the roles stand", [overwrite(blue, take), overwrite(red, give)], true],
    ["the member's deny beats a role's allow", [overwrite(alice, take), overwrite(red, give)], false],
    ["the member's allow beats a role's deny", [overwrite(alice, give), overwrite(red, take)], true],
    ["the member's own allow beats their deny", [overwrite(alice, { ...take, ...give })], true],
    ["@everyone is applied first wherever it stands", [overwrite(red, give), overwrite(everyone, take)], true],
    ["an overwrite for another role has no effect", [overwrite(["200000000000000099", 0], take)], true],
    ["an overwrite for another member has no effect", [overwrite(["300000000000000002", 1], take)], true],
    ["a member overwrite with the id of a role has no effect", [overwrite([RED, 1], take)], true],
    ["a role overwrite with the id of the member has no effect", [overwrite([ALICE, 0], take)], true],
    ["an allow of another bit changes nothing", [overwrite(everyone, add)], true]
  ])("%s", (_, overwrites, canSend) => {
    assert.strictEqual(namesIn(base, ...overwrites).includes("SEND_MESSAGES"), canSend)
  })

  it("an allow gives what no role holds", () => {
    assert.include(namesIn(base, overwrite(alice, add)), "ADD_REACTIONS")
  })

  it("no VIEW_CHANNEL means nothing", () => {
    assert.deepStrictEqual(namesIn(base, overwrite(everyone, { deny: ["VIEW_CHANNEL"], ...add })), [])
    assert.deepStrictEqual(namesIn(view({ everyone: ["SEND_MESSAGES"] })), [])
  })

  const writing: ReadonlyArray<Name> = ["MENTION_EVERYONE", "SEND_TTS_MESSAGES", "ATTACH_FILES", "EMBED_LINKS"]
  it.each(writing)("no SEND_MESSAGES means no %s", (name) => {
    const v = view({ everyone: ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS", name] })
    assert.include(namesIn(v), name)
    assert.deepStrictEqual(namesIn(v, overwrite(everyone, take)), ["VIEW_CHANNEL", "USE_APPLICATION_COMMANDS"])
  })

  it("in a thread sending needs SEND_MESSAGES_IN_THREADS, SEND_MESSAGES is of no help", () => {
    const v = view({ everyone: ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES"] })
    const parent = (denied: Name) => channel(overwrite(everyone, { deny: [denied] }))
    assert.include(Permission.names(inThread(v, parent("SEND_MESSAGES"))), "ATTACH_FILES")
    assert.notInclude(Permission.names(inThread(v, parent("SEND_MESSAGES_IN_THREADS"))), "ATTACH_FILES")
    assert.include(Permission.names(Permission.inChannel(v, parent("SEND_MESSAGES_IN_THREADS"))), "ATTACH_FILES")
  })

  it("a thread is judged by its parent's overwrites", () => {
    assert.strictEqual(inThread(base, channel(overwrite(everyone, { deny: ["VIEW_CHANNEL"] }))), 0n)
  })

  it("a time-out leaves VIEW_CHANNEL and READ_MESSAGE_HISTORY only", () => {
    const all = Object.keys(BITS).filter(Permission.isPermissionName)
    const v = view({ everyone: all.filter((name) => name !== "ADMINISTRATOR") }, { timedOut: true })
    assert.deepStrictEqual(namesIn(v), ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"])
  })

  it("a time-out gives nothing", () => {
    assert.deepStrictEqual(namesIn({ ...base, timedOut: true }), ["VIEW_CHANNEL"])
  })
})
