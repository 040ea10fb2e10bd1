/** The entitlements that count for a user in a place. Inside a transaction. */
import { entitlementObject, isActive } from "@backlot/domain/application/PremiumWire"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Application } from "@backlot/domain/record/World"
import * as Collections from "../store/Collections.ts"

/** What counts in an interaction: what the user holds, and what the guild holds. Nobody reads for an application without SKUs. */
export const activeFor = function* (
  application: Application,
  userId: Snowflake,
  guildId: Snowflake | undefined,
  now: number
) {
  if ((application.skus ?? []).length === 0) return []
  const own = yield* Collections.entitlements.by("user", userId)
  const ofGuild = guildId === undefined ? [] : yield* Collections.entitlements.by("guild", guildId)
  return [...own.filter(({ guild_id }) => guild_id === null), ...ofGuild]
    .filter((one) => one.application_id === application.id && isActive(one, now))
    .map(entitlementObject)
}
