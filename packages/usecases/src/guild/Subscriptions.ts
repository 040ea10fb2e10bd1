/**
 * Users buy what an application sells, and let subscriptions end; subscriptions renew or end by the clock; the
 * subscriptions of an SKU over REST. Source: the platform's documentation of subscriptions.
 */

import { purchaseBody } from "@backlot/domain/application/PremiumBody"
import { entitlementObject, isEnded, isSubscribed, subscriptionObject } from "@backlot/domain/application/PremiumWire"
import { formatTime, parseTime } from "@backlot/domain/base/IsoTime"
import { premium as limits } from "@backlot/domain/base/PremiumLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import {
  InvalidForm,
  NotFound,
  UnknownApplication,
  UnknownEntitlement,
  UnknownGuild,
  UnknownUser
} from "@backlot/domain/error/ServiceError"
import type { Application, Entitlement, Sku } from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import { Ids } from "@backlot/ports/Ids"
import type { Secrets } from "@backlot/ports/Secrets"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { commit, type EventLog } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import type { Handler } from "../store/Deadlines.ts"
import { PERIOD_KIND, type Period } from "../store/KeptEntitlements.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { pageOf, requireRoom, soldBy, targetOf } from "./Entitlements.ts"

/** The newest first. */
export const list = operation(
  "Subscriptions.list",
  (application: Application, skuId: Snowflake, userId: Snowflake | undefined, page: Page) =>
    inTransaction(function* () {
      yield* soldBy(application, skuId)
      const found = (yield* ofSku(application, skuId)).filter((one) => userId === undefined || one.user_id === userId)
      return pageOf(found, page, ({ subscription }) => subscription.id).map(subscriptionObject)
    })
)

export const get = operation(
  "Subscriptions.get",
  (application: Application, skuId: Snowflake, subscriptionId: Snowflake, userId: Snowflake | undefined) =>
    inTransaction(function* () {
      yield* soldBy(application, skuId)
      const found = (yield* ofSku(application, skuId)).find(({ subscription }) => subscription.id === subscriptionId)
      if (found === undefined || (userId !== undefined && found.user_id !== userId)) return yield* new NotFound()
      return subscriptionObject(found)
    })
)

const ofSku = function* (application: Application, skuId: Snowflake) {
  const all: ReadonlyArray<Entitlement> = yield* Collections.entitlements.list([application.id])
  return all.filter(isSubscribed).filter(({ sku_id }) => sku_id === skuId)
}

/** A user buys an SKU, for themselves or for a guild: the entitlement, with the subscription for an SKU that is one. */
export const buy = operation(
  "Subscriptions.buy",
  Effect.fnUntraced(function* (userId: Snowflake, sent: unknown) {
    const [id = "", subscription_id = ""] = yield* (yield* Ids).many(2)
    const { application_id, sku_id, guild_id, faults } = purchaseBody(sent)
    const wish = function* () {
      yield* existing(Collections.users.get(userId), UnknownUser)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      const application = yield* existing(Collections.applications.get(application_id), UnknownApplication)
      const sku = yield* soldBy(application, sku_id)
      if (guild_id !== null) yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
      const now = yield* clockTime
      yield* requireSale(sku, guild_id, yield* held(application_id, userId, sku_id, guild_id), now)
      yield* requireRoom(application_id)
      const body = { sku_id, user_id: userId, guild_id, ...termsOf(sku, subscription_id, now) }
      return [{ method: "put" as const, target: targetOf(application_id, id), body }]
    }
    return yield* WorldEdits.carryOut(wish, function* () {
      return entitlementObject(yield* existing(Collections.entitlements.get(application_id, id), UnknownEntitlement))
    })
  })
)

const GROUP = 6
const SUBSCRIPTION = 5
const CONSUMABLE = 3
const PURCHASE_TYPE = 1
const SUBSCRIPTION_TYPE = 8
const FLAGS = { available: 1 << 2, guild: 1 << 7, user: 1 << 8 }

const termsOf = (sku: Sku, id: Snowflake, now: number) => {
  if (sku.type !== SUBSCRIPTION) return { type: PURCHASE_TYPE }
  const starts_at = formatTime(now)
  return {
    type: SUBSCRIPTION_TYPE,
    starts_at,
    subscription: { id, current_period_start: starts_at, current_period_end: formatTime(now + limits.periodMs) }
  }
}

/** Fails where the SKU is not for sale to this holder, or the holder has it already. */
const requireSale = function* (
  { type, flags }: Sku,
  guildId: Snowflake | null,
  owned: ReadonlyArray<Entitlement>,
  now: number
) {
  const refuse = (path: string, message: string) =>
    new InvalidForm({ faults: [fault([path], { code: "SKU_NOT_FOR_SALE", message })] })
  if (type === GROUP || (flags & FLAGS.available) === 0) return yield* refuse("sku_id", "This SKU is not for sale.")
  if (type === SUBSCRIPTION && guildId === null && (flags & FLAGS.user) === 0) {
    return yield* refuse("sku_id", "This subscription is for guilds.")
  }
  if (guildId !== null && (flags & FLAGS.guild) === 0) return yield* refuse("guild_id", "This SKU is not for guilds.")
  const has = owned.some((one) => !one.deleted && !isEnded(one, now) && !(type === CONSUMABLE && one.consumed))
  if (has) return yield* refuse("sku_id", "It is bought already.")
}

/** The entitlements of an SKU that a user has, or a guild. */
const held = function* (applicationId: Snowflake, userId: Snowflake, skuId: Snowflake, guildId: Snowflake | null) {
  const all: ReadonlyArray<Entitlement> =
    guildId === null
      ? yield* Collections.entitlements.by("user", userId)
      : yield* Collections.entitlements.by("guild", guildId)
  return all.filter(
    ({ application_id, sku_id, guild_id }) =>
      application_id === applicationId && sku_id === skuId && guild_id === guildId
  )
}

/** The user's subscription of an SKU does not renew: it ends with its period. */
export const cancel = operation("Subscriptions.cancel", (userId: Snowflake, sent: unknown) => {
  const { application_id, sku_id, guild_id, faults } = purchaseBody(sent)
  let id = ""
  return WorldEdits.carryOut(
    function* () {
      yield* existing(Collections.users.get(userId), UnknownUser)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      const application = yield* existing(Collections.applications.get(application_id), UnknownApplication)
      yield* soldBy(application, sku_id)
      const found = (yield* held(application_id, userId, sku_id, guild_id))
        .filter(isSubscribed)
        .find((one) => one.user_id === userId && one.subscription.status === 0)
      if (found === undefined) return yield* new UnknownEntitlement()
      id = found.id
      const subscription = { ...found.subscription, status: 2, canceled_at: formatTime(yield* clockTime) }
      return [{ method: "patch" as const, target: targetOf(application_id, id), body: { subscription } }]
    },
    function* () {
      const changed = yield* existing(Collections.entitlements.get(application_id, id), UnknownEntitlement)
      return isSubscribed(changed) ? subscriptionObject(changed) : yield* new UnknownEntitlement()
    }
  )
})

/** At the end of a period: the subscription renews, or ends with its entitlement. */
const endPeriod: Handler<EventLog | ServiceClock | Secrets> = Effect.fnUntraced(function* (payload, _, claim) {
  // Only `KeptEntitlements` schedules these.
  const { application_id, entitlement_id } = payload as Period
  const drawn = yield* WorldEdits.mint()
  yield* commit(function* (now) {
    const found = (yield* claim) ? yield* Collections.entitlements.get(application_id, entitlement_id) : undefined
    if (found === undefined || !isSubscribed(found)) return { value: undefined, events: [] }
    const wish = {
      method: "patch" as const,
      target: targetOf(application_id, entitlement_id),
      body: found.subscription.status === 2 ? endedNow(found) : renewed(found, now)
    }
    return { value: undefined, events: (yield* WorldEdits.apply([wish], drawn, [])).events }
  }).pipe(Effect.catchIf((error) => error._tag !== "StorageError", Effect.die))
})

type Subscribed = Parameters<typeof subscriptionObject>[0]

const endedNow = ({ subscription }: Subscribed) => ({
  ends_at: subscription.current_period_end,
  subscription: { ...subscription, status: 1 }
})

/** The period that has the present, so that a clock that jumps renews once. */
const renewed = ({ subscription }: Subscribed, now: number) => {
  const end = parseTime(subscription.current_period_end) ?? now
  const start = end + Math.max(0, Math.floor((now - end) / limits.periodMs)) * limits.periodMs
  return {
    subscription: {
      ...subscription,
      current_period_start: formatTime(start),
      current_period_end: formatTime(start + limits.periodMs)
    }
  }
}

/** For the layer of `Deadlines`. */
export const handlers = { [PERIOD_KIND]: endPeriod }
