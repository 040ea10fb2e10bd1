/** The entitlements that count for a user in a place. Inside a transaction. */
import { entitlementObject, isActive } from "@backlot/domain/application/PremiumWire"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Collections from "../store/Collections.ts"

/** What counts in an interaction: what the user holds, and what the guild holds. */
export const activeFor = function* (
  applicationId: Snowflake,
  userId: Snowflake,
  guildId: Snowflake | undefined,
  now: number
) {
  const own = yield* Collections.entitlements.by("user", userId)
  const ofGuild = guildId === undefined ? [] : yield* Collections.entitlements.by("guild", guildId)
  return [...own.filter(({ guild_id }) => guild_id === null), ...ofGuild]
    .filter((one) => one.application_id === applicationId && isActive(one, now))
    .map(entitlementObject)
}
