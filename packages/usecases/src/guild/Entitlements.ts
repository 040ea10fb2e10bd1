/**
 * The SKUs and entitlements of an application over REST. Source: official OpenAPI document, `get_entitlements` and its
 * neighbours; the platform's documentation of SKUs and entitlements.
 */

import { entitlementBody } from "@backlot/domain/application/PremiumBody"
import { entitlementObject, isActive, isEnded, isSubscribed, skuObject } from "@backlot/domain/application/PremiumWire"
import { formatTimestamp } from "@backlot/domain/base/IsoTime"
import { premium as limits } from "@backlot/domain/base/PremiumLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { fault } from "@backlot/domain/error/Fault"
import { badLength } from "@backlot/domain/error/FormError"
import {
  InvalidForm,
  UnknownEntitlement,
  UnknownGuild,
  UnknownSku,
  UnknownUser
} from "@backlot/domain/error/ServiceError"
import type { Application, Entitlement, Sku } from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing, inTransaction, transact } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

export interface Asked extends Page {
  readonly user_id: Snowflake | undefined
  readonly guild_id: Snowflake | undefined
  readonly sku_ids: ReadonlyArray<Snowflake>
  readonly exclude_ended: boolean
  readonly exclude_deleted: boolean
  readonly only_active: boolean
}

export const skus = (application: Application): ReadonlyArray<ReturnType<typeof skuObject>> =>
  (application.skus ?? []).map((sku) => skuObject(application.id, sku))

/** The newest first. */
export const list = operation("Entitlements.list", (application: Application, asked: Asked) =>
  transact(function* (now) {
    const all: ReadonlyArray<Entitlement> = yield* Collections.entitlements.list([application.id])
    return pageOf(
      all.filter((one) => isAsked(one, asked, now)),
      asked,
      ({ id }) => id
    ).map(entitlementObject)
  })
)

const isAsked = (one: Entitlement, asked: Asked, now: number): boolean =>
  (asked.user_id === undefined || one.user_id === asked.user_id) &&
  (asked.guild_id === undefined || one.guild_id === asked.guild_id) &&
  (asked.sku_ids.length === 0 || asked.sku_ids.includes(one.sku_id)) &&
  !(asked.exclude_ended && isEnded(one, now)) &&
  !(asked.exclude_deleted && one.deleted) &&
  !(asked.only_active && !isActive(one, now))

/** The newest first; behind `after` the ones next to it. */
export const pageOf = <A>(
  all: ReadonlyArray<A>,
  { limit, before, after }: Page,
  idOf: (one: A) => Snowflake
): ReadonlyArray<A> => {
  const sorted = all
    .map((one) => ({ one, id: BigInt(idOf(one)) }))
    .filter(({ id }) => (before === undefined || id < BigInt(before)) && (after === undefined || id > BigInt(after)))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map(({ one }) => one)
  return before === undefined && after !== undefined ? sorted.slice(-limit) : sorted.slice(0, limit)
}

export const get = operation("Entitlements.get", (application: Application, id: Snowflake) =>
  inTransaction(function* () {
    return entitlementObject(yield* existing(Collections.entitlements.get(application.id, id), UnknownEntitlement))
  })
)

/** A test entitlement, which lasts until it is deleted. One of a guild names the owner of the application as its user. */
export const create = operation(
  "Entitlements.create",
  Effect.fnUntraced(function* (application: Application, sent: unknown) {
    const id = yield* (yield* Ids).next
    const wish = function* () {
      const { sku_id, owner_id, isOfGuild, faults } = entitlementBody(sent)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      yield* soldBy(application, sku_id)
      if (isOfGuild) yield* existing(Collections.guilds.get(owner_id), UnknownGuild)
      else yield* existing(Collections.users.get(owner_id), UnknownUser)
      yield* requireRoom(application.id)
      const body = isOfGuild
        ? { sku_id, user_id: application.owner_id, guild_id: owner_id }
        : { sku_id, user_id: owner_id }
      return [{ method: "put" as const, target: targetOf(application.id, id), body }]
    }
    return yield* WorldEdits.carryOut(wish, function* () {
      return entitlementObject(yield* existing(Collections.entitlements.get(application.id, id), UnknownEntitlement))
    })
  })
)

/** Only a test entitlement: what somebody bought is none. */
export const remove = operation("Entitlements.remove", (application: Application, id: Snowflake) =>
  WorldEdits.remove(targetOf(application.id, id), function* () {
    const entitlement = yield* existing(Collections.entitlements.get(application.id, id), UnknownEntitlement)
    if (!isTest(entitlement)) return yield* new UnknownEntitlement()
  })
)

const isTest = (entitlement: Entitlement): boolean => entitlement.type === 8 && !isSubscribed(entitlement)

/** Of a consumable. Nothing happens where it is consumed already. */
export const consume = operation("Entitlements.consume", (application: Application, id: Snowflake) =>
  WorldEdits.carryOut(
    function* () {
      const entitlement = yield* existing(Collections.entitlements.get(application.id, id), UnknownEntitlement)
      const sku = application.skus?.find((one) => one.id === entitlement.sku_id)
      if (sku?.type !== CONSUMABLE) {
        return yield* new InvalidForm({ faults: [fault(["entitlement_id"], NOT_CONSUMABLE)] })
      }
      if (entitlement.consumed) return []
      const { fulfilled_at = formatTimestamp(yield* clockTime) } = entitlement
      const body = { consumed: true, fulfilled_at, fulfillment_status: FULFILLED }
      return [{ method: "patch" as const, target: targetOf(application.id, id), body }]
    },
    function* () {
      yield* []
    }
  )
)

const CONSUMABLE = 3
const FULFILLED = 3

const NOT_CONSUMABLE = {
  code: "ENTITLEMENT_NOT_CONSUMABLE",
  message: "Only an entitlement of a consumable is consumed."
}

export interface OfUser {
  readonly sku_ids: ReadonlyArray<Snowflake>
  readonly exclude_consumed: boolean
}

/** What a user holds of an application, for the user's own token. */
export const listOfUser = operation(
  "Entitlements.listOfUser",
  (application: Application, userId: Snowflake, { sku_ids, exclude_consumed }: OfUser) =>
    inTransaction(function* () {
      const all: ReadonlyArray<Entitlement> = yield* Collections.entitlements.by("user", userId)
      const asked = all.filter(
        (one) =>
          one.application_id === application.id &&
          one.guild_id === null &&
          !one.deleted &&
          (sku_ids.length === 0 || sku_ids.includes(one.sku_id)) &&
          !(exclude_consumed && one.consumed)
      )
      return asked.map(entitlementObject)
    })
)

export const soldBy = function* ({ skus = [] }: Application, skuId: Snowflake) {
  const sku: Sku | undefined = skus.find(({ id }) => id === skuId)
  return sku ?? (yield* new UnknownSku())
}

/** Fails when the application has as many entitlements as it can have. */
export const requireRoom = function* (applicationId: Snowflake) {
  const held = yield* Collections.entitlements.list([applicationId])
  if (held.length >= limits.entitlements) {
    return yield* new InvalidForm({ faults: [fault([], badLength(0, limits.entitlements))] })
  }
}

export const targetOf = (application_id: Snowflake, entitlement_id: Snowflake): WorldTarget => ({
  kind: "entitlement",
  application_id,
  entitlement_id
})
