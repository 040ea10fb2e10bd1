/** Bodies about entitlements. Source: official OpenAPI document, `CreateEntitlementRequestData`. Our own: purchases of users. */
import { Schema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Id, Int, needed } from "../validation/Shape.ts"
import { described, oneOf } from "../validation/ShapeLimits.ts"

const GUILD = 1

export const NewEntitlement = Schema.Struct({
  sku_id: needed(Id),
  owner_id: needed(Id),
  owner_type: needed(described(oneOf(Int, [GUILD, 2]), "1: a guild. 2: a user."))
}).annotate({ identifier: "NewEntitlementBody" })

/** What a user buys, for themselves or for a guild. */
export const Purchase = Schema.Struct({
  application_id: needed(Id),
  sku_id: needed(Id),
  guild_id: field(described(Id, "The guild that the user buys it for."))
}).annotate({ identifier: "PurchaseBody" })

export interface EntitlementBody {
  readonly sku_id: Snowflake
  readonly owner_id: Snowflake
  readonly isOfGuild: boolean
  readonly faults: ReadonlyArray<Fault>
}

const decodeNew = decoder(NewEntitlement)

export const entitlementBody = (sent: unknown): EntitlementBody => {
  const { value, faults } = decodeNew(sent)
  const { sku_id, owner_id, owner_type } = value
  return {
    sku_id: sku_id ?? "",
    owner_id: owner_id ?? "",
    isOfGuild: owner_type === GUILD,
    faults: [
      ...faults,
      ...missing("sku_id", sku_id, faults),
      ...missing("owner_id", owner_id, faults),
      ...missing("owner_type", owner_type, faults),
      ...(owner_type == null || owner_type === GUILD || owner_type === 2
        ? []
        : at(["owner_type"], FormError.choices([GUILD, 2])))
    ]
  }
}

export interface PurchaseBody {
  readonly application_id: Snowflake
  readonly sku_id: Snowflake
  readonly guild_id: Snowflake | null
  readonly faults: ReadonlyArray<Fault>
}

const decodePurchase = decoder(Purchase)

export const purchaseBody = (sent: unknown): PurchaseBody => {
  const { value, faults } = decodePurchase(sent)
  const { application_id, sku_id, guild_id } = value
  return {
    application_id: application_id ?? "",
    sku_id: sku_id ?? "",
    guild_id: guild_id ?? null,
    faults: [...faults, ...missing("application_id", application_id, faults), ...missing("sku_id", sku_id, faults)]
  }
}

/** A value that is wrong has its fault already. */
const missing = (name: string, value: unknown, faults: ReadonlyArray<Fault>) =>
  faults.some(({ path }) => path[0] === name) ? [] : at([name], FormError.presence(value))
