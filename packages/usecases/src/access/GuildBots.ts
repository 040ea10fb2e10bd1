/** The bots of a guild: installations with a bot, and their applications. Inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InstalledBot } from "@backlot/domain/guild/GuildObject"
import type { GuildInstall } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"

/** The bots that are installed in a guild, by the ids of their applications. */
export const botsOf = (guildId: Snowflake) => Effect.flatMap(botInstalls(guildId), withApplications)

/** The installations that bring a bot into the guild. */
export const botInstalls = (guildId: Snowflake) =>
  Effect.map(Collections.guildInstalls.list([guildId]), (installs) => installs.filter(bringsBot))

export const bringsBot = ({ scopes }: GuildInstall): boolean => scopes.includes("bot")

/** Installations with their applications. */
export const withApplications = Effect.fnUntraced(function* (installs: ReadonlyArray<GuildInstall>) {
  const applications = yield* Collections.applications.getMany(installs.map(({ application_id }) => [application_id]))
  return installs.flatMap((install, i): ReadonlyArray<InstalledBot> => {
    const application = applications[i]
    return application === undefined ? [] : [{ application, install }]
  })
})
