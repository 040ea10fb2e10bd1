/** Invites over REST, their end, and the people who join by them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import { changedBy } from "../../src/audit/AuditLog.ts"
import * as Time from "../../src/event/Time.ts"
import * as Invites from "../../src/guild/Invites.ts"
import * as InviteTargets from "../../src/guild/InviteTargets.ts"
import * as Joining from "../../src/guild/Joining.ts"
import * as VanityUrls from "../../src/guild/VanityUrls.ts"
import * as ComingDeadlines from "../../src/inspect/ComingDeadlines.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events, WALL_MS } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, MODERATOR, NOBODY, PET_SHOP, QUAY, THREAD, WEATHER } = Play

const ALL = ["CREATE_INSTANT_INVITE", "MANAGE_CHANNELS", "MANAGE_GUILD", "MANAGE_ROLES", "VIEW_CHANNEL"]

/** Harbour, which bob owns, alice is a member of, and carol is not. */
const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ALL) {
  yield* Play.settle()
  // Otherwise everybody may invite.
  yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL"] })
  yield* WorldEdits.patch(Sample.install(), { permissions, role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const create = ({ application }: BotOfGuild, body: object = {}, file?: string, channel_id: string = GENERAL) =>
  Invites.create({ application, channel_id }, body, file)

const since = (before: number) => Effect.map(events, (all) => all.slice(before).map(({ type }) => type))

const seconds = (n: number) =>
  Effect.andThen(
    Time.change({ advance_ms: n * 1_000 }),
    Effect.flatMap(Deadlines, ({ runDue }) => runDue)
  )

describeOnEachStore("an invite", (test) => {
  test(
    "has a code, is given again to the same bot, and another if it asks for a unique one",
    Effect.gen(function* () {
      const bot = yield* settle()
      const first = yield* create(bot, { max_age: 3_600, max_uses: 5 })
      assert.match(first.code, /^[A-Za-z0-9]{8}$/)
      assert.deepInclude(first, { max_age: 3_600, max_uses: 5, uses: 0, temporary: false, type: 0, guild_id: HARBOUR })
      assert.deepNestedInclude(first, { "channel.id": GENERAL, "inviter.id": PET_SHOP, "guild.name": "Harbour" })
      assert.strictEqual((yield* create(bot, { max_age: 3_600, max_uses: 5 })).code, first.code)
      const others = [yield* create(bot), yield* create(bot, { max_age: 3_600, max_uses: 5, unique: true })]
      assert.notInclude(
        others.map(({ code }) => code),
        first.code
      )
      assert.strictEqual(others[0]?.max_age, 86_400)
      const listed = yield* Invites.listOfChannel({ application: bot.application, channel_id: GENERAL })
      assert.lengthOf(listed, 3)
      assert.sameDeepMembers([...(yield* Invites.listOfGuild(bot))], [...listed])
      const { uses: _, max_uses: __, max_age: ___, temporary: ____, created_at: _____, ...public_ } = first
      assert.deepEqual(yield* Invites.resolve(first.code, false), public_)
      assert.include(yield* Invites.resolve(first.code, true), { approximate_member_count: 4 })
    })
  )

  test(
    "is refused without the right, outside channels that can have one, and with faults",
    Effect.gen(function* () {
      const weak = yield* settle(["VIEW_CHANNEL", "MANAGE_CHANNELS"])
      assert.strictEqual(yield* tag(create(weak)), "MissingPermissions")
      assert.strictEqual(yield* tag(Invites.listOfGuild(weak)), "MissingPermissions")
      const bot = yield* settle()
      assert.strictEqual(yield* tag(create(bot, {}, undefined, THREAD)), "WrongChannelType")
      assert.strictEqual(yield* tag(create(bot, {}, undefined, NOBODY)), "UnknownChannel")
      for (const body of [
        { max_age: 5_184_001 },
        { max_uses: -1 },
        { target_type: 3 },
        { target_type: 1 },
        { target_type: 1, target_user_id: NOBODY },
        { target_user_id: BOB },
        { target_type: 2, target_application_id: WEATHER },
        { target_type: 2, target_application_id: NOBODY },
        { role_ids: [NOBODY] },
        { role_ids: "x" }
      ])
        assert.strictEqual(yield* tag(create(bot, body)), "InvalidForm", JSON.stringify(body))
      yield* WorldEdits.patch(Sample.install(), { role_position: 1 })
      yield* WorldEdits.patch(Sample.role(), { position: 5 })
      assert.strictEqual(yield* tag(create(bot, { role_ids: [MODERATOR] })), "MissingPermissions")
    })
  )

  test(
    "is a person's too, who needs the same rights, and is in the audit log",
    Effect.gen(function* () {
      yield* settle()
      const made = (user_id: string, body: object = {}, channel_id: string = GENERAL) =>
        changedBy({ user_id, reason: "a party" })(Invites.createOfUser({ user_id, channel_id }, body))
      const revoke = (user_id: string, code: string) => changedBy({ user_id })(Invites.revokeOfUser(user_id, code))
      yield* WorldEdits.patch(Sample.role(), { permissions: [] })
      assert.strictEqual(yield* tag(made(ALICE)), "MissingPermissions")
      assert.strictEqual(yield* tag(made(CAROL)), "UnknownMember")
      assert.strictEqual(yield* tag(made(BOB, {}, THREAD)), "WrongChannelType")
      assert.strictEqual(yield* tag(made(BOB, { max_age: -1 })), "InvalidForm")
      assert.strictEqual(yield* tag(made(BOB, { target_users_file: NOBODY })), "InvalidForm")
      // The owner is above every role.
      const before = (yield* events).length
      const first = yield* made(BOB, { role_ids: [MODERATOR], target_users_file: CAROL })
      assert.deepNestedInclude(first, { "inviter.id": BOB, "roles[0].name": "Moderator", uses: 0 })
      assert.deepEqual(yield* since(before), ["invite.created", "audit_log_entry.created"])
      const [entry] = (yield* events).slice(-1)
      assert.deepNestedInclude(entry?.data, {
        "entry.user_id": BOB,
        "entry.reason": "a party",
        "entry.action_type": 40
      })
      assert.strictEqual((yield* made(BOB, { role_ids: [MODERATOR], target_users_file: CAROL })).code, first.code)
      yield* WorldEdits.patch(Sample.role(), { permissions: ["CREATE_INSTANT_INVITE"] })
      assert.strictEqual(yield* tag(made(ALICE, { role_ids: [MODERATOR] })), "MissingPermissions")
      const own = yield* made(ALICE)
      assert.notStrictEqual(own.code, first.code)
      assert.strictEqual(yield* tag(revoke(ALICE, own.code)), "MissingPermissions")
      yield* WorldEdits.patch(Sample.role(), {
        permissions: ["CREATE_INSTANT_INVITE", "MANAGE_ROLES", "MANAGE_CHANNELS"]
      })
      // A role that is not below the member's highest.
      assert.strictEqual(yield* tag(made(ALICE, { role_ids: [MODERATOR] })), "MissingPermissions")
      assert.strictEqual((yield* revoke(ALICE, own.code)).code, own.code)
      assert.strictEqual(yield* tag(revoke(BOB, own.code)), "UnknownInvite")
      assert.strictEqual((yield* revoke(BOB, first.code)).code, first.code)
    })
  )

  test(
    "invites to the platform's own Activities, which no world has",
    Effect.gen(function* () {
      const bot = yield* settle()
      const invite = yield* create(bot, { target_type: 2, target_application_id: "880218394199220334" })
      assert.deepNestedInclude(invite, { target_type: 2, "target_application.name": "Watch Together" })
      assert.deepNestedInclude(yield* Invites.resolve(invite.code, false), { "target_application.flags": 1 << 17 })
    })
  )

  test(
    "shows a stream, or an Activity, and the roles that it gives",
    Effect.gen(function* () {
      const bot = yield* settle()
      const stream = yield* create(bot, { target_type: 1, target_user_id: BOB, role_ids: MODERATOR })
      assert.deepNestedInclude(stream, { target_type: 1, "target_user.id": BOB, "roles[0].name": "Moderator" })
      yield* WorldEdits.patch(Sample.application(WEATHER), { flags: ["EMBEDDED"] })
      const activity = yield* create(bot, { target_type: 2, target_application_id: WEATHER })
      assert.deepNestedInclude(activity, { "target_application.name": "Weather" })
      yield* WorldEdits.remove(Sample.role())
      assert.notProperty(yield* Invites.resolve(stream.code, false), "roles")
      yield* WorldEdits.remove(Sample.application(WEATHER))
      assert.strictEqual(yield* tag(Invites.resolve(activity.code, false)), "UnknownInvite")
    })
  )

  test(
    "is revoked with a right in its channel or in the guild, once",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { code } = yield* create(bot)
      yield* WorldEdits.patch(Sample.install(), { permissions: ["VIEW_CHANNEL"] })
      assert.strictEqual(yield* tag(Invites.revoke(bot.application, code)), "MissingPermissions")
      yield* WorldEdits.patch(Sample.install(), { permissions: ["MANAGE_CHANNELS"] })
      const before = (yield* events).length
      assert.include(yield* Invites.revoke(bot.application, code), { code })
      assert.deepStrictEqual(yield* since(before), ["invite.deleted"])
      for (const gone of [code, "nothing", "x".repeat(50), "..%2f"])
        assert.strictEqual(yield* tag(Invites.revoke(bot.application, gone)), "UnknownInvite")
    })
  )

  test(
    "goes when it expires, also after a new world was put",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { code } = yield* create(bot, { max_age: 60 })
      const lasting = yield* create(bot, { max_age: 0 })
      yield* Effect.flatMap(Play.throughFile(yield* Worlds.read), Worlds.replace)
      const { deadlines } = yield* ComingDeadlines.list()
      assert.deepInclude(
        deadlines.find(({ id }) => id === code),
        { kind: "invite_expiry", due_ms: WALL_MS + 60_000 }
      )
      yield* seconds(59)
      assert.include(yield* Invites.resolve(code, false), { code })
      const before = (yield* events).length
      yield* seconds(1)
      assert.include(yield* since(before), "invite.deleted")
      assert.strictEqual(yield* tag(Invites.resolve(code, false)), "UnknownInvite")
      assert.strictEqual(yield* tag(WorldEdits.get(Sample.invite(code))), "UnknownInvite")
      yield* seconds(1_000_000)
      assert.include(yield* Invites.resolve(lasting.code, false), { expires_at: null })
    })
  )

  test(
    "leads into the guild, has a use less for each who joins, and goes with the last",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { code } = yield* create(bot, { max_uses: 2, role_ids: [MODERATOR] })
      const member = { code, new_member: false }
      assert.include(yield* Joining.accept(ALICE, code), member)
      let before = (yield* events).length
      assert.include(yield* Joining.accept(CAROL, code), { code, new_member: true })
      assert.deepStrictEqual(yield* since(before), ["invite.updated", "member.created"])
      assert.deepInclude(yield* WorldEdits.get(Sample.member(CAROL)), {
        roles: [MODERATOR],
        joined_at: "2026-01-01T00:00:00.000Z"
      })
      const [listed] = yield* Invites.listOfGuild(bot)
      assert.propertyVal(listed, "uses", 1)
      before = (yield* events).length
      yield* Joining.leave(CAROL, HARBOUR)
      yield* Joining.accept(CAROL, code)
      assert.deepStrictEqual(yield* since(before), ["member.deleted", "invite.deleted", "member.created"])
      assert.strictEqual(yield* tag(Joining.accept(ALICE, code)), "UnknownInvite")
    })
  )

  test(
    "admits nobody who is banned, unknown, or not meant; the owner does not leave",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { code } = yield* create(bot, {}, `Users\r\n${BOB}\r\n`)
      assert.strictEqual(yield* tag(Joining.accept(CAROL, code)), "UnknownInvite")
      yield* InviteTargets.replace(bot.application, code, `${CAROL}\n${CAROL}\n`)
      assert.strictEqual(yield* InviteTargets.read(bot.application, code), `user_id\n${CAROL}\n`)
      assert.include(yield* InviteTargets.status(bot.application, code), { status: 2, total_users: 1 })
      for (const file of ["user_id\nx\n", NOBODY, `${CAROL}\n`.repeat(1_010), undefined])
        assert.strictEqual(yield* tag(InviteTargets.replace(bot.application, code, file)), "InvalidForm")
      yield* WorldEdits.put(Sample.ban(CAROL), {})
      assert.strictEqual(yield* tag(Joining.accept(CAROL, code)), "UserBanned")
      assert.strictEqual(yield* tag(Joining.accept(NOBODY, code)), "UnknownUser")
      assert.strictEqual(yield* tag(Joining.leave(CAROL, HARBOUR)), "UnknownMember")
      assert.strictEqual(yield* tag(Joining.leave(BOB, HARBOUR)), "InvalidForm")
    })
  )

  test(
    "are for nobody else once the bot that made them is no member",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { code } = yield* create(bot, {}, `Users\r\n${BOB}\r\n`)
      yield* WorldEdits.remove(Sample.install())
      assert.strictEqual(yield* tag(InviteTargets.read(bot.application, code)), "MissingAccess")
      assert.strictEqual(yield* tag(InviteTargets.status(bot.application, code)), "MissingAccess")
      assert.strictEqual(yield* tag(InviteTargets.replace(bot.application, code, `${CAROL}\n`)), "MissingAccess")
      assert.strictEqual(yield* tag(Joining.accept(CAROL, code)), "UnknownInvite")
    })
  )

  test(
    "are 1000 in a guild",
    Effect.gen(function* () {
      const bot = yield* settle()
      const invites = Array.from({ length: 1_000 }, (_, i) => ({
        code: `Harbr${String(i).padStart(3, "0")}`,
        channel_id: GENERAL
      }))
      yield* WorldEdits.patch(Sample.guild(), { invites })
      assert.strictEqual(yield* tag(create(bot)), "TooManyInvites")
    })
  )

  test(
    "may be a vanity URL of a guild, which counts its uses",
    Effect.gen(function* () {
      const bot = yield* settle()
      assert.strictEqual(yield* tag(VanityUrls.get(bot)), "NoVanityUrl")
      yield* WorldEdits.patch(Sample.guild(), { features: ["VANITY_URL"] })
      assert.deepStrictEqual(yield* VanityUrls.get(bot), { code: null, uses: 0 })
      yield* WorldEdits.patch(Sample.guild(), { vanity_url_code: "Our-Harbour" })
      const taken = yield* Effect.flip(WorldEdits.patch(Sample.guild(QUAY), { vanity_url_code: "our-harbour" }))
      assert.deepNestedInclude(taken, { "faults[0].code": "DUPLICATE_ENTRY" })
      assert.include(yield* Invites.resolve("our-harbour", false), { code: "Our-Harbour", expires_at: null })
      assert.include(yield* Joining.accept(CAROL, "our-harbour"), { new_member: true })
      assert.deepStrictEqual(yield* VanityUrls.get(bot), { code: "Our-Harbour", uses: 1 })
      assert.strictEqual(yield* tag(Invites.revoke(bot.application, "our-harbour")), "UnknownInvite")
    })
  )
})
