/**
 * Installations of applications as integrations of their guild. Source: official OpenAPI document,
 * `DiscordIntegrationResponse`, `PartialDiscordIntegrationResponse`.
 */
import { integrationId } from "../record/ManagedRole.ts"
import type { GuildInstall } from "../record/World.ts"
import type { InstalledBot } from "./GuildObject.ts"
import { botObject } from "./UserWire.ts"

/** The scopes that an integration shows. */
const SCOPES: ReadonlySet<string> = new Set(["applications.commands", "bot", "webhook.incoming"])

/** The fields of an application that its integrations show. Its bot has events of its own. */
export const SHOWN_FIELDS: ReadonlyArray<string> = ["name", "description", "icon"]

/** The scopes of an installation, as its integration shows them. */
export const shownScopes = ({ scopes }: Pick<GuildInstall, "scopes">) => scopes.filter((scope) => SCOPES.has(scope))

/** Whoever added it is unknown, so there is no `user`. */
export const integrationObject = ({ application, install }: InstalledBot) => {
  const { id, name, description, icon = null } = application
  const bot = install.scopes.includes("bot") ? { bot: botObject(application) } : {}
  return {
    id: integrationId(install),
    type: "discord" as const,
    name,
    account: { id, name },
    enabled: true,
    scopes: shownScopes(install),
    application: { id, name, icon, description, type: null, ...bot }
  }
}

/** As an entry of the audit log names it. */
export const partialIntegration = (installed: InstalledBot) => {
  const { id, type, name, account } = integrationObject(installed)
  return { id, type, name, account, application_id: installed.application.id }
}
