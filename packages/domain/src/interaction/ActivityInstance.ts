/** The instance of an Activity, as its application reads it. Source: official OpenAPI document, `EmbeddedActivityInstance`. */
import type { Snowflake } from "../base/Snowflake.ts"

/** Made by one launch. */
export interface ActivityInstance {
  readonly application_id: Snowflake
  /** Counts those of the application. */
  readonly number: number
  readonly instance_id: string
  /** The interaction that launched it. */
  readonly launch_id: Snowflake
  readonly guild_id: Snowflake | null
  readonly channel_id: Snowflake
  readonly user_id: Snowflake
}

/** Of one application, the newest. Our choice: docs/choices.md "Interactions". */
export const INSTANCES = 1_000

export const instanceObject = (instance: ActivityInstance) => {
  const { application_id, instance_id, launch_id, guild_id, channel_id, user_id } = instance
  const location =
    guild_id === null
      ? { id: `pc-${channel_id}`, kind: "pc", channel_id }
      : { id: `gc-${guild_id}-${channel_id}`, kind: "gc", channel_id, guild_id }
  return { application_id, instance_id, launch_id, location, users: [user_id] }
}
