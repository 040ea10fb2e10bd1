/** A moderating bot of Harbour that reads the audit log, and whoever makes the edits. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"

export { outcome as tag } from "../fixture/Outcome.ts"

const { BOB, HARBOUR, PET_SHOP } = Play

export const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ["ADMINISTRATOR"]) {
  yield* Play.settle()
  const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
  yield* WorldEdits.patch(install, { permissions, role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const ALL: AuditLog.Wanted = {
  ...{ limit: 100, before: undefined, after: undefined },
  ...{ user_id: undefined, target_id: undefined, action_type: undefined }
}
export const page = (bot: BotOfGuild, wanted: Partial<AuditLog.Wanted> = {}) =>
  AuditLog.list(bot, { ...ALL, ...wanted })
export const entries = (bot: BotOfGuild, wanted: Partial<AuditLog.Wanted> = {}) =>
  Effect.map(page(bot, wanted), ({ audit_log_entries }) => audit_log_entries)
/** The entries that edits made, oldest first, without their ids. */
export const made = (bot: BotOfGuild) =>
  Effect.map(entries(bot), (all) => all.toReversed().map(({ id: _, user_id: __, ...entry }) => entry))
const NAMES = new Map<number, string>(Object.entries(AuditAction).map(([name, type]) => [type, name]))
export const actions = (bot: BotOfGuild) =>
  Effect.map(made(bot), (all) => all.map(({ action_type }) => NAMES.get(action_type)))
export const by = (user_id: string, reason?: string) => AuditLog.changedBy({ user_id, reason })
export const asBob = by(BOB, "tidying up")
