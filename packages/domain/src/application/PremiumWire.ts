/** SKUs, entitlements and subscriptions on the wire. Source: the platform's documentation of monetization; official OpenAPI document. */
import { parseTime, toTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Entitlement, Sku } from "../record/World.ts"

export const skuObject = (application_id: Snowflake, { id, type, name, slug, flags }: Sku) => ({
  id,
  type,
  application_id,
  name,
  slug,
  flags
})

export const entitlementObject = (entitlement: Entitlement) => {
  const { id, application_id, sku_id, user_id, guild_id, type, deleted, consumed, fulfilled_at, gifter_user_id } =
    entitlement
  const { fulfillment_status, parent_id } = entitlement
  return {
    id,
    sku_id,
    application_id,
    user_id,
    ...(guild_id === null ? {} : { guild_id }),
    type,
    deleted,
    consumed,
    starts_at: timeOf(entitlement.starts_at),
    ends_at: timeOf(entitlement.ends_at),
    ...(fulfilled_at === undefined ? {} : { fulfilled_at: timeOf(fulfilled_at) }),
    ...(fulfillment_status === undefined ? {} : { fulfillment_status }),
    ...(parent_id === undefined ? {} : { parent_id }),
    ...(gifter_user_id === undefined ? {} : { gifter_user_id })
  }
}

export type EntitlementObject = ReturnType<typeof entitlementObject>

export const subscriptionObject = (entitlement: Subscribed) => {
  const { id, user_id, sku_id, subscription } = entitlement
  return {
    id: subscription.id,
    user_id,
    sku_ids: [sku_id],
    // What ends is not renewed.
    renewal_sku_ids: subscription.status === 0 ? [sku_id] : null,
    entitlement_ids: [id],
    current_period_start: timeOf(subscription.current_period_start) ?? "",
    current_period_end: timeOf(subscription.current_period_end) ?? "",
    status: subscription.status,
    canceled_at: timeOf(subscription.canceled_at),
    ...(subscription.country === undefined ? {} : { country: subscription.country })
  }
}

export type Subscribed = Entitlement & Required<Pick<Entitlement, "subscription">>

export const isSubscribed = (entitlement: Entitlement): entitlement is Subscribed =>
  entitlement.subscription !== undefined

const timeOf = (time: string | null): string | null => (time === null ? null : (toTimestamp(time) ?? null))

/** Whether it has ended by now. */
export const isEnded = ({ ends_at }: Pick<Entitlement, "ends_at">, now: number): boolean =>
  ends_at !== null && (parseTime(ends_at) ?? now) <= now

/** Whether it gives its holder something now. */
export const isActive = (entitlement: Entitlement, now: number): boolean => {
  const { starts_at, deleted, consumed } = entitlement
  const begins = starts_at === null ? now : (parseTime(starts_at) ?? now)
  return !deleted && !consumed && begins <= now && !isEnded(entitlement, now)
}
