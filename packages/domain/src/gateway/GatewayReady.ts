/** The data of READY apart from its session, and what can be resumed. Source: wire-interactions.md §3.5, §3.7. */
import { flagFields } from "../application/ApplicationFlag.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { botObject, selfObject } from "../guild/UserWire.ts"
import type { Application } from "../record/World.ts"

/** `guilds` are those of the shard; a GUILD_CREATE follows for each. */
export const readyData = (application: Application, guilds: ReadonlyArray<Snowflake>) => ({
  user: selfUser(application),
  guilds: guilds.map((id) => ({ id, unavailable: true as const })),
  application: { id: application.id, ...flagFields(application) },
  private_channels: [],
  session_type: "normal",
  _trace: [],
  user_settings: {},
  user_settings_proto: null,
  relationships: [],
  presences: [],
  guild_join_requests: [],
  geo_ordered_rtc_regions: [],
  auth: {}
})

/** The bot's own user, for READY and USER_UPDATE. */
export const selfUser = (application: Application) =>
  selfObject(botObject(application), { flags: application.bot.flags, locale: "en-US", email: true })

/**
 * `replay` the dispatches after `seq`; `gone`: some are no longer kept; `ahead`: `seq` was never sent (4007). The session
 * keeps the dispatches from `oldest` to `last`; without any, `oldest` is `last + 1`.
 */
export const judgeResume = (
  seq: number,
  { last, oldest }: { readonly last: number; readonly oldest: number }
): "replay" | "gone" | "ahead" => (seq > last ? "ahead" : seq + 1 < oldest ? "gone" : "replay")
