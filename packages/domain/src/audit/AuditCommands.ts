/** What an edit of the overwrites of a command is in the audit log: a change for each target, by its id. */
import { affected, type Overwrites } from "../permission/CommandPermissionEdit.ts"
import type { GuildCommandPermissions } from "../record/World.ts"
import { AuditAction } from "./AuditAction.ts"
import type { AuditDraft } from "./AuditDraft.ts"

/** `before`: the overwrites that were there. None for an identical list. */
export const overwriteDrafts = (
  before: Overwrites,
  { id, application_id, guild_id, permissions }: GuildCommandPermissions
): ReadonlyArray<AuditDraft> => {
  const ids = [...new Set(affected(before, permissions).map((target) => target.id))]
  if (ids.length === 0) return []
  const changes = ids.map((key) => {
    const [was, is] = [before, permissions].map((all) => all.find((overwrite) => overwrite.id === key))
    return { key, ...(was && { old_value: was }), ...(is && { new_value: is }) }
  })
  const action_type = AuditAction.APPLICATION_COMMAND_PERMISSION_UPDATE
  return [{ guild_id, action_type, target_id: id, changes, options: { application_id } }]
}
