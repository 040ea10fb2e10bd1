/** The instance of an Activity that an answer launches. Source: wire-interactions.md §4.10. */

import type { Snowflake } from "../base/Snowflake.ts"
import type { InteractionRecord } from "./Interaction.ts"

/** `i-<snowflake>-gc-<guild>-<channel>`, outside guilds `i-<snowflake>-pc-<channel>`. */
export const activityInstance = (
  { guild_id, channel_id }: Pick<InteractionRecord, "guild_id" | "channel_id">,
  { message_id }: { readonly message_id: Snowflake }
): string => `i-${message_id}-${guild_id === null ? "pc" : `gc-${guild_id}`}-${channel_id}`
