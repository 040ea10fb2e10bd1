/** Scheduled events and stages over REST, what the clock does with them, and who is interested. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as Time from "../../src/event/Time.ts"
import * as Invites from "../../src/guild/Invites.ts"
import * as ComingDeadlines from "../../src/inspect/ComingDeadlines.ts"
import * as EventUsers from "../../src/scheduled-event/EventUsers.ts"
import * as ScheduledEvents from "../../src/scheduled-event/ScheduledEvents.ts"
import * as StageInstances from "../../src/scheduled-event/StageInstances.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events, WALL_MS } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, PET_SHOP } = Play
const { STAGE, VOICE } = Sample

const ALL = ["VIEW_CHANNEL", "CREATE_EVENTS", "CONNECT", "MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"]

const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ALL) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL"] })
  yield* WorldEdits.patch(Sample.install(), { permissions })
  yield* WorldEdits.put(Sample.channel(STAGE), { name: "stage", type: 13 })
  yield* WorldEdits.put(Sample.channel(VOICE), { name: "voice", type: 2 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const at = (minutes: number) => new Date(WALL_MS + minutes * 60_000).toISOString()

const external = () => ({
  name: "Regatta",
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: "The quay" },
  scheduled_start_time: at(60),
  scheduled_end_time: at(120)
})

const onStage = () => ({
  name: "Song",
  privacy_level: 2,
  entity_type: 1,
  channel_id: STAGE,
  scheduled_start_time: at(60)
})

/** The faults of a refused body: path and code. */
const faults = <A, R>(call: Effect.Effect<A, object, R>) =>
  Effect.map(Effect.flip(call), (error) => {
    const { faults: all = [] } = error as {
      readonly faults?: ReadonlyArray<{ readonly path: ReadonlyArray<unknown>; readonly code: string }>
    }
    return all.map(({ path, code }) => `${path.join(".")} ${code}`)
  })

const minutes = (n: number) =>
  Effect.andThen(
    Time.change({ advance_ms: n * 60_000 }),
    Effect.flatMap(Deadlines, ({ runDue }) => runDue)
  )

const statusOf = (bot: BotOfGuild, id: string) =>
  Effect.map(ScheduledEvents.get(bot, id, false), ({ status }) => status)

describeOnEachStore("a scheduled event", (test) => {
  test(
    "elsewhere begins and ends by the clock",
    Effect.gen(function* () {
      const bot = yield* settle()
      const made = yield* ScheduledEvents.create(bot, external())
      assert.deepInclude(made, {
        status: 1,
        channel_id: null,
        creator_id: PET_SHOP,
        entity_id: null,
        entity_metadata: { location: "The quay" },
        recurrence_rule: null
      })
      assert.deepNestedInclude(made, { "creator.id": PET_SHOP })
      const coming = (yield* ComingDeadlines.list()).deadlines.filter(({ kind }) => kind === "scheduled_event_due")
      assert.deepInclude(coming[0], { id: made.id, what: "the scheduled event begins", due_ms: WALL_MS + 3_600_000 })
      yield* minutes(61)
      assert.strictEqual(yield* statusOf(bot, made.id), 2)
      yield* minutes(60)
      assert.strictEqual(yield* statusOf(bot, made.id), 3)
      assert.lengthOf(yield* ScheduledEvents.list(bot, true), 0)
      assert.strictEqual(yield* tag(ScheduledEvents.edit(bot, made.id, { name: "Later" })), "EventFinished")
    })
  )

  test(
    "in a stage that nobody starts is canceled",
    Effect.gen(function* () {
      const bot = yield* settle()
      const made = yield* ScheduledEvents.create(bot, onStage())
      yield* minutes(60 + 179)
      assert.strictEqual(yield* statusOf(bot, made.id), 1)
      yield* minutes(2)
      assert.strictEqual(yield* statusOf(bot, made.id), 4)
    })
  )

  test(
    "that recurs is scheduled again when it ends, without a canceled occurrence",
    Effect.gen(function* () {
      const bot = yield* settle()
      const start = at(60)
      const rule = { start, frequency: 3, interval: 1 }
      const made = yield* ScheduledEvents.create(bot, { ...external(), recurrence_rule: rule })
      const day = 24 * 60
      const exception = yield* EventUsers.createException(bot, made.id, {
        original_scheduled_start_time: at(60 + day),
        is_canceled: true
      })
      assert.include(exception, { event_id: made.id, is_canceled: true, scheduled_start_time: null })
      const bad = EventUsers.createException(bot, made.id, { original_scheduled_start_time: at(61 + day) })
      assert.deepStrictEqual(yield* faults(bad), [
        "original_scheduled_start_time GUILD_SCHEDULED_EVENT_EXCEPTION_INVALID"
      ])
      yield* minutes(121)
      const again = yield* ScheduledEvents.get(bot, made.id, false)
      assert.strictEqual(again.status, 1)
      assert.strictEqual(Date.parse(again.scheduled_start_time ?? ""), WALL_MS + (60 + 2 * day) * 60_000)
      assert.strictEqual(Date.parse(again.scheduled_end_time ?? ""), WALL_MS + (120 + 2 * day) * 60_000)
      assert.lengthOf(again.guild_scheduled_event_exceptions, 1)
      const moved = { scheduled_start_time: at(90 + 2 * day), scheduled_end_time: at(100 + 2 * day) }
      const next = { original_scheduled_start_time: at(60 + 2 * day), ...moved }
      yield* EventUsers.createException(bot, made.id, next)
      assert.deepStrictEqual(yield* faults(EventUsers.createException(bot, made.id, next)), [
        "original_scheduled_start_time GUILD_SCHEDULED_EVENT_EXCEPTION_DUPLICATE"
      ])
      const named = { event_id: made.id, exception_id: exception.event_exception_id }
      assert.include(yield* EventUsers.editException(bot, named, { is_canceled: null }), { is_canceled: false })
      yield* EventUsers.deleteException(bot, named)
      assert.strictEqual(yield* tag(EventUsers.deleteException(bot, named)), "UnknownScheduledEvent")
      // It begins half an hour later than usual.
      yield* minutes(2 * day - 121 + 89)
      assert.strictEqual(yield* statusOf(bot, made.id), 1)
      yield* minutes(2)
      assert.strictEqual(yield* statusOf(bot, made.id), 2)
    })
  )

  test(
    "in a stage makes that live, and ends with it",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { id } = yield* ScheduledEvents.create(bot, onStage())
      const address = { application: bot.application, channel_id: STAGE }
      assert.strictEqual(yield* tag(StageInstances.get(address)), "UnknownStageInstance")
      const begun = yield* ScheduledEvents.edit(bot, id, { status: 2 })
      const stage = yield* StageInstances.get(address)
      assert.include(stage, { topic: "Song", guild_scheduled_event_id: id, channel_id: STAGE })
      assert.include(begun, { status: 2, entity_id: stage.id })
      const again = StageInstances.create(bot.application, { channel_id: STAGE, topic: "Tides" })
      assert.strictEqual(yield* tag(again), "StageAlreadyOpen")
      assert.include(yield* StageInstances.edit(address, { topic: "Ebb" }), { topic: "Ebb" })
      yield* StageInstances.remove(address)
      assert.strictEqual(yield* statusOf(bot, id), 3)
      const { id: second } = yield* ScheduledEvents.create(bot, onStage())
      yield* StageInstances.create(bot.application, {
        channel_id: STAGE,
        topic: "Tides",
        guild_scheduled_event_id: second
      })
      assert.strictEqual(yield* statusOf(bot, second), 2)
      yield* ScheduledEvents.edit(bot, second, { status: 3 })
      assert.strictEqual(yield* tag(StageInstances.get(address)), "UnknownStageInstance")
      const over = { channel_id: STAGE, topic: "Tides", guild_scheduled_event_id: second }
      assert.deepStrictEqual(yield* faults(StageInstances.create(bot.application, over)), [
        "guild_scheduled_event_id UNKNOWN_REFERENCE"
      ])
    })
  )

  test(
    "changes its status in the order of the platform alone",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { id } = yield* ScheduledEvents.create(bot, external())
      const refused = (status: number) => faults(ScheduledEvents.edit(bot, id, { status }))
      const wrong = ["status GUILD_SCHEDULED_EVENT_INVALID_STATUS_TRANSITION"]
      assert.deepStrictEqual(yield* refused(3), wrong)
      assert.strictEqual((yield* ScheduledEvents.edit(bot, id, { status: 2 })).status, 2)
      assert.deepStrictEqual(yield* refused(1), wrong)
      assert.deepStrictEqual(yield* refused(4), wrong)
      assert.strictEqual((yield* ScheduledEvents.edit(bot, id, { status: 3 })).status, 3)
      const { id: other } = yield* ScheduledEvents.create(bot, external())
      assert.strictEqual((yield* ScheduledEvents.edit(bot, other, { status: 4 })).status, 4)
    })
  )

  test(
    "has the fields of its type",
    Effect.gen(function* () {
      const bot = yield* settle()
      const refused = (body: object) => faults(ScheduledEvents.create(bot, body))
      assert.deepStrictEqual(yield* refused({}), [
        "privacy_level BASE_TYPE_REQUIRED",
        "name BASE_TYPE_REQUIRED",
        "entity_type BASE_TYPE_REQUIRED",
        "scheduled_start_time BASE_TYPE_REQUIRED"
      ])
      const { entity_metadata: _, scheduled_end_time: __, ...bare } = external()
      assert.deepStrictEqual(yield* refused(bare), [
        "entity_metadata.location BASE_TYPE_REQUIRED",
        "scheduled_end_time BASE_TYPE_REQUIRED"
      ])
      assert.deepStrictEqual(yield* refused({ ...external(), channel_id: STAGE }), ["channel_id WRONG_CHANNEL"])
      assert.deepStrictEqual(yield* refused({ ...onStage(), channel_id: VOICE }), ["channel_id WRONG_CHANNEL"])
      assert.deepStrictEqual(yield* refused({ ...external(), scheduled_start_time: at(-5) }), [
        "scheduled_start_time GUILD_SCHEDULED_EVENT_SCHEDULE_PAST"
      ])
      assert.deepStrictEqual(yield* refused({ ...external(), image: "cat.png", privacy_level: 1 }), [
        "image IMAGE_INVALID",
        "privacy_level BASE_TYPE_CHOICES"
      ])
      const { id } = yield* ScheduledEvents.create(bot, external())
      const moved = { entity_type: 2, channel_id: VOICE, scheduled_end_time: null }
      assert.include(yield* ScheduledEvents.edit(bot, id, moved), { channel_id: VOICE, entity_metadata: null })
    })
  )

  test(
    "needs rights, those of its channel too, and is unknown to who may not view that",
    Effect.gen(function* () {
      const bot = yield* settle()
      const own = yield* ScheduledEvents.create(bot, onStage())
      yield* WorldEdits.put(Sample.scheduledEvent(), Sample.REGATTA)
      const denied = ScheduledEvents.edit(bot, "900000000000000003", { name: "Race" })
      assert.strictEqual(yield* tag(denied), "MissingPermissions")
      const grant = (...permissions: ReadonlyArray<string>) => WorldEdits.patch(Sample.install(), { permissions })
      yield* grant("VIEW_CHANNEL", "MANAGE_EVENTS")
      assert.include(yield* ScheduledEvents.edit(bot, "900000000000000003", { name: "Race" }), { name: "Race" })
      assert.strictEqual(yield* tag(ScheduledEvents.create(bot, external())), "MissingPermissions")
      assert.strictEqual(yield* tag(ScheduledEvents.edit(bot, own.id, { name: "Race" })), "MissingPermissions")
      yield* grant("VIEW_CHANNEL", "CREATE_EVENTS")
      assert.strictEqual(yield* tag(ScheduledEvents.create(bot, onStage())), "MissingPermissions")
      assert.strictEqual(
        yield* tag(StageInstances.create(bot.application, { channel_id: STAGE })),
        "MissingPermissions"
      )
      const hidden = { permission_overwrites: [{ id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }] }
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: "0" })
      yield* grant("CREATE_EVENTS")
      yield* WorldEdits.patch(Sample.channel(STAGE), hidden)
      assert.strictEqual(yield* tag(ScheduledEvents.get(bot, own.id, false)), "UnknownScheduledEvent")
      assert.lengthOf(yield* ScheduledEvents.list(bot, false), 1)
    })
  )

  test(
    "is shown with an invite, if it is one of the guild and its channel is for everyone",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { id } = yield* ScheduledEvents.create(bot, external())
      yield* WorldEdits.put(Sample.invite(), { channel_id: GENERAL })
      const seen = yield* Invites.resolve("Harbour1", false, id)
      assert.deepNestedInclude(seen, { "guild_scheduled_event.id": id, "guild_scheduled_event.user_count": 0 })
      assert.notProperty(yield* Invites.resolve("Harbour1", false, "5"), "guild_scheduled_event")
      const { id: song } = yield* ScheduledEvents.create(bot, onStage())
      assert.property(yield* Invites.resolve("Harbour1", false, song), "guild_scheduled_event")
      const hidden = { permission_overwrites: [{ id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }] }
      yield* WorldEdits.patch(Sample.channel(STAGE), hidden)
      assert.notProperty(yield* Invites.resolve("Harbour1", false, song), "guild_scheduled_event")
    })
  )

  test(
    "has people who are interested, once each",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { id } = yield* ScheduledEvents.create(bot, external())
      yield* WorldEdits.put(Sample.member(CAROL), {})
      const mark = (user_id: string, interested = true) =>
        EventUsers.setInterest({ user_id, guild_id: HARBOUR }, { event_id: id }, interested)
      for (const user of [CAROL, ALICE, ALICE, BOB]) yield* mark(user)
      const list = (page: object, with_member = false) =>
        EventUsers.list(
          bot,
          { event_id: id },
          { limit: 100, before: undefined, after: undefined, with_member, ...page }
        )
      const ids = (page: object) => Effect.map(list(page), (all) => all.map(({ user_id }) => user_id))
      const [low = "", middle = "", high = ""] = [ALICE, BOB, CAROL].toSorted()
      assert.deepStrictEqual(yield* ids({}), [low, middle, high])
      assert.deepStrictEqual(yield* ids({ limit: 1, before: high }), [middle])
      assert.deepStrictEqual(yield* ids({ limit: 1, after: low }), [middle])
      const [first] = yield* list({}, true)
      assert.deepNestedInclude(first, { response: 1, guild_scheduled_event_id: id, "member.user.id": low })
      assert.deepInclude(yield* ScheduledEvents.get(bot, id, true), { user_count: 3 })
      assert.notProperty(yield* ScheduledEvents.get(bot, id, false), "user_count")
      const before = (yield* events).length
      yield* mark(BOB, false)
      yield* mark(BOB, false)
      yield* WorldEdits.remove(Sample.member(CAROL))
      const told = (yield* events).slice(before).filter(({ type }) => type === "scheduled_event.updated")
      assert.deepNestedInclude(told[0]?.data, { changed: false, "users_removed[0]": BOB })
      assert.deepStrictEqual(yield* ids({}), [ALICE])
      assert.deepInclude(yield* EventUsers.count(bot, id, []), { guild_scheduled_event_count: 1 })
      assert.strictEqual(yield* tag(mark(CAROL)), "UnknownMember")
      yield* ScheduledEvents.edit(bot, id, { status: 4 })
      assert.strictEqual(yield* tag(mark(BOB)), "EventFinished")
    })
  )

  test(
    "is one of a hundred that are to come, and of two hundred with those that are over",
    Effect.gen(function* () {
      const bot = yield* settle()
      const all = Array.from({ length: 200 }, (_, i) => ({
        ...Sample.REGATTA,
        id: String(910_000_000_000_000_000n + BigInt(i)),
        status: i < 100 ? 3 : 1
      }))
      yield* WorldEdits.patch(Sample.guild(), { scheduled_events: all })
      assert.strictEqual(yield* tag(ScheduledEvents.create(bot, external())), "TooManyScheduledEvents")
      yield* WorldEdits.remove(Sample.scheduledEvent("910000000000000150"))
      yield* ScheduledEvents.create(bot, external())
      yield* WorldEdits.patch(Sample.scheduledEvent("910000000000000151"), { status: 4 })
      yield* ScheduledEvents.create(bot, external())
      const gone = ScheduledEvents.get(bot, "910000000000000000", false)
      assert.strictEqual(yield* tag(gone), "UnknownScheduledEvent")
    })
  )
})
