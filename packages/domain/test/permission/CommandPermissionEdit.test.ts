import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { affected, decide, idsOf, type Targets } from "../../src/permission/CommandPermissionEdit.ts"
import { standingInGuild } from "../../src/permission/Standing.ts"
import type { CommandPermission, Member, Role } from "../../src/record/World.ts"
import { ALICE, BOB, GUILD, general, guild, member, NOW, OWNER, petShop, thread } from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"

const [LOW, KEEPER, TWIN, HIGH, CHIEF] = ["210", "220", "221", "230", "240"] as const
const CAROL = "300000000000000003"
const NOBODY = "999999999999999999"
const ALL_CHANNELS = String(BigInt(GUILD) - 1n)

const role = (id: string, position: number, permissions = 0n): Role => ({
  id,
  guild_id: GUILD,
  name: id,
  permissions: String(permissions),
  position
})

const ROLES = [
  role(GUILD, 0, bits("VIEW_CHANNEL")),
  role(LOW, 1),
  role(KEEPER, 2, bits("MANAGE_GUILD", "MANAGE_ROLES")),
  role(TWIN, 2),
  role(HIGH, 3),
  role(CHIEF, 4, bits("ADMINISTRATOR"))
]

const keeper = member(ALICE, { roles: [KEEPER] })

const hidden = {
  ...general,
  id: "200000000000000022",
  permission_overwrites: [{ id: GUILD, type: 0 as const, allow: "0", deny: String(bits("VIEW_CHANNEL")) }]
}

const TARGETS: Targets = {
  members: [
    member(ALICE, { roles: [KEEPER] }),
    member(BOB, { roles: [LOW] }),
    member(CAROL, { roles: [HIGH] }),
    member(OWNER)
  ],
  channels: [
    { channel: general },
    { channel: hidden },
    { channel: thread, parent: general },
    { channel: { ...thread, id: "200000000000000032", parent_id: hidden.id }, parent: hidden }
  ]
}

const allow = (type: 1 | 2 | 3, id: string): CommandPermission => ({ id, type, permission: true })
const deny = (type: 1 | 2 | 3, id: string): CommandPermission => ({ id, type, permission: false })

const entry = (permissions: ReadonlyArray<CommandPermission>) => ({
  id: "500000000000000001",
  application_id: petShop.id,
  guild_id: GUILD,
  permissions
})

interface Edit {
  readonly member?: Member
  readonly roles?: ReadonlyArray<Role>
  readonly can_run?: boolean
  readonly before?: ReadonlyArray<CommandPermission>
}

const edit = (
  after: ReadonlyArray<CommandPermission>,
  { member: who = keeper, roles = ROLES, can_run = true, before = [] }: Edit = {}
) => {
  const user = { id: who.user_id, username: "editor", adult: true, nsfw_dms: false }
  const standing = standingInGuild({ user, guild, roles, member: who, now_ms: NOW })
  return decide(before, entry(after), { standing, can_run, now_ms: NOW }, TARGETS)
}

const isAllowed = (result: ReturnType<typeof edit>) =>
  Result.match(result, { onSuccess: () => true, onFailure: ({ _tag }) => _tag !== "MissingPermissions" })

describe("who may replace overwrites", () => {
  const withBits = (permissions: bigint) => ({
    roles: [...ROLES.filter(({ id }) => id !== KEEPER), role(KEEPER, 2, permissions)]
  })
  const timedOut = { timed_out_until: "2026-02-01T00:00:00Z" }

  it.each<readonly [string, Edit, boolean]>([
    ["a member with MANAGE_GUILD and MANAGE_ROLES may", {}, true],
    ["a member with MANAGE_GUILD alone may not", withBits(bits("MANAGE_GUILD")), false],
    ["a member with MANAGE_ROLES alone may not", withBits(bits("MANAGE_ROLES")), false],
    [
      "rights of @everyone count",
      { member: member(BOB), roles: [role(GUILD, 0, bits("MANAGE_GUILD", "MANAGE_ROLES"))] },
      true
    ],
    ["an administrator may", { member: member(BOB, { roles: [CHIEF] }) }, true],
    ["the owner may", { member: member(OWNER) }, true],
    ["who cannot run the command may not", { can_run: false }, false],
    ["who is timed out may not", { member: { ...keeper, ...timedOut } }, false],
    ["who was timed out may again", { member: { ...keeper, timed_out_until: "2025-12-31T00:00:00Z" } }, true],
    ["a time-out does not bind administrators", { member: member(BOB, { roles: [CHIEF], ...timedOut }) }, true]
  ])("%s", (_, editor, allowed) => assert.strictEqual(isAllowed(edit([allow(2, NOBODY)], editor)), allowed))
})

describe("who is no member", () => {
  it("may not replace overwrites", () =>
    assert.isFalse(isAllowed(decide([], entry([allow(2, NOBODY)]), undefined, TARGETS))))
})

describe("which targets an editor manages", () => {
  const owner = { member: member(OWNER) }
  const administrator = { member: member(BOB, { roles: [CHIEF] }) }

  it.each<readonly [string, CommandPermission, Edit, boolean]>([
    ["a role below their highest one", allow(1, LOW), {}, true],
    ["their own highest role: it does not stand above itself", allow(1, KEEPER), {}, false],
    ["a role above theirs", allow(1, HIGH), {}, false],
    ["a role of their position: a tie is no rank, whatever the ids", allow(1, TWIN), {}, false],
    [
      "their own role beside another of its position",
      allow(1, KEEPER),
      { member: member(ALICE, { roles: [KEEPER, TWIN] }) },
      false
    ],
    ["@everyone", deny(1, GUILD), {}, true],
    ["a user whose highest role stands below", allow(2, BOB), {}, true],
    ["a user whose highest role stands above", allow(2, CAROL), {}, false],
    ["themself", allow(2, ALICE), {}, true],
    ["the owner of the guild", deny(2, OWNER), {}, false],
    ["a user who is no member", deny(2, NOBODY), {}, true],
    ["a channel they see", deny(3, general.id), {}, true],
    ["a channel they do not see", deny(3, hidden.id), {}, false],
    ["a thread of a channel they see", deny(3, thread.id), {}, true],
    ["a thread of a channel they do not see", deny(3, "200000000000000032"), {}, false],
    ["all channels", deny(3, ALL_CHANNELS), {}, true],
    ["as administrator a role below theirs", allow(1, HIGH), administrator, true],
    ["as administrator their own role", allow(1, CHIEF), administrator, false],
    ["as administrator the owner", deny(2, OWNER), administrator, false],
    ["as administrator a channel hidden from others", deny(3, hidden.id), administrator, true],
    ["as owner every role", allow(1, CHIEF), owner, true],
    ["as owner every member", deny(2, CAROL), owner, true],
    ["as owner themself", deny(2, OWNER), owner, true],
    ["as owner every channel", deny(3, hidden.id), owner, true]
  ])("%s", (_, target, editor, allowed) => {
    assert.strictEqual(isAllowed(edit([target], editor)), allowed)
    assert.strictEqual(isAllowed(edit([allow(2, NOBODY), target], editor)), allowed, "beside another target")
    assert.strictEqual(isAllowed(edit([], { ...editor, before: [target] })), allowed, "when it is removed")
  })

  it.each<readonly [string, CommandPermission]>([
    ["role", allow(1, "299")],
    ["user", allow(2, NOBODY)],
    ["channel", allow(3, "298")]
  ])("a %s that is gone from the guild binds nobody", (_, gone) =>
    assert.isTrue(isAllowed(edit([], { before: [gone] })))
  )

  it("a target that stays as it is needs no right over it", () => {
    const before = [deny(1, HIGH), allow(2, CAROL), deny(3, hidden.id)]
    assert.isTrue(isAllowed(edit([...before.toReversed(), allow(1, LOW)], { before })))
  })

  it("a target that says something else needs the right over it", () =>
    assert.isFalse(isAllowed(edit([allow(1, HIGH)], { before: [deny(1, HIGH)] }))))
})

describe("what an edit affects", () => {
  const before = [allow(1, LOW), deny(2, BOB), allow(3, general.id)]

  it("is what is added, removed or changed, by id and type together", () => {
    const after = [allow(1, LOW), allow(2, BOB), allow(3, LOW)]
    assert.deepStrictEqual(affected(before, after), [allow(3, general.id), allow(2, BOB), allow(3, LOW)])
    assert.deepStrictEqual(idsOf(affected(before, after), 3), [general.id, LOW])
  })

  it("is nothing when the same list comes in another order", () =>
    assert.deepStrictEqual(affected(before, before.toReversed()), []))
})

describe("what becomes of the overwrites", () => {
  it("the list replaces the one before, and an event tells of it", () => {
    const next = entry([allow(1, LOW)])
    assert.deepStrictEqual(Result.getOrThrow(edit(next.permissions, { before: [allow(2, BOB)] })), {
      stored: next,
      answer: next,
      events: [{ type: "command_permissions.updated", data: next }]
    })
  })

  it("an empty list removes the entry, and an event tells of it", () => {
    const next = entry([])
    assert.deepStrictEqual(Result.getOrThrow(edit([], { before: [allow(2, BOB)] })), {
      stored: undefined,
      answer: next,
      events: [{ type: "command_permissions.updated", data: next }]
    })
  })
})
