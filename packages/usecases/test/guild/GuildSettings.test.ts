/** What a guild says of itself, as bots and the control plane edit it. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import * as Channels from "../../src/guild/Channels.ts"
import * as Guilds from "../../src/guild/Guilds.ts"
import * as Joining from "../../src/guild/Joining.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { permitted } from "../fixture/Permitted.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { GENERAL, HARBOUR, HIDDEN, PET_SHOP, PIXEL } = Play
const VOICE = "200000000000000029"

const settle = Effect.fnUntraced(function* (...permissions: ReadonlyArray<string>) {
  const bot = yield* permitted(...permissions)
  yield* WorldEdits.put(Sample.channel(VOICE), { name: "voice", type: 2 })
  return bot
})

const placesOf = <A, R>(call: Effect.Effect<A, object, R>) =>
  Effect.map(Effect.flip(call), (error) =>
    "faults" in error && Array.isArray(error.faults) ? error.faults.map(({ path }) => path.join(".")) : []
  )

const NUMBERS = {
  verification_level: 2,
  default_message_notifications: 1,
  explicit_content_filter: 2,
  afk_timeout: 900,
  system_channel_flags: 3,
  premium_progress_bar_enabled: true,
  description: "All boats",
  region: "singapore"
}
const CHANNELS = {
  afk_channel_id: VOICE,
  system_channel_id: GENERAL,
  rules_channel_id: GENERAL,
  public_updates_channel_id: HIDDEN,
  safety_alerts_channel_id: HIDDEN
}

describeOnEachStore("settings of a guild", (test) => {
  test(
    "are kept, shown, told of, and in the audit log before and after",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD", "VIEW_AUDIT_LOG")
      const asBot = AuditLog.changedBy({ user_id: PET_SHOP, reason: "spring" })
      const before = (yield* events).length
      const edited = yield* asBot(Guilds.edit(bot, { ...NUMBERS, ...CHANNELS, icon: PIXEL }))
      assert.deepInclude(edited, { ...NUMBERS, ...CHANNELS })
      assert.deepStrictEqual(yield* Guilds.get(bot, false), edited)
      const told = (yield* events).slice(before)
      assert.deepStrictEqual(
        told.map(({ type }) => type),
        ["guild.updated", "audit_log_entry.created"]
      )
      yield* asBot(Guilds.edit(bot, { afk_timeout: null, icon: null }))
      const page = { limit: 1, before: undefined, after: undefined, user_id: undefined, target_id: undefined }
      const { audit_log_entries } = yield* AuditLog.list(bot, { ...page, action_type: AuditAction.GUILD_UPDATE })
      assert.deepNestedInclude(audit_log_entries[0], {
        reason: "spring",
        changes: [
          { key: "icon_hash", old_value: edited.icon },
          { key: "afk_timeout", old_value: 900 }
        ]
      })
    })
  )

  test(
    "are refused where they are wrong",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const wrong = {
        ...{ afk_channel_id: GENERAL, system_channel_id: VOICE, rules_channel_id: Play.THREAD, afk_timeout: 5 },
        ...{ verification_level: 9, region: "moon", icon: "no", features: ["PARTNERED"], description: "x".repeat(301) }
      }
      assert.sameMembers(yield* placesOf(Guilds.edit(bot, wrong)), [
        ...["afk_channel_id", "system_channel_id", "rules_channel_id", "afk_timeout", "verification_level", "region"],
        ...["icon", "features.0", "description"]
      ])
    })
  )

  test(
    "need rights: MANAGE_GUILD, ADMINISTRATOR for COMMUNITY, boosts for a banner, and the owner for another owner",
    Effect.gen(function* () {
      const nobody = yield* settle()
      assert.strictEqual(yield* outcome(Guilds.edit(nobody, { afk_timeout: 60 })), "MissingPermissions")
      const bot = yield* settle("MANAGE_GUILD")
      const community = { features: ["COMMUNITY"], ...CHANNELS }
      assert.strictEqual(yield* outcome(Guilds.edit(bot, community)), "MissingPermissions")
      assert.strictEqual(yield* outcome(Guilds.edit(bot, { features: ["INVITES_DISABLED"] })), "done")
      assert.strictEqual(yield* outcome(Guilds.edit(bot, { owner_id: Play.ALICE })), "MissingPermissions")
      assert.strictEqual(yield* outcome(Guilds.edit(bot, { banner: PIXEL })), "TooFewBoosts")
      yield* WorldEdits.patch(Sample.guild(), { premium_tier: 2 })
      assert.strictEqual(yield* outcome(Guilds.edit(bot, { banner: PIXEL })), "done")
      const administrator = yield* settle("ADMINISTRATOR")
      assert.strictEqual(yield* outcome(Guilds.edit(administrator, community)), "done")
    })
  )

  test(
    "name no channel that is gone; COMMUNITY keeps its channels",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const asBot = AuditLog.changedBy({ user_id: PET_SHOP })
      yield* Guilds.edit(bot, { features: ["COMMUNITY"], ...CHANNELS })
      const hidden = { application: bot.application, channel_id: HIDDEN }
      assert.strictEqual(yield* outcome(Channels.remove(hidden)), "CommunityChannel")
      assert.deepStrictEqual(yield* placesOf(WorldEdits.remove(Sample.channel(HIDDEN))), [""])
      assert.deepStrictEqual(yield* placesOf(WorldEdits.patch(Sample.channel(VOICE), { type: 13 })), ["type"])
      yield* Guilds.edit(bot, { features: [] })
      const before = (yield* events).length
      yield* asBot(Channels.remove(hidden))
      const told = (yield* events).slice(before).map(({ type }) => type)
      assert.include(told, "guild.updated")
      assert.strictEqual(told.filter((type) => type === "audit_log_entry.created").length, 1)
      const gone = { public_updates_channel_id: null, safety_alerts_channel_id: null, rules_channel_id: GENERAL }
      assert.deepInclude(yield* Guilds.get(bot, false), gone)
    })
  )
})

describeOnEachStore("the message about who joins", (test) => {
  const joins = Effect.fnUntraced(function* (from: number) {
    const told = (yield* events).slice(from)
    return told.flatMap(({ type, data }) => {
      if (type !== "message.created") return []
      const { message } = (data as { readonly record: MessageRecord }).record
      return [`${message.type} ${message.author.id}`]
    })
  })

  test(
    "stands in the system channel, by whatever way somebody comes, a bot too",
    Effect.gen(function* () {
      yield* settle()
      const code = "Harbour1"
      yield* WorldEdits.put(Sample.invite(code), { channel_id: GENERAL })
      yield* WorldEdits.patch(Sample.guild(), { system_channel_id: GENERAL, vanity_url_code: "harbour" })
      const from = (yield* events).length
      yield* WorldEdits.put(Sample.member(Play.CAROL), {})
      yield* WorldEdits.put(Sample.member(Play.CAROL), { nick: "Caz" })
      yield* WorldEdits.remove(Sample.member(Play.CAROL))
      yield* Joining.accept(Play.CAROL, code)
      yield* Joining.leave(Play.CAROL, HARBOUR)
      yield* Joining.accept(Play.CAROL, "harbour")
      yield* WorldEdits.remove(Sample.install(Play.WEATHER))
      yield* WorldEdits.put(Sample.install(Play.WEATHER), { scopes: ["bot"] })
      const [carol, bot] = [`7 ${Play.CAROL}`, `7 ${Play.WEATHER_BOT}`]
      assert.deepStrictEqual(yield* joins(from), [carol, carol, carol, bot])
      const types = (yield* events).slice(from).map(({ type }) => type)
      assert.isBelow(types.indexOf("member.created"), types.indexOf("message.created"))
    })
  )

  test(
    "is left out without the channel, with the flag, and once the channel is gone",
    Effect.gen(function* () {
      yield* settle()
      const from = (yield* events).length
      const comes = Effect.gen(function* () {
        yield* WorldEdits.put(Sample.member(Play.CAROL), {})
        yield* WorldEdits.remove(Sample.member(Play.CAROL))
      })
      yield* comes
      yield* WorldEdits.patch(Sample.guild(), { system_channel_id: HIDDEN, system_channel_flags: 1 })
      yield* comes
      yield* WorldEdits.patch(Sample.guild(), { system_channel_flags: 0 })
      yield* WorldEdits.remove(Sample.channel(HIDDEN))
      yield* comes
      assert.deepStrictEqual(yield* joins(from), [])
    })
  )
})
