/** The installations on whose behalf a command runs. Source: wire-interactions.md §1.2. */
import type { Snowflake } from "../base/Snowflake.ts"
import { type ApplicationCommand, ContextType, IntegrationType } from "../record/ApplicationCommand.ts"
import type { IntegrationOwners } from "../record/InteractionKind.ts"
import type { GuildInstall, UserInstall } from "../record/World.ts"

export interface Installations {
  readonly user_id: Snowflake
  /** Where the command is used; undefined in direct messages. */
  readonly guild_id: Snowflake | undefined
  readonly context: ContextType
  readonly guild_install?: GuildInstall | undefined
  readonly user_install?: UserInstall | undefined
}

/** service.md "Authentication": `applications.commands` is included in `bot`. */
export const bringsCommands = ({ scopes }: { readonly scopes: ReadonlyArray<string> }): boolean =>
  scopes.includes("applications.commands") || scopes.includes("bot")

/** Empty when the command is not installed for this use. */
export const integrationOwners = (command: ApplicationCommand, here: Installations): IntegrationOwners => {
  // Guild commands have no list of their own: they belong to the guild's installation.
  const types = command.guild_id === undefined ? (command.integration_types ?? []) : [IntegrationType.GUILD_INSTALL]
  const guild = types.includes(IntegrationType.GUILD_INSTALL) ? guildOwner(here) : undefined
  const user = types.includes(IntegrationType.USER_INSTALL) && isInstalledOnUser(here) ? here.user_id : undefined
  return { ...(guild === undefined ? {} : { "0": guild }), ...(user === undefined ? {} : { "1": user }) }
}

/** In the guild, or as the bot of the direct channel. Our choice: docs/choices.md "Permissions". */
export const isInstalledHere = ({ guild_id, guild_install, context }: Omit<Installations, "user_id">): boolean =>
  guild_id === undefined ? context === ContextType.BOT_DM : isInstalled(guild_install)

export const isInstalledOnUser = ({ user_install }: Pick<Installations, "user_install">): boolean =>
  isInstalled(user_install)

const guildOwner = ({ guild_id, guild_install, context }: Installations): Snowflake | undefined => {
  if (guild_id !== undefined) return isInstalled(guild_install) ? guild_id : undefined
  return context === ContextType.BOT_DM ? "0" : undefined
}

const isInstalled = (install: GuildInstall | UserInstall | undefined): boolean =>
  install !== undefined && bringsCommands(install)
