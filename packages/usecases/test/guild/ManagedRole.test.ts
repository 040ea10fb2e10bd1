/** The managed role of an installed bot: a role of the guild like any other, with an id of its own. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as Surroundings from "../../src/access/Surroundings.ts"
import * as UserPlace from "../../src/access/UserPlace.ts"
import * as CommandPermissions from "../../src/command/CommandPermissions.ts"
import * as ChannelOverwrites from "../../src/guild/ChannelOverwrites.ts"
import * as Channels from "../../src/guild/Channels.ts"
import * as Members from "../../src/guild/Members.ts"
import * as Roles from "../../src/guild/Roles.ts"
import * as Speaker from "../../src/message/Speaker.ts"
import { transact } from "../../src/store/Transact.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const { ALICE, BOB, GENERAL, HARBOUR, HIDDEN, NOBODY, PET_SHOP, WEATHER } = Play

const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
const hidden = { kind: "channel" as const, guild_id: HARBOUR, channel_id: HIDDEN }

/** Pet Shop's bot in Harbour, with its managed role. */
const settle = Effect.fnUntraced(function* (changes: object = {}) {
  yield* Play.settle()
  yield* WorldEdits.patch(install, { permissions: ["MANAGE_ROLES", "VIEW_CHANNEL", "MENTION_EVERYONE"], ...changes })
  const bot: BotOfGuild = { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR }
  return { bot, role: yield* managedOf(bot) }
})

const managedOf = Effect.fnUntraced(function* (bot: BotOfGuild) {
  const managed = (yield* Roles.list(bot)).filter(({ tags }) => tags?.bot_id === PET_SHOP)
  return managed.length === 1 && managed[0] ? managed[0] : assert.fail(`${managed.length} managed roles`)
})

const overwritesOf = Effect.map(WorldEdits.get(hidden), (channel) => channel["permission_overwrites"])

describeOnEachStore("the managed role of a bot", (test) => {
  test(
    "has an id of its own, by which it is read and held",
    Effect.gen(function* () {
      const { bot, role } = yield* settle()
      assert.notInclude([PET_SHOP, HARBOUR], role.id)
      assert.deepStrictEqual(yield* Roles.get(bot, role.id), role)
      assert.deepInclude(role, { managed: true, name: "Pet Shop", tags: { bot_id: PET_SHOP } })
      assert.deepInclude(yield* Members.get(bot, PET_SHOP), { roles: [role.id] })
    })
  )

  test(
    "opens a hidden channel to its bot by an overwrite, as ticket bots make them",
    Effect.gen(function* () {
      const { bot, role } = yield* settle()
      const address = { ...bot, channel_id: HIDDEN }
      assert.strictEqual((yield* Effect.flip(Channels.get(address)))._tag, "MissingAccess")
      const deny = { id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }
      yield* WorldEdits.patch(hidden, {
        permission_overwrites: [deny, { id: role.id, type: 0, allow: ["VIEW_CHANNEL"] }]
      })
      assert.deepInclude(yield* Channels.get(address), { id: HIDDEN })
      yield* ChannelOverwrites.set({ ...bot, channel_id: GENERAL, overwrite_id: role.id }, { type: 0, deny: "1024" })
      assert.strictEqual((yield* Effect.flip(Channels.get({ ...bot, channel_id: GENERAL })))._tag, "MissingAccess")
    })
  )

  test(
    "leaves overwrites and command permissions with its installation, and with its permissions",
    Effect.gen(function* () {
      const application = { kind: "application" as const, application_id: PET_SHOP }
      for (const leave of [
        WorldEdits.remove(install),
        WorldEdits.remove(application),
        WorldEdits.patch(install, { permissions: "0" })
      ]) {
        const { role } = yield* settle()
        const own = { application: yield* Play.applicationOf(WEATHER), guild_id: HARBOUR }
        yield* WorldEdits.patch(hidden, { permission_overwrites: [{ id: role.id, type: 0, allow: "1024" }] })
        const entry = { id: role.id, type: 1, permission: true }
        yield* CommandPermissions.replace({ ...own, user_id: BOB }, WEATHER, { permissions: [entry] })
        assert.strictEqual((yield* Worlds.read).command_permissions.length, 1)
        yield* leave
        assert.deepStrictEqual(yield* overwritesOf, [])
        assert.deepStrictEqual((yield* Worlds.read).command_permissions, [])
      }
    })
  )

  test(
    "goes with an installation that its guild no longer lists",
    Effect.gen(function* () {
      const { role } = yield* settle()
      yield* WorldEdits.patch(hidden, { permission_overwrites: [{ id: role.id, type: 0, allow: "1024" }] })
      const guild = { kind: "guild" as const, guild_id: HARBOUR }
      yield* WorldEdits.patch(guild, { name: "Port" })
      assert.nestedPropertyVal(yield* overwritesOf, "[0].id", role.id)
      yield* WorldEdits.patch(guild, { installs: [{ application_id: WEATHER }] })
      assert.deepStrictEqual(yield* overwritesOf, [])
    })
  )

  test(
    "can be named in options by people",
    Effect.gen(function* () {
      const { role } = yield* settle()
      const { roles } = yield* transact(function* (now) {
        const place = yield* UserPlace.load(ALICE, GENERAL)
        return yield* Surroundings.load(place, { ids: [], everyone: false, channels: [] }, now)
      })
      assert.deepInclude(
        roles.find(({ id }) => id === role.id),
        { name: "Pet Shop", bot_id: PET_SHOP } as object
      )
    })
  )

  test(
    "can be mentioned by who may mention everyone",
    Effect.gen(function* () {
      const { bot, role } = yield* settle()
      const mentionable = yield* transact(function* () {
        return yield* Speaker.mentionable(yield* Speaker.ofBot({ ...bot, channel_id: GENERAL }), [])
      })
      assert.include(mentionable.roles, role.id)
    })
  )

  test(
    "is held by no person",
    Effect.gen(function* () {
      const { bot, role } = yield* settle()
      const refused = yield* Effect.flip(
        WorldEdits.patch({ kind: "member", guild_id: HARBOUR, user_id: ALICE }, { roles: [role.id] })
      )
      assert.strictEqual(refused._tag, "InvalidForm")
      const given = { user_id: ALICE, role_id: role.id, held: true }
      assert.strictEqual((yield* Effect.flip(Members.setRole(bot, given)))._tag, "MissingPermissions")
    })
  )

  test(
    "has the id that its world says, which an export keeps and no other role has",
    Effect.gen(function* () {
      const { role } = yield* settle({ role_id: NOBODY })
      assert.strictEqual(role.id, NOBODY)
      yield* WorldEdits.patch(hidden, { permission_overwrites: [{ id: NOBODY, type: 0, allow: "1024" }] })
      const world = yield* Worlds.read
      assert.deepStrictEqual(Play.still(yield* Play.throughFile(world)), Play.still(world))
      yield* WorldEdits.put(install, { permissions: ["MANAGE_ROLES"] })
      assert.deepInclude(yield* WorldEdits.get(install), { role_id: NOBODY })
      const taken = WorldEdits.put({ kind: "role", guild_id: HARBOUR, role_id: NOBODY }, { name: "Taken" })
      assert.strictEqual((yield* Effect.flip(taken))._tag, "InvalidForm")
      assert.strictEqual(
        (yield* Effect.flip(WorldEdits.patch(install, { role_id: Play.MODERATOR })))._tag,
        "InvalidForm"
      )
    })
  )

  test(
    "leaves the id of its application to a role of people",
    Effect.gen(function* () {
      const { bot, role } = yield* settle()
      yield* WorldEdits.put({ kind: "role", guild_id: HARBOUR, role_id: PET_SHOP }, { name: "Pets" })
      const ids = (yield* Roles.list(bot)).map(({ id }) => id)
      assert.sameMembers(ids, [HARBOUR, PET_SHOP, Play.MODERATOR, role.id])
      assert.deepInclude(yield* Roles.get(bot, PET_SHOP), { name: "Pets", managed: false })
    })
  )
})
