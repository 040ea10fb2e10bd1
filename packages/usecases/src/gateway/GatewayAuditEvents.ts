/** Entries of the audit log, for bots that may read it. Source: the platform's reference, "Guild Audit Log Entry Create". */
import { type AuditEntry, auditEntryObject } from "@backlot/domain/audit/AuditLog"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Audience from "./GatewayAudience.ts"

interface OfEntry {
  readonly guild_id: Snowflake
  readonly entry: AuditEntry
}

export const HANDLERS: Audience.Handlers = {
  "audit_log_entry.created": Audience.on<OfEntry>(
    function* ({ guild_id, entry }, hearing) {
      const readers = yield* Audience.holdersOf(guild_id, "VIEW_AUDIT_LOG", hearing)
      const d = { ...auditEntryObject(entry), guild_id }
      return Audience.toEach(readers, "GUILD_MODERATION", { t: "GUILD_AUDIT_LOG_ENTRY_CREATE", guild_id, d })
    },
    ["GUILD_MODERATION"]
  )
}
