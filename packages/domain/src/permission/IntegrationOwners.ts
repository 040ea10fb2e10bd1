/** The installations on whose behalf a command runs. Source: wire-interactions.md §1.2. */
import type { Snowflake } from "../base/Snowflake.ts"
import { type ApplicationCommand, ContextType, IntegrationType } from "../record/ApplicationCommand.ts"
import type { IntegrationOwners } from "../record/InteractionKind.ts"

type Install = { readonly scopes: ReadonlyArray<string> }

/** service.md "Authentication": `applications.commands` is included in `bot`. */
export const bringsCommands = ({ scopes }: Install): boolean =>
  scopes.includes("applications.commands") || scopes.includes("bot")

export const isInstalled = (install: Install | undefined): boolean => install !== undefined && bringsCommands(install)

/** In the guild, or as the bot of the direct channel. Our choice: docs/choices.md "Permissions". */
export const isInstalledHere = ({
  guild_id,
  guild_install,
  context
}: {
  /** Undefined in direct messages. */
  readonly guild_id: Snowflake | undefined
  readonly guild_install: Install | undefined
  readonly context: ContextType
}): boolean => (guild_id === undefined ? context === ContextType.BOT_DM : isInstalled(guild_install))

/**
 * `guild` and `user` are the owners of the application's installations here, "0" in direct messages with its bot. Empty
 * when the command is not installed for this use.
 */
export const integrationOwners = (
  command: ApplicationCommand,
  { guild, user }: { readonly guild: Snowflake | undefined; readonly user: Snowflake | undefined }
): IntegrationOwners => {
  // Guild commands have no list of their own: they belong to the guild's installation.
  const types = command.guild_id === undefined ? (command.integration_types ?? []) : [IntegrationType.GUILD_INSTALL]
  return {
    ...(guild !== undefined && types.includes(IntegrationType.GUILD_INSTALL) && { "0": guild }),
    ...(user !== undefined && types.includes(IntegrationType.USER_INSTALL) && { "1": user })
  }
}
