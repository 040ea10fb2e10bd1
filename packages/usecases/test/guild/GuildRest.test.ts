/** Calls of a bot to a guild over REST, and their effects. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as GuildChannels from "../../src/guild/GuildChannels.ts"
import * as Guilds from "../../src/guild/Guilds.ts"
import * as Members from "../../src/guild/Members.ts"
import * as Roles from "../../src/guild/Roles.ts"
import * as ThreadLists from "../../src/guild/ThreadLists.ts"
import * as Users from "../../src/guild/Users.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, rows, type Services, WALL_MS } from "../fixture/Stores.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, HIDDEN, MODERATOR, NOBODY, PET_SHOP, PET_SHOP_ROLE, QUAY, WEATHER_BOT } =
  Play

/** Above Moderator and the bot's managed role. */
const CAPTAIN = "200000000000000012"

/** Harbour with alice as moderator, carol as captain with ADMINISTRATOR, and Pet Shop's bot with these permissions. */
const settle = Effect.fnUntraced(function* (...permissions: ReadonlyArray<string>) {
  yield* Play.settle()
  const role = { kind: "role" as const, guild_id: HARBOUR, role_id: CAPTAIN }
  yield* WorldEdits.put(role, { name: "Captain", permissions: ["ADMINISTRATOR"], position: 3 })
  yield* WorldEdits.put({ kind: "member", guild_id: HARBOUR, user_id: CAROL }, { roles: [CAPTAIN] })
  const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
  yield* WorldEdits.patch(install, { permissions, role_position: 2 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

type Calling = Effect.Effect<unknown, { readonly _tag: string }, Services>

/** The tag of a failure, or `done`. */
const outcome = (call: Calling) => Effect.match(call, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const newEvents = (call: Calling) =>
  Effect.gen(function* () {
    const before = (yield* events).length
    yield* call
    return (yield* events).slice(before).map(({ type }) => type)
  })

const later = (days: number) => new Date(WALL_MS + days * 86_400_000).toISOString()
const timeOut = { communication_disabled_until: later(1) }
const held = (role_id: string, on = true) => ({ user_id: ALICE, role_id, held: on })
const deny = { id: MODERATOR, type: 0, deny: "1024" }

/** Each call with the one permission that it needs. */
const RIGHTS: ReadonlyArray<readonly [call: string, needs: string, call: (bot: BotOfGuild) => Calling]> = [
  ["editing the guild", "MANAGE_GUILD", (bot) => Guilds.edit(bot, { name: "Port" })],
  ["making a role", "MANAGE_ROLES", (bot) => Roles.create(bot, { permissions: "0" })],
  ["editing a role", "MANAGE_ROLES", (bot) => Roles.edit(bot, MODERATOR, { name: "Mate" })],
  ["moving a role", "MANAGE_ROLES", (bot) => Roles.move(bot, [{ id: MODERATOR, position: 1 }])],
  ["deleting a role", "MANAGE_ROLES", (bot) => Roles.remove(bot, MODERATOR)],
  ["giving a role", "MANAGE_ROLES", (bot) => Members.setRole(bot, held(MODERATOR))],
  ["setting roles", "MANAGE_ROLES", (bot) => Members.edit(bot, ALICE, { roles: [] })],
  ["naming a member", "MANAGE_NICKNAMES", (bot) => Members.edit(bot, ALICE, { nick: "Al" })],
  ["timing a member out", "MODERATE_MEMBERS", (bot) => Members.edit(bot, ALICE, timeOut)],
  ["kicking a member", "KICK_MEMBERS", (bot) => Members.kick(bot, ALICE)],
  ["making a channel", "MANAGE_CHANNELS", (bot) => GuildChannels.create(bot, { name: "cats" })],
  ["moving a channel", "MANAGE_CHANNELS", (bot) => GuildChannels.move(bot, [{ id: GENERAL, position: 5 }])]
]

/** Calls that only a higher role, or nothing at all, allows. */
const FORBIDDEN: ReadonlyArray<readonly [call: string, call: (bot: BotOfGuild) => Calling]> = [
  ["edit a role above it", (bot) => Roles.edit(bot, CAPTAIN, { name: "Mate" })],
  ["move a role above it", (bot) => Roles.move(bot, [{ id: CAPTAIN, position: 1 }])],
  ["move a role above itself", (bot) => Roles.move(bot, [{ id: MODERATOR, position: 7 }])],
  ["delete a role above it", (bot) => Roles.remove(bot, CAPTAIN)],
  ["give a role above it", (bot) => Members.setRole(bot, held(CAPTAIN))],
  ["set roles above it", (bot) => Members.edit(bot, ALICE, { roles: [CAPTAIN] })],
  ["take roles above it", (bot) => Members.edit(bot, CAROL, { roles: [] })],
  ["edit its managed role", (bot) => Roles.edit(bot, PET_SHOP_ROLE, { name: "Mate" })],
  ["give a managed role", (bot) => Members.setRole(bot, held(PET_SHOP_ROLE))],
  ["give @everyone", (bot) => Members.setRole(bot, held(HARBOUR))],
  ["delete @everyone", (bot) => Roles.remove(bot, HARBOUR)],
  ["name a member above it", (bot) => Members.edit(bot, CAROL, { nick: "Captain" })],
  ["name the owner", (bot) => Members.edit(bot, BOB, { nick: "Bobby" })],
  ["time out a member above it", (bot) => Members.edit(bot, CAROL, timeOut)],
  ["kick a member above it", (bot) => Members.kick(bot, CAROL)],
  ["kick the owner", (bot) => Members.kick(bot, BOB)]
]

/** Permissions that a bot without ADMINISTRATOR cannot give, because it does not have them. */
const BEYOND: ReadonlyArray<readonly [call: string, call: (bot: BotOfGuild) => Calling]> = [
  ["a new role", (bot) => Roles.create(bot, { permissions: "8" })],
  ["a role that is there", (bot) => Roles.edit(bot, MODERATOR, { permissions: "8" })],
  [
    "the overwrites of a new channel",
    (bot) => GuildChannels.create(bot, { name: "a", permission_overwrites: [{ id: MODERATOR, type: 0, allow: "8" }] })
  ],
  [
    "overwrites of MANAGE_ROLES",
    (bot) => GuildChannels.create(bot, { name: "a", permission_overwrites: [{ ...deny, deny: String(1n << 28n) }] })
  ]
]

const UNKNOWN: ReadonlyArray<readonly [tag: string, call: (bot: BotOfGuild) => Calling]> = [
  ["UnknownRole", (bot) => Roles.get(bot, NOBODY)],
  ["UnknownRole", (bot) => Roles.edit(bot, NOBODY, {})],
  ["UnknownRole", (bot) => Roles.remove(bot, NOBODY)],
  ["UnknownRole", (bot) => Roles.move(bot, [{ id: NOBODY, position: 1 }])],
  ["UnknownRole", (bot) => Members.setRole(bot, held(NOBODY))],
  ["UnknownMember", (bot) => Members.get(bot, NOBODY)],
  ["UnknownMember", (bot) => Members.edit(bot, NOBODY, {})],
  ["UnknownMember", (bot) => Members.kick(bot, NOBODY)],
  ["UnknownMember", (bot) => Members.setRole(bot, { ...held(MODERATOR), user_id: NOBODY })],
  ["UnknownChannel", (bot) => GuildChannels.move(bot, [{ id: NOBODY, position: 1 }])],
  ["UnknownUser", () => Users.get(NOBODY)],
  ["MissingAccess", (bot) => Guilds.edit({ ...bot, guild_id: QUAY }, {})],
  ["UnknownGuild", (bot) => Guilds.edit({ ...bot, guild_id: NOBODY }, {})],
  ["MissingAccess", (bot) => Members.list(bot, { limit: 1, before: undefined, after: undefined })],
  ["NotInVoice", (bot) => Members.edit(bot, ALICE, { mute: true })]
]

describeOnEachStore("a bot in its guild", (test) => {
  for (const [what, permission, call] of RIGHTS) {
    test(
      `${what} needs ${permission}, and no more`,
      Effect.gen(function* () {
        const without = yield* settle("VIEW_AUDIT_LOG")
        const before = yield* rows
        assert.strictEqual(yield* outcome(call(without)), "MissingPermissions")
        assert.deepStrictEqual(yield* rows, before)
        assert.strictEqual(yield* outcome(call(yield* settle(permission))), "done")
      })
    )
  }

  test(
    "cannot, even as an administrator, reach above its place",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const before = yield* rows
      for (const [what, call] of FORBIDDEN) assert.strictEqual(yield* outcome(call(bot)), "MissingPermissions", what)
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "hands on no permission that it does not have",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_ROLES", "MANAGE_CHANNELS")
      for (const [what, call] of BEYOND) assert.strictEqual(yield* outcome(call(bot)), "MissingPermissions", what)
      const admin = yield* settle("ADMINISTRATOR")
      for (const [what, call] of BEYOND) assert.strictEqual(yield* outcome(call(admin)), "done", what)
    })
  )

  test(
    "is told of what is not there, or not open to it",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      for (const [i, [tag, call]] of UNKNOWN.entries()) assert.strictEqual(yield* outcome(call(bot)), tag, String(i))
    })
  )
})

describeOnEachStore("a change over REST", (test) => {
  test(
    "is told of by the same events as one of the control plane, and an idle one by none",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const told: ReadonlyArray<readonly [Calling, ReadonlyArray<string>]> = [
        [Roles.create(bot, { name: "Pilot" }), ["role.created"]],
        [Roles.edit(bot, MODERATOR, { color: 255 }), ["role.updated"]],
        [Roles.edit(bot, MODERATOR, { color: 255 }), []],
        [Members.setRole(bot, held(MODERATOR)), []],
        [Members.setRole(bot, held(MODERATOR, false)), ["member.updated"]],
        [Members.edit(bot, ALICE, { nick: "Al" }), ["member.updated"]],
        [GuildChannels.create(bot, { name: "cats" }), ["channel.created"]],
        [Guilds.edit(bot, { name: "Port" }), ["guild.updated"]],
        [Users.editSelf(bot.application, { username: "Shop" }), ["application.updated"]],
        [Members.kick(bot, ALICE), ["member.deleted"]],
        [Guilds.leave(bot), ["guild_install.deleted", "member.deleted"]]
      ]
      for (const [call, types] of told) assert.sameMembers([...(yield* newEvents(call))], [...types])
    })
  )

  test(
    "of several positions is carried out as a whole or not at all",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const { id } = yield* Roles.create(bot, {})
      const before = yield* rows
      const refused = yield* Effect.flip(
        Roles.move(bot, [
          { id, position: 1 },
          { id: MODERATOR, position: -5 }
        ])
      )
      assert.deepNestedInclude(refused, { "faults[0].path": [1, "position"] })
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "makes no more than 250 roles in a guild",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const roles = Array.from({ length: 249 }, (_, i) => ({
        id: String(BigInt(NOBODY) - BigInt(i)),
        name: "Mate",
        position: 1
      }))
      yield* WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { roles })
      assert.strictEqual(yield* outcome(Roles.create(bot, {})), "TooManyRoles")
      yield* Roles.remove(bot, NOBODY)
      assert.strictEqual(yield* outcome(Roles.create(bot, {})), "done")
    })
  )

  test(
    "of positions takes every role counted anew, as libraries send them",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const { id } = yield* Roles.create(bot, {})
      const order = [HARBOUR, id, MODERATOR, PET_SHOP_ROLE, CAPTAIN]
      const moved = yield* Roles.move(
        bot,
        order.map((role, position) => ({ id: role, position }))
      )
      assert.sameDeepMembers(
        moved.map((role) => [role.id, role.position]),
        order.map((role, position) => [role, position])
      )
      assert.strictEqual(yield* outcome(Roles.edit(bot, MODERATOR, { name: "Mate" })), "done")
    })
  )

  test(
    "of a channel's place may bring it the overwrites of its category",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const { id: parent_id } = yield* GuildChannels.create(bot, {
        name: "Deck",
        type: 4,
        permission_overwrites: [deny]
      })
      yield* GuildChannels.move(bot, [{ id: GENERAL, parent_id, lock_permissions: true }])
      const general = (yield* GuildChannels.list(bot)).find(({ id }) => id === GENERAL)
      assert.deepInclude(general, { parent_id })
      assert.deepNestedInclude(general, { "permission_overwrites[0].id": MODERATOR })
    })
  )

  test(
    "keeps what it says of a role and of a channel",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const role = yield* Roles.create(bot, { name: "Pilot", colors: { primary_color: 9 }, hoist: true })
      assert.deepInclude(role, { name: "Pilot", position: 1, color: 9, hoist: true, mentionable: false })
      assert.deepStrictEqual(yield* Roles.get(bot, role.id), role)
      const channel = yield* GuildChannels.create(bot, { name: "Big Cats", rate_limit_per_user: 5, topic: "Cats" })
      assert.deepInclude(channel, { name: "big-cats", rate_limit_per_user: 5, topic: "Cats", type: 0 })
    })
  )

  test(
    "shows faults at the fields of its own body",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const placesOf = (call: Calling) =>
        Effect.map(Effect.flip(call), (error) =>
          "faults" in error && Array.isArray(error.faults) ? error.faults.map(({ path }) => path.join(".")) : []
        )
      const cases: ReadonlyArray<readonly [Calling, ReadonlyArray<string>]> = [
        [Roles.edit(bot, MODERATOR, { name: "", colors: { primary_color: -1 } }), ["name", "colors.primary_color"]],
        [
          Members.edit(bot, ALICE, { nick: "x".repeat(33), communication_disabled_until: "soon", roles: [NOBODY] }),
          ["nick", "communication_disabled_until", "roles.0"]
        ],
        [GuildChannels.create(bot, { type: 11, topic: 5 }), ["topic", "type", "name", "parent_id"]],
        [Users.editSelf(bot.application, { username: "" }), ["username"]],
        [Guilds.edit(bot, { name: "", preferred_locale: "xx" }), ["name", "preferred_locale"]],
        [Roles.edit(bot, MODERATOR, []), [""]]
      ]
      for (const [call, expected] of cases) assert.sameMembers([...(yield* placesOf(call))], [...expected])
    })
  )

  test(
    "of its own nick needs CHANGE_NICKNAME, which @everyone has here",
    Effect.gen(function* () {
      const bot = yield* settle()
      assert.deepInclude(yield* Members.editSelf(bot, { nick: "Shop", bio: "Pets" }), { nick: "Shop" })
      yield* WorldEdits.patch({ kind: "role", guild_id: HARBOUR, role_id: HARBOUR }, { permissions: "0" })
      assert.strictEqual(yield* outcome(Members.editSelf(bot, { nick: "Pets" })), "MissingPermissions")
    })
  )

  test(
    "that kicks another bot takes its installation away",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      assert.sameMembers(
        [...(yield* newEvents(Members.kick(bot, WEATHER_BOT)))],
        ["guild_install.deleted", "member.deleted"]
      )
    })
  )
})

describeOnEachStore("the role of a freshly invited bot", (test) => {
  test(
    "stands above the roles of people, unless its installation says where",
    Effect.gen(function* () {
      const bot = yield* settle("KICK_MEMBERS")
      const kick = Members.kick(bot, CAROL)
      assert.strictEqual(yield* outcome(kick), "MissingPermissions")
      const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
      yield* WorldEdits.put(install, { permissions: ["KICK_MEMBERS"] })
      assert.strictEqual(yield* outcome(kick), "done")
    })
  )
})

describeOnEachStore("what a bot reads", (test) => {
  test(
    "of roles and members has its managed role",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_MESSAGES")
      const managed = (yield* Roles.list(bot)).find(({ id }) => id === PET_SHOP_ROLE)
      assert.deepInclude(managed, { managed: true, permissions: "8192", position: 2 })
      assert.deepInclude(yield* Members.get(bot, PET_SHOP), { roles: [PET_SHOP_ROLE] })
      assert.deepStrictEqual(yield* Roles.memberCounts(bot), { [MODERATOR]: 1, [CAPTAIN]: 1, [PET_SHOP_ROLE]: 1 })
    })
  )

  test(
    "of members comes in pages by their ids, for applications with the intent",
    Effect.gen(function* () {
      const { guild_id } = yield* settle()
      yield* WorldEdits.patch(
        { kind: "application", application_id: PET_SHOP },
        { flags: ["GATEWAY_GUILD_MEMBERS_LIMITED"] }
      )
      const bot = { application: yield* Play.applicationOf(PET_SHOP), guild_id }
      const page = (limit: number, after?: string) =>
        Effect.map(Members.list(bot, { limit, before: undefined, after }), (found) => found.map(({ user }) => user.id))
      assert.deepStrictEqual(yield* page(2), [PET_SHOP, WEATHER_BOT])
      assert.deepStrictEqual(yield* page(9, ALICE), [BOB, CAROL])
      assert.deepStrictEqual(
        (yield* Members.search(bot, "AL", 5)).map(({ user }) => user.id),
        [ALICE]
      )
    })
  )

  test(
    "of its guilds comes in pages, and of the guild in full with counts",
    Effect.gen(function* () {
      const bot = yield* settle()
      const weather = yield* Play.applicationOf(Play.WEATHER)
      const page = (asked: { limit?: number; before?: string; after?: string }) =>
        Effect.map(
          Guilds.listOfBot(weather, { limit: 200, before: undefined, after: undefined, ...asked }, true),
          (guilds) => guilds.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* page({}), [HARBOUR, QUAY])
      assert.deepStrictEqual(yield* page({ limit: 1 }), [HARBOUR])
      assert.deepStrictEqual(yield* page({ after: HARBOUR }), [QUAY])
      assert.deepStrictEqual(yield* page({ limit: 1, before: NOBODY }), [QUAY])
      assert.deepInclude(yield* Guilds.get(bot, true), { id: HARBOUR, approximate_member_count: 5 })
      assert.notProperty(yield* Guilds.get(bot, false), "approximate_member_count")
      const ofAlice = yield* Guilds.listOfUser(ALICE, { limit: 1, before: undefined, after: undefined }, false)
      assert.deepInclude(ofAlice[0], { id: HARBOUR, owner: false })
    })
  )

  test(
    "of threads are those that are not archived, where it may view",
    Effect.gen(function* () {
      const bot = yield* settle()
      const secret = String(BigInt(Play.THREAD) - 1n)
      const wish = { name: "secret", type: 12, parent_id: GENERAL }
      yield* WorldEdits.put({ kind: "channel", guild_id: HARBOUR, channel_id: secret }, wish)
      const { threads } = yield* ThreadLists.active(bot)
      assert.deepStrictEqual(
        threads.map(({ id }) => id),
        [Play.THREAD]
      )
      assert.includeMembers(
        (yield* GuildChannels.list(bot)).map(({ id }) => id),
        [GENERAL, HIDDEN]
      )
    })
  )
})
