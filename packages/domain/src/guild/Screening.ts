/** Membership screening: whoever joins accepts the rules of the guild first. Source: the platform's documentation of membership screening. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { Guild } from "../record/World.ts"

const FEATURE = "MEMBER_VERIFICATION_GATE_ENABLED"

/** What the rules of a guild make of somebody who joins it with these roles: a role lets them in. */
export const screened = (
  { features }: Pick<Guild, "features">,
  roles: ReadonlyArray<Snowflake>
): { readonly pending?: true } => (features.includes(FEATURE) && roles.length === 0 ? { pending: true } : {})
