/** Entries of the audit log, for bots that may read it. Source: the platform's reference, "Guild Audit Log Entry Create". */
import { type AuditEntry, auditEntryObject } from "@backlot/domain/audit/AuditLog"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { permissionsInGuild } from "@backlot/domain/permission/Place"
import { managedBits } from "@backlot/domain/record/ManagedRole"
import { botsOf } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfEntry {
  readonly guild_id: Snowflake
  readonly entry: AuditEntry
}

export const HANDLERS: Audience.Handlers = {
  "audit_log_entry.created": Audience.on<OfEntry>(
    function* ({ guild_id, entry }, hearing) {
      const readers = yield* readersIn(guild_id, hearing)
      const d = { ...auditEntryObject(entry), guild_id }
      return Audience.toEach(readers, "GUILD_MODERATION", { t: "GUILD_AUDIT_LOG_ENTRY_CREATE", guild_id, d })
    },
    ["GUILD_MODERATION"]
  )
}

/** Applications with a session here whose bot has VIEW_AUDIT_LOG in the guild. */
const readersIn = function* (guildId: Snowflake, { interested, now_ms }: Audience.Hearing) {
  const guild = yield* Collections.guilds.get(guildId)
  const bots =
    guild === undefined ? [] : (yield* botsOf(guildId)).filter(({ application }) => interested(application.id))
  if (guild === undefined || bots.length === 0) return []
  const roles = yield* Collections.roles.list([guildId])
  const members = yield* Collections.members.getMany(bots.map(({ application }) => [guildId, application.bot.id]))
  return bots.flatMap(({ application, install }, i) => {
    const member = members[i]
    if (member === undefined) return []
    const permissions = permissionsInGuild({ guild, roles }, { member, managed: managedBits(install) }, now_ms)
    return has(permissions, BITS.VIEW_AUDIT_LOG) ? [application.id] : []
  })
}
