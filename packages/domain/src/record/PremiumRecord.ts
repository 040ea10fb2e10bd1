/** What an application sells, and who has bought it. Source: the platform's documentation of SKUs, entitlements, subscriptions. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { ENTITLEMENT_TYPES, FULFILLMENTS, SKU_TYPES } from "./WorldVocabulary.ts"

/** What an application sells. */
export interface Sku {
  readonly id: Snowflake
  /** 2: durable. 3: consumable. 5: subscription. 6: the group of a subscription. */
  readonly type: (typeof SKU_TYPES)[number]
  readonly name: string
  readonly slug: string
  /** Bits: 4 can be bought, 128 for a guild, 256 for a user. */
  readonly flags: number
}

/** A subscription that an entitlement comes from. */
export interface Subscription {
  readonly id: Snowflake
  /** 0: active, renews. 1: inactive. 2: ending, does not renew. */
  readonly status: 0 | 1 | 2
  // ISO 8601, as given.
  readonly current_period_start: string
  readonly current_period_end: string
  readonly canceled_at: string | null
  /** Of the source of payment, two letters. Absent: unknown. */
  readonly country?: string
}

/** The right of a user, or of everyone in a guild, to what an SKU sells. */
export interface Entitlement {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly sku_id: Snowflake
  /** Who bought it, also for a guild. */
  readonly user_id: Snowflake
  /** Null: it belongs to the user. */
  readonly guild_id: Snowflake | null
  /** 1 is a purchase, 8 a subscription, 10 the reward of a quest. */
  readonly type: (typeof ENTITLEMENT_TYPES)[number]
  /** Refunded: it has no effect any more. */
  readonly deleted: boolean
  readonly consumed: boolean
  // ISO 8601, as given; null: for ever.
  readonly starts_at: string | null
  readonly ends_at: string | null
  /** When the application gave what was bought; absent when nobody said so. */
  readonly fulfilled_at?: string
  readonly fulfillment_status?: (typeof FULFILLMENTS)[number]
  /** The entitlement that it belongs to; need not be in the world. */
  readonly parent_id?: Snowflake
  /** Who bought it for the user; need not be in the world. */
  readonly gifter_user_id?: Snowflake
  /** Absent for a purchase, and for a test entitlement. */
  readonly subscription?: Subscription
}

/** What an application knows of users, for linked roles. */
export interface RoleConnectionMetadata {
  /** 1 to 4 compare integers, 5 and 6 times, 7 and 8 booleans. */
  readonly type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  readonly key: string
  readonly name: string
  readonly name_localizations?: Readonly<Record<string, string>>
  readonly description: string
  readonly description_localizations?: Readonly<Record<string, string>>
}

/** What an application says of a user. */
export interface RoleConnection {
  readonly application_id: Snowflake
  readonly platform_name: string | null
  readonly platform_username: string | null
  readonly metadata: Readonly<Record<string, string>>
}
