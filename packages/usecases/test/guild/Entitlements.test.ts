/** SKUs, entitlements and subscriptions: over REST, bought by people, and what the clock does to them. */

import type { FileElement } from "@backlot/domain/element/WorldTarget"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { activeFor } from "../../src/access/HeldEntitlements.ts"
import * as Time from "../../src/event/Time.ts"
import * as Entitlements from "../../src/guild/Entitlements.ts"
import * as Subscriptions from "../../src/guild/Subscriptions.ts"
import * as ComingDeadlines from "../../src/inspect/ComingDeadlines.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import { inTransaction } from "../../src/store/Transact.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events, WALL_MS } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, HARBOUR, PET_SHOP, WEATHER } = Play

const DAY_MS = 86_400_000
const { GOLD, BONE, LEASH, GROUP, CREW } = Sample.SKUS

const settle = Effect.fnUntraced(function* () {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.application(), { skus: Sample.SOLD })
  return yield* Play.applicationOf(PET_SHOP)
})

const ASKED = {
  limit: 100,
  before: undefined,
  after: undefined,
  user_id: undefined,
  guild_id: undefined,
  sku_ids: [],
  exclude_ended: false,
  exclude_deleted: true,
  only_active: false
}

const sale = (sku_id: string, more: object = {}) => ({ application_id: PET_SHOP, sku_id, ...more })

const days = (n: number) =>
  Effect.andThen(
    Time.change({ advance_ms: n * DAY_MS }),
    Effect.flatMap(Deadlines, ({ runDue }) => runDue)
  )

const since = (before: number) => Effect.map(events, (all) => all.slice(before).map(({ type }) => type))

const idsOf = (all: ReadonlyArray<{ readonly id: string }>) => all.map(({ id }) => id)

const activeIn = (user: string, guild: string | undefined, now: number) =>
  Effect.map(
    Effect.flatMap(Play.applicationOf(PET_SHOP), (application) =>
      inTransaction(() => activeFor(application, user, guild, now))
    ),
    (all) => all.map(({ sku_id }) => sku_id)
  )

describeOnEachStore("an entitlement", (test) => {
  test(
    "is made for a test, of a user or a guild, and is deleted",
    Effect.gen(function* () {
      const application = yield* settle()
      const made = yield* Entitlements.create(application, { sku_id: GOLD, owner_id: ALICE, owner_type: 2 })
      assert.deepInclude(made, { sku_id: GOLD, user_id: ALICE, application_id: PET_SHOP, type: 8, ends_at: null })
      assert.notProperty(made, "guild_id")
      const ofGuild = yield* Entitlements.create(application, { sku_id: GOLD, owner_id: HARBOUR, owner_type: 1 })
      assert.deepInclude(ofGuild, { guild_id: HARBOUR, user_id: application.owner_id })
      assert.deepStrictEqual(idsOf(yield* Entitlements.list(application, ASKED)), [ofGuild.id, made.id])
      yield* Entitlements.remove(application, made.id)
      assert.strictEqual(yield* tag(Entitlements.get(application, made.id)), "UnknownEntitlement")
      assert.strictEqual(yield* tag(Entitlements.remove(application, made.id)), "UnknownEntitlement")
      const other = yield* Play.applicationOf(WEATHER)
      assert.strictEqual(yield* tag(Entitlements.get(other, ofGuild.id)), "UnknownEntitlement")
    })
  )

  test(
    "needs an SKU of the application, and an owner who exists",
    Effect.gen(function* () {
      const application = yield* settle()
      const tags = yield* Effect.forEach(
        [
          { sku_id: "5", owner_id: ALICE, owner_type: 2 },
          { sku_id: GOLD, owner_id: "5", owner_type: 2 },
          { sku_id: GOLD, owner_id: ALICE, owner_type: 1 },
          { sku_id: GOLD, owner_id: ALICE, owner_type: 3 },
          {}
        ],
        (body) => tag(Entitlements.create(application, body))
      )
      assert.deepStrictEqual(tags, ["UnknownSku", "UnknownUser", "UnknownGuild", "InvalidForm", "InvalidForm"])
      assert.strictEqual(
        yield* tag(WorldEdits.put(Sample.entitlement(), { sku_id: "5", user_id: ALICE })),
        "InvalidForm"
      )
      // An SKU that somebody has stays.
      yield* WorldEdits.put(Sample.entitlement(), { sku_id: GOLD, user_id: ALICE })
      assert.strictEqual(yield* tag(WorldEdits.patch(Sample.application(), { skus: [] })), "InvalidForm")
    })
  )

  test(
    "says when it was given out, by whom, and the country of its subscription, where the world says so",
    Effect.gen(function* () {
      const application = yield* settle()
      const said = { fulfilled_at: "2026-01-02T00:00:00Z", gifter_user_id: BOB }
      const period = { current_period_start: "2026-01-01T00:00:00Z", current_period_end: "2026-01-31T00:00:00Z" }
      const put = (country: string, id: string) =>
        WorldEdits.put(Sample.entitlement("11"), {
          ...{ sku_id: GOLD, user_id: ALICE, ...said },
          subscription: { id, ...period, country }
        })
      assert.strictEqual(yield* tag(put("de", "21")), "InvalidForm")
      yield* put("DE", "21")
      assert.deepInclude(yield* Entitlements.get(application, "11"), {
        fulfilled_at: "2026-01-02T00:00:00.000000+00:00",
        gifter_user_id: BOB
      })
      const { country } = yield* Subscriptions.get(application, GOLD, "21", ALICE)
      assert.strictEqual(country, "DE")
      yield* WorldEdits.put(Sample.entitlement("11"), { sku_id: GOLD, user_id: ALICE })
      assert.doesNotHaveAnyKeys(yield* Entitlements.get(application, "11"), ["fulfilled_at", "gifter_user_id"])
    })
  )

  test(
    "is listed by user, guild, SKU, end, deletion and page",
    Effect.gen(function* () {
      const application = yield* settle()
      const put = (id: string, body: FileElement) => WorldEdits.put(Sample.entitlement(id), body)
      yield* put("11", { sku_id: GOLD, user_id: ALICE })
      yield* put("12", { sku_id: BONE, user_id: BOB, guild_id: HARBOUR, ends_at: "2020-01-01T00:00:00Z" })
      yield* put("13", { sku_id: BONE, user_id: ALICE, deleted: true })
      yield* put("14", { sku_id: BONE, user_id: ALICE, consumed: true })
      const listed = (asked: Partial<Entitlements.Asked>) =>
        Effect.map(Entitlements.list(application, { ...ASKED, ...asked }), idsOf)
      assert.deepStrictEqual(yield* listed({}), ["14", "12", "11"])
      assert.deepStrictEqual(yield* listed({ exclude_deleted: false }), ["14", "13", "12", "11"])
      assert.deepStrictEqual(yield* listed({ exclude_ended: true }), ["14", "11"])
      assert.deepStrictEqual(yield* listed({ user_id: BOB }), ["12"])
      assert.deepStrictEqual(yield* listed({ guild_id: HARBOUR }), ["12"])
      assert.deepStrictEqual(yield* listed({ sku_ids: [BONE] }), ["14", "12"])
      assert.deepStrictEqual(yield* listed({ only_active: true }), ["11"])
      assert.deepStrictEqual(yield* listed({ limit: 1 }), ["14"])
      assert.deepStrictEqual(yield* listed({ before: "14", limit: 1 }), ["12"])
      assert.deepStrictEqual(yield* listed({ after: "11", limit: 1 }), ["12"])
    })
  )

  test(
    "goes with its user, its guild and its application",
    Effect.gen(function* () {
      const application = yield* settle()
      yield* WorldEdits.put(Sample.entitlement("11"), { sku_id: GOLD, user_id: ALICE })
      yield* WorldEdits.put(Sample.entitlement("12"), { sku_id: GOLD, user_id: BOB, guild_id: HARBOUR })
      yield* WorldEdits.remove(Sample.guild())
      assert.deepStrictEqual(idsOf(yield* Entitlements.list(application, ASKED)), ["11"])
      yield* WorldEdits.remove(Sample.application())
      assert.deepStrictEqual((yield* Worlds.read).entitlements, [])
    })
  )
})

describeOnEachStore("a purchase", (test) => {
  test(
    "of a consumable counts until it is consumed, and is made again then",
    Effect.gen(function* () {
      const application = yield* settle()
      const bought = yield* Subscriptions.buy(ALICE, sale(BONE))
      assert.deepInclude(bought, { type: 1, consumed: false, starts_at: null })
      assert.deepStrictEqual(yield* activeIn(ALICE, HARBOUR, WALL_MS), [BONE])
      assert.deepStrictEqual(yield* activeIn(BOB, HARBOUR, WALL_MS), [])
      assert.strictEqual(yield* tag(Subscriptions.buy(ALICE, sale(BONE))), "InvalidForm")
      assert.strictEqual(yield* tag(Entitlements.remove(application, bought.id)), "UnknownEntitlement")
      yield* Entitlements.consume(application, bought.id)
      yield* Entitlements.consume(application, bought.id)
      assert.include(yield* Entitlements.get(application, bought.id), { consumed: true, fulfillment_status: 3 })
      assert.isString((yield* Entitlements.get(application, bought.id)).fulfilled_at)
      const target = Entitlements.targetOf(application.id, "16")
      const reward = { sku_id: BONE, user_id: ALICE, type: 10, deleted: true, fulfillment_status: 2, parent_id: "14" }
      yield* WorldEdits.put(target, reward)
      assert.include(yield* Entitlements.get(application, "16"), { type: 10, fulfillment_status: 2, parent_id: "14" })
      assert.strictEqual(yield* tag(WorldEdits.put(target, { ...reward, type: 9 })), "InvalidForm")
      assert.deepStrictEqual(yield* activeIn(ALICE, HARBOUR, WALL_MS), [])
      const own = { sku_ids: [], exclude_consumed: true }
      assert.deepStrictEqual(yield* Entitlements.listOfUser(application, ALICE, own), [])
      assert.strictEqual(yield* tag(Subscriptions.buy(ALICE, sale(BONE))), "done")
      const leash = yield* Subscriptions.buy(ALICE, sale(LEASH))
      assert.strictEqual(yield* tag(Entitlements.consume(application, leash.id)), "InvalidForm")
    })
  )

  test(
    "is refused for what is not sold, or not to this holder",
    Effect.gen(function* () {
      yield* settle()
      const tags = yield* Effect.forEach(
        [sale("5"), sale(GROUP), sale(GOLD, { guild_id: HARBOUR }), sale(CREW), sale(CREW, { guild_id: "5" }), {}],
        (body) => tag(Subscriptions.buy(ALICE, body))
      )
      assert.deepStrictEqual(tags, [
        "UnknownSku",
        "InvalidForm",
        "InvalidForm",
        "InvalidForm",
        "UnknownGuild",
        "InvalidForm"
      ])
      assert.strictEqual(yield* tag(Subscriptions.buy("5", sale(GOLD))), "UnknownUser")
    })
  )

  test(
    "of a subscription for a guild counts for everybody there, and for nobody elsewhere",
    Effect.gen(function* () {
      yield* settle()
      yield* Subscriptions.buy(ALICE, sale(CREW, { guild_id: HARBOUR }))
      assert.deepStrictEqual(yield* activeIn(BOB, HARBOUR, WALL_MS), [CREW])
      assert.deepStrictEqual(yield* activeIn(ALICE, undefined, WALL_MS), [])
    })
  )
})

describeOnEachStore("a subscription", (test) => {
  test(
    "renews each period, and ends with it when its user lets it end",
    Effect.gen(function* () {
      const application = yield* settle()
      const { id } = yield* Subscriptions.buy(ALICE, sale(GOLD))
      const page = { limit: 50, before: undefined, after: undefined }
      const [first] = yield* Subscriptions.list(application, GOLD, ALICE, page)
      assert.deepInclude(first, {
        user_id: ALICE,
        sku_ids: [GOLD],
        entitlement_ids: [id],
        status: 0,
        canceled_at: null
      })
      assert.deepStrictEqual(yield* Subscriptions.list(application, GOLD, BOB, page), [])
      assert.strictEqual(yield* tag(Subscriptions.get(application, BONE, first?.id ?? "", undefined)), "NotFound")
      assert.strictEqual(yield* tag(Subscriptions.list(application, "5", ALICE, page)), "UnknownSku")
      const { deadlines } = yield* ComingDeadlines.list()
      assert.deepInclude(
        deadlines.find((one) => one.id === id),
        { kind: "subscription_period", due_ms: WALL_MS + 30 * DAY_MS, user_id: ALICE }
      )
      let before = (yield* events).length
      yield* days(31)
      assert.deepStrictEqual(
        (yield* since(before)).filter((type) => type.startsWith("entitlement")),
        ["entitlement.updated"]
      )
      const found = yield* Subscriptions.get(application, GOLD, first?.id ?? "", ALICE)
      assert.strictEqual(found.current_period_start, first?.current_period_end)
      assert.include(yield* Subscriptions.cancel(ALICE, sale(GOLD)), { status: 2, renewal_sku_ids: null })
      assert.strictEqual(yield* tag(Subscriptions.cancel(ALICE, sale(GOLD))), "UnknownEntitlement")
      // Through a file, too.
      yield* Effect.flatMap(Play.throughFile(yield* Worlds.read), Worlds.replace)
      assert.include(yield* Entitlements.get(application, id), { ends_at: null })
      before = (yield* events).length
      yield* days(30)
      assert.include(yield* Subscriptions.get(application, GOLD, found.id, ALICE), { status: 1 })
      assert.include(yield* Entitlements.get(application, id), { ends_at: found.current_period_end })
      assert.strictEqual((yield* since(before)).filter((type) => type === "entitlement.updated").length, 1)
      yield* days(100)
      assert.include(yield* Subscriptions.get(application, GOLD, found.id, ALICE), { status: 1 })
      assert.strictEqual(yield* tag(Subscriptions.buy(ALICE, sale(GOLD))), "done")
    })
  )

  test(
    "renews once when the clock jumps over periods",
    Effect.gen(function* () {
      const application = yield* settle()
      const { id } = yield* Subscriptions.buy(ALICE, sale(GOLD))
      const before = (yield* events).length
      yield* days(100)
      assert.strictEqual((yield* since(before)).filter((type) => type === "entitlement.updated").length, 1)
      const [found] = yield* Subscriptions.list(application, GOLD, ALICE, {
        limit: 1,
        before: undefined,
        after: undefined
      })
      assert.deepInclude(found, { entitlement_ids: [id], status: 0 })
      assert.strictEqual(Date.parse(found?.current_period_start ?? ""), WALL_MS + 90 * DAY_MS)
    })
  )
})
