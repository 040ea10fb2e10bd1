/** The instance id of an Activity that a response launches. Source: wire-interactions.md §4.10. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { InteractionRecord } from "./Interaction.ts"

/** `i-<snowflake>-gc-<guild>-<channel>`, or `i-<snowflake>-pc-<channel>` outside guilds. */
export const activityInstance = (
  { guild_id, channel_id }: Pick<InteractionRecord, "guild_id" | "channel_id">,
  { message_id }: { readonly message_id: Snowflake }
): string => `i-${message_id}-${guild_id === null ? "pc" : `gc-${guild_id}`}-${channel_id}`
