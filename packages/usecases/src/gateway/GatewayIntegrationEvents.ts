/** Events of integrations: applications that come to a guild and go. Source: the platform's documentation of gateway events. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { integrationObject, SHOWN_FIELDS, shownScopes } from "@backlot/domain/guild/IntegrationWire"
import { integrationId } from "@backlot/domain/record/ManagedRole"
import type { GuildInstall } from "@backlot/domain/record/World"
import { isSame } from "@backlot/domain/world/element/Element"
import type * as Body from "@backlot/ports/Body"
import { withApplications } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"

type Dispatches = Body.Body<ReadonlyArray<Dispatch>>

export const integrationCame = (install: GuildInstall, hearing: Audience.Hearing): Dispatches =>
  shown("INTEGRATION_CREATE", install, hearing)

/** Only its scopes show in an integration. */
export const integrationChanged = function* (install: GuildInstall, before: GuildInstall, hearing: Audience.Hearing) {
  const [is, was] = [install, before].map(shownScopes)
  return isSame(is, was) ? [] : yield* shown("INTEGRATION_UPDATE", install, hearing)
}

/** In every guild where the application is installed, with its bot or without. */
export const applicationRenewed = function* (
  application_id: Snowflake,
  changed: ReadonlyArray<string>,
  hearing: Audience.Hearing
) {
  if (!changed.some((field) => SHOWN_FIELDS.includes(field))) return []
  const dispatches: Array<Dispatch> = []
  for (const install of yield* Collections.guildInstalls.by("application", application_id))
    dispatches.push(...(yield* shown("INTEGRATION_UPDATE", install, hearing)))
  return dispatches
}

export const integrationWent = (install: GuildInstall, hearing: Audience.Hearing): Dispatches => {
  const { guild_id, application_id } = install
  const d = { id: integrationId(install), guild_id, application_id }
  return toBots("INTEGRATION_DELETE", d, hearing)
}

const shown = function* (t: string, install: GuildInstall, hearing: Audience.Hearing) {
  const [installed] = yield* withApplications([install])
  if (installed === undefined) return []
  return yield* toBots(t, { ...integrationObject(installed), guild_id: install.guild_id }, hearing)
}

interface OfGuild {
  readonly guild_id: Snowflake
}

/** Each is followed by the event that only says that something changed. */
const toBots = function* (t: string, d: OfGuild, hearing: Audience.Hearing) {
  const { guild_id } = d
  const listeners = yield* Audience.listenersIn(guild_id, hearing)
  return [
    ...Audience.toEach(listeners, "GUILD_INTEGRATIONS", { t, guild_id, d }),
    ...Audience.toEach(listeners, "GUILD_INTEGRATIONS", { t: "GUILD_INTEGRATIONS_UPDATE", guild_id, d: { guild_id } })
  ]
}
