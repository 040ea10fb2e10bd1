/** The audit log of a guild: who changed what, and why. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { auditLog as limits } from "@backlot/domain/base/KeptLimits"
import { derivedRoleId } from "@backlot/domain/record/ManagedRole"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import * as CommandPermissions from "../../src/command/CommandPermissions.ts"
import * as Commands from "../../src/command/Commands.ts"
import * as Bans from "../../src/guild/Bans.ts"
import * as Members from "../../src/guild/Members.ts"
import * as Roles from "../../src/guild/Roles.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as ChannelPins from "../../src/message/ChannelPins.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, transact } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { actions, asBob, by, entries, made, page, settle, tag } from "./Reading.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, MODERATOR, PET_SHOP, WEATHER, WEATHER_BOT } = Play

describeOnEachStore("the audit log", (test) => {
  test(
    "names the events, webhooks and commands of its entries that are there",
    Effect.gen(function* () {
      const bot = yield* settle()
      const webhook = { kind: "webhook" as const, guild_id: HARBOUR, webhook_id: "600000000000000009" }
      yield* asBob(WorldEdits.put(webhook, { channel_id: GENERAL, name: "Tide times", token: "tide-times-token" }))
      yield* asBob(WorldEdits.put(Sample.scheduledEvent(), Sample.REGATTA))
      const target = { application: bot.application, scope: "global" as const }
      const { id } = (yield* Commands.create(target, { name: "tide", description: "Tide" })).command
      const permissions = [{ id: MODERATOR, type: 1, permission: false }]
      const edit = { ...bot, user_id: BOB, reason: "night" }
      for (const _ of [1, 2]) yield* CommandPermissions.replace(edit, id, { permissions })
      const { audit_log_entries, webhooks, guild_scheduled_events, application_commands } = yield* page(bot)
      assert.deepInclude(audit_log_entries[0], {
        ...{ action_type: AuditAction.APPLICATION_COMMAND_PERMISSION_UPDATE, target_id: id, user_id: BOB },
        changes: [{ key: MODERATOR, new_value: permissions[0] }],
        ...{ options: { application_id: PET_SHOP }, reason: "night" }
      })
      // The second edit changes nothing.
      assert.lengthOf(audit_log_entries, 3)
      assert.deepStrictEqual(
        [webhooks, guild_scheduled_events, application_commands].map((all) => all.map((one) => one.id)),
        [[webhook.webhook_id], [Sample.NEW_EVENT], [id]]
      )
      assert.notProperty(webhooks[0], "token")
      yield* WorldEdits.remove(webhook)
      assert.isEmpty((yield* page(bot)).webhooks)
    })
  )

  test(
    "has an entry for each change, with author, reason, and each field before and after",
    Effect.gen(function* () {
      const bot = yield* settle()
      const before = (yield* events).length
      yield* asBob(WorldEdits.put(Sample.role("5"), { name: "Pilot", color: 255 }))
      yield* asBob(WorldEdits.patch(Sample.role("5"), { name: "Mate", position: 7 }))
      yield* asBob(WorldEdits.patch(Sample.role("5"), { position: 3 }))
      yield* asBob(WorldEdits.remove(Sample.role("5")))
      const happened = (yield* events).slice(before)
      assert.deepStrictEqual(
        happened.map(({ type }) => type),
        [
          ...["role.created", "audit_log_entry.created"],
          ...["role.updated", "audit_log_entry.created"],
          "role.updated",
          ...["role.deleted", "audit_log_entry.created"]
        ]
      )
      const [deleted, updated, created, ...others] = yield* entries(bot)
      assert.deepStrictEqual(others, [])
      assert.deepNestedInclude(created, {
        ...{ action_type: AuditAction.ROLE_CREATE, target_id: "5", user_id: BOB, reason: "tidying up" },
        "changes[0]": { key: "name", new_value: "Pilot" }
      })
      assert.deepStrictEqual(updated?.changes, [{ key: "name", old_value: "Pilot", new_value: "Mate" }])
      assert.deepStrictEqual(deleted?.changes?.[0], { key: "name", old_value: "Mate" })
    })
  )

  test(
    "knows what moderators do to members",
    Effect.gen(function* () {
      const bot = yield* settle()
      const asBot = by(PET_SHOP)
      const member = (body: object) => asBot(Members.edit(bot, ALICE, body))
      yield* member({ nick: "Ali" })
      yield* member({ roles: [] })
      yield* member({ roles: [MODERATOR], communication_disabled_until: null })
      yield* asBot(Bans.ban(bot, { user_id: ALICE, reason: undefined }, {}))
      yield* asBot(Bans.lift(bot, ALICE))
      yield* WorldEdits.put(Sample.member(CAROL), {})
      yield* asBot(Members.kick(bot, CAROL))
      const role = { id: MODERATOR, name: "Moderator" }
      assert.deepStrictEqual(yield* made(bot), [
        {
          action_type: AuditAction.MEMBER_UPDATE,
          target_id: ALICE,
          changes: [{ key: "nick", new_value: "Ali" }]
        },
        {
          action_type: AuditAction.MEMBER_ROLE_UPDATE,
          target_id: ALICE,
          changes: [{ key: "$remove", new_value: [role] }]
        },
        {
          action_type: AuditAction.MEMBER_ROLE_UPDATE,
          target_id: ALICE,
          changes: [{ key: "$add", new_value: [role] }]
        },
        { action_type: AuditAction.MEMBER_BAN_ADD, target_id: ALICE },
        { action_type: AuditAction.MEMBER_BAN_REMOVE, target_id: ALICE },
        { action_type: AuditAction.MEMBER_KICK, target_id: CAROL }
      ])
    })
  )

  test(
    "knows channels, their overwrites, threads, installations, voice and the guild",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* asBob(WorldEdits.put(Sample.channel(Sample.VOICE), { name: "voice", type: 2 }))
      const allow = (bits: string) => ({ permission_overwrites: [{ id: MODERATOR, type: 0, allow: bits }] })
      const channel = (body: object) => asBob(WorldEdits.patch(Sample.channel(Sample.VOICE), body))
      yield* channel({ name: "lobby", ...allow("8") })
      yield* channel(allow("16"))
      yield* channel({ permission_overwrites: [] })
      yield* WorldEdits.put(Sample.voice(), { channel_id: Sample.VOICE })
      yield* asBob(WorldEdits.patch(Sample.voice(), { mute: true }))
      yield* by(ALICE)(WorldEdits.patch(Sample.voice(), { self_mute: true }))
      yield* asBob(WorldEdits.remove(Sample.voice()))
      yield* WorldEdits.put(Sample.voice(), { channel_id: Sample.VOICE })
      yield* asBob(WorldEdits.remove(Sample.channel(Sample.VOICE)))
      yield* asBob(WorldEdits.patch(Sample.channel(Play.THREAD), { locked: true }))
      yield* asBob(WorldEdits.remove(Sample.install(WEATHER)))
      yield* asBob(WorldEdits.put(Sample.install(WEATHER), {}))
      yield* asBob(WorldEdits.patch(Sample.guild(), { name: "Port" }))
      assert.deepStrictEqual(yield* actions(bot), [
        ...["CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_OVERWRITE_CREATE", "CHANNEL_OVERWRITE_UPDATE"],
        ...["CHANNEL_OVERWRITE_DELETE", "MEMBER_UPDATE", "MEMBER_DISCONNECT", "CHANNEL_DELETE", "THREAD_UPDATE"],
        ...["MEMBER_KICK", "INTEGRATION_DELETE", "BOT_ADD", "INTEGRATION_CREATE", "GUILD_UPDATE"]
      ])
      assert.deepNestedInclude((yield* entries(bot, { action_type: AuditAction.CHANNEL_OVERWRITE_UPDATE }))[0], {
        target_id: Sample.VOICE,
        options: { id: MODERATOR, type: "0", role_name: "Moderator" },
        changes: [{ key: "allow", old_value: "8", new_value: "16" }]
      })
      const { users, threads, integrations } = yield* page(bot)
      const [added] = yield* entries(bot, { action_type: AuditAction.INTEGRATION_CREATE })
      assert.deepInclude(added, {
        changes: [
          { key: "name", new_value: "Weather" },
          { key: "type", new_value: "discord" }
        ]
      })
      assert.deepStrictEqual(integrations, [
        {
          id: added?.target_id ?? "",
          type: "discord",
          name: "Weather",
          account: { id: WEATHER, name: "Weather" },
          application_id: WEATHER
        }
      ])
      assert.includeMembers(
        users.map(({ id }) => id),
        [BOB, ALICE, WEATHER_BOT]
      )
      assert.deepStrictEqual(
        threads.map(({ id }) => id),
        [Play.THREAD]
      )
    })
  )

  test(
    "knows who may add people to a private thread, and nothing of who is in it",
    Effect.gen(function* () {
      const bot = yield* settle()
      const secret = Sample.channel("200000000000000029")
      yield* WorldEdits.put(secret, { name: "secret", type: 12, parent_id: GENERAL })
      yield* asBob(WorldEdits.patch(secret, { invitable: false }))
      yield* asBob(WorldEdits.patch(secret, { members: [{ user_id: ALICE }] }))
      assert.deepStrictEqual(
        (yield* made(bot)).map(({ action_type, changes }) => ({ action_type, changes })),
        [{ action_type: AuditAction.THREAD_UPDATE, changes: [{ key: "invitable", new_value: false }] }]
      )
    })
  )

  test(
    "knows messages that moderators delete and pin",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { application } = bot
      const place = { user_id: ALICE, channel_id: GENERAL }
      const say = (content: string) => UserMessages.say(place, { content, files: [], reply_to: undefined })
      const [first, second, third] = [yield* say("one"), yield* say("two"), yield* say("three")]
      const address = { application, channel_id: GENERAL, message_id: first.id }
      yield* by(PET_SHOP)(ChannelPins.pin(address))
      yield* by(PET_SHOP)(ChannelPins.unpin(address))
      // Neither a bot's deletion of one message nor that of an own one is recorded, as on the platform.
      yield* by(PET_SHOP)(ChannelMessages.remove(address))
      yield* by(ALICE)(UserMessages.remove(place, second.id))
      yield* asBob(UserMessages.remove({ ...place, user_id: BOB }, third.id))
      const [fourth, fifth] = [yield* say("four"), yield* say("five")]
      yield* by(PET_SHOP)(
        ChannelMessages.removeMany({ application, channel_id: GENERAL }, { messages: [fourth.id, fifth.id] })
      )
      const options = { channel_id: GENERAL, message_id: first.id }
      assert.deepStrictEqual(yield* made(bot), [
        { action_type: AuditAction.MESSAGE_PIN, target_id: ALICE, options },
        { action_type: AuditAction.MESSAGE_UNPIN, target_id: ALICE, options },
        {
          action_type: AuditAction.MESSAGE_DELETE,
          target_id: ALICE,
          options: { channel_id: GENERAL, count: "1" },
          reason: "tidying up"
        },
        { action_type: AuditAction.MESSAGE_BULK_DELETE, target_id: GENERAL, options: { count: "2" } }
      ])
    })
  )

  test(
    "has nothing of changes that nobody made, and nothing of a guild that comes or goes",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch(Sample.role(), { name: "Mate" })
      const guild_id = "200000000000000009"
      yield* asBob(
        WorldEdits.put(Sample.guild(guild_id), { name: "New", owner_id: BOB, roles: [{ id: "5", name: "a" }] })
      )
      yield* asBob(WorldEdits.patch(Sample.guild(guild_id), { name: "Newer" }))
      yield* asBob(WorldEdits.remove(Sample.guild(guild_id)))
      yield* asBob(
        WorldEdits.put(Sample.guild(guild_id), {
          name: "New",
          owner_id: BOB,
          installs: [{ application_id: PET_SHOP, permissions: "8" }]
        })
      )
      assert.deepStrictEqual(yield* entries(bot), [])
      assert.deepStrictEqual(yield* entries({ ...bot, guild_id }), [])
    })
  )

  test(
    "has one entry for a deletion, and none for what follows from it",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch(Sample.channel(), {
        permission_overwrites: [
          { id: MODERATOR, type: 0, deny: "8" },
          { id: ALICE, type: 1, deny: "8" }
        ]
      })
      yield* WorldEdits.put(Sample.emoji(), { name: "wave", roles: [MODERATOR] })
      yield* asBob(WorldEdits.remove(Sample.role()))
      yield* asBob(WorldEdits.remove(Sample.member()))
      yield* WorldEdits.patch(Sample.install(WEATHER), { permissions: ["MANAGE_MESSAGES"] })
      const managed = { id: derivedRoleId(HARBOUR, WEATHER), type: 0, deny: "8" }
      yield* WorldEdits.patch(Sample.channel(), { permission_overwrites: [managed] })
      yield* asBob(WorldEdits.remove(Sample.install(WEATHER)))
      yield* asBob(WorldEdits.remove(Sample.channel()))
      assert.deepStrictEqual(yield* actions(bot), [
        ...["ROLE_DELETE", "MEMBER_KICK", "MEMBER_KICK", "INTEGRATION_DELETE", "CHANNEL_DELETE"]
      ])
    })
  )

  test(
    "knows authors by their id or username",
    Effect.gen(function* () {
      yield* settle()
      for (const [named, user_id] of [
        ["bob", BOB],
        [BOB, BOB],
        [WEATHER_BOT, WEATHER_BOT]
      ] as const)
        assert.deepStrictEqual(yield* AuditLog.authorNamed(named), { user_id })
      for (const named of ["", "nobody", "Bob", Play.NOBODY])
        assert.strictEqual(yield* tag(AuditLog.authorNamed(named)), "InvalidForm")
    })
  )

  test(
    "is read in pages, by author, target and action, with the right",
    Effect.gen(function* () {
      const bot = yield* settle()
      for (const name of ["a", "b", "c"]) yield* asBob(Roles.edit(bot, MODERATOR, { name }))
      yield* by(ALICE)(WorldEdits.patch(Sample.channel(), { topic: "all" }))
      const [last, third, second, first] = yield* entries(bot)
      const ids = (wanted: Partial<AuditLog.Wanted>) =>
        Effect.map(entries(bot, wanted), (all) => all.map(({ id }) => id))
      assert.deepStrictEqual(yield* ids({ limit: 2 }), [last?.id, third?.id])
      assert.deepStrictEqual(yield* ids({ before: third?.id ?? "" }), [second?.id, first?.id])
      assert.deepStrictEqual(yield* ids({ after: first?.id ?? "", limit: 2 }), [second?.id, third?.id])
      assert.deepStrictEqual(yield* ids({ user_id: ALICE }), [last?.id])
      assert.deepStrictEqual(yield* ids({ target_id: GENERAL }), [last?.id])
      assert.deepStrictEqual(yield* ids({ action_type: AuditAction.ROLE_UPDATE, limit: 1 }), [third?.id])
      assert.strictEqual(yield* tag(page(yield* settle(["MANAGE_GUILD"]))), "MissingPermissions")
    })
  )

  test(
    "keeps the last thousand",
    Effect.gen(function* () {
      const bot = yield* settle()
      const drafts = (count: number) =>
        Array.from({ length: count }, (_, i) => ({
          guild_id: HARBOUR,
          action_type: AuditAction.MEMBER_KICK,
          target_id: String(i)
        }))
      yield* asBob(transact(() => AuditLog.record(drafts(limits.entries + 2))))
      const newest = yield* entries(bot, { limit: limits.entries + 5 })
      assert.strictEqual(newest.length, limits.entries)
      assert.strictEqual(newest.at(-1)?.target_id, "2")
    })
  )
})
