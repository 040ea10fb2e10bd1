/** The data of READY apart from its session. Source: wire-interactions.md §3.5. */
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
  selfObject(botObject(application), { locale: "en-US", email: true })
