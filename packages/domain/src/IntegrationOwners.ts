/**
 * On whose behalf a command runs: the installations that hold for this use. Source: wire-interactions.md §1.2.
 */
import { type ApplicationCommand, ContextType, IntegrationType } from "./ApplicationCommand.ts"
import type { IntegrationOwners } from "./Interaction.ts"
import type { Place } from "./Place.ts"
import type { Snowflake } from "./Snowflake.ts"
import type { GuildInstall, UserInstall } from "./World.ts"

export interface Installations {
  readonly user_id: Snowflake
  readonly place: Place
  readonly guild_install?: GuildInstall | undefined
  readonly user_install?: UserInstall | undefined
}

/** Empty when the command is not installed for this use. */
export const integrationOwners = (
  command: ApplicationCommand,
  { user_id, place, guild_install, user_install }: Installations,
  context: ContextType
): IntegrationOwners => {
  // Guild commands have no list of their own: they come with the guild's installation.
  const types = command.guild_id === undefined ? (command.integration_types ?? []) : [IntegrationType.GUILD_INSTALL]
  const guild = types.includes(IntegrationType.GUILD_INSTALL) ? guildOwner(place, guild_install, context) : undefined
  const user = types.includes(IntegrationType.USER_INSTALL) && brings(user_install) ? user_id : undefined
  return { ...(guild === undefined ? {} : { "0": guild }), ...(user === undefined ? {} : { "1": user }) }
}

/** Whether the application itself is where the command is used: in the guild, or in its bot's direct messages (ours). */
export const isInstalledHere = ({ place, guild_install }: Installations, context: ContextType): boolean =>
  place.kind === "guild" ? brings(guild_install) : context === ContextType.BOT_DM

const guildOwner = (place: Place, install: GuildInstall | undefined, context: ContextType): Snowflake | undefined => {
  if (place.kind === "guild") return brings(install) ? place.guild.id : undefined
  return context === ContextType.BOT_DM ? "0" : undefined
}

/** service.md "Authentication": `applications.commands` is included in `bot`. */
const brings = (install: { readonly scopes: ReadonlyArray<string> } | undefined): boolean =>
  install?.scopes.some((scope) => scope === "applications.commands" || scope === "bot") ?? false
