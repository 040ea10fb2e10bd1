/** The users that an invite is for, as a bot reads and replaces them. Source: official OpenAPI document, `target_users_file`. */
import { formatTimestamp, parseTime } from "@backlot/domain/base/IsoTime"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { TARGETS_FILE, targetUsers } from "@backlot/domain/guild/InviteBody"
import { BITS, has } from "@backlot/domain/permission/Permission"
import type { Application, Invite } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import * as BotEntry from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptInvites from "../store/KeptInvites.ts"
import { operation } from "../store/Operation.ts"
import { readNow, transact } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** The users of a file, each of whom exists. */
export const readTargets = function* (file: string | undefined) {
  if (file === undefined) return { body: {}, faults: NONE }
  const { ids, faults } = targetUsers(file)
  if (faults.length > 0) return { body: {}, faults }
  const users = yield* Collections.users.getMany(ids.map((id) => [id]))
  const unknown = ids.filter((_, i) => users[i] === undefined).slice(0, SHOWN)
  return {
    body: { target_user_ids: ids },
    faults: unknown.map((id) => fault([TARGETS_FILE], FormError.unknownUser(id)))
  }
}

const NONE: ReadonlyArray<Fault> = []

/** Unknown users that an answer names. */
const SHOWN = 10

/** Comma-separated values: a title, and an id on each line. */
export const read = operation("InviteTargets.read", (application: Application, code: string) =>
  transact(function* (now) {
    const { target_user_ids } = yield* invited({ application, code, now, readers: BITS.VIEW_AUDIT_LOG })
    return ["user_id", ...target_user_ids, ""].join("\n")
  })
)

/** The reading of the file, which is over as soon as the file has come. */
export const status = operation("InviteTargets.status", (application: Application, code: string) =>
  transact(function* (now) {
    const { created_at, target_user_ids } = yield* invited({ application, code, now, readers: BITS.VIEW_AUDIT_LOG })
    const at = formatTimestamp(parseTime(created_at) ?? now)
    const { length } = target_user_ids
    return {
      status: COMPLETED,
      total_users: length,
      processed_users: length,
      created_at: at,
      completed_at: at,
      error_message: null
    }
  })
)

const COMPLETED = 2

export const replace = operation(
  "InviteTargets.replace",
  Effect.fnUntraced(function* (application: Application, code: string, file: string | undefined) {
    const now = yield* readNow
    const wish = function* () {
      const { guild_id } = yield* invited({ application, code, now, readers: 0n })
      const { body, faults } = yield* readTargets(file)
      const missing = file === undefined ? [fault([TARGETS_FILE], FormError.required)] : []
      if (faults.length + missing.length > 0) return yield* new InvalidForm({ faults: [...missing, ...faults] })
      return [{ method: "patch" as const, target: { kind: "invite" as const, guild_id, code }, body }]
    }
    yield* WorldEdits.carryOut(wish, () => Body.void)
  })
)

interface Asked {
  readonly application: Application
  readonly code: string
  readonly now: number
  /** A permission that is enough, beside MANAGE_GUILD. */
  readonly readers: bigint
}

/** The invite of a bot of the guild that made it, or that has MANAGE_GUILD. */
const invited = function* ({ application, code, now, readers }: Asked) {
  const invite: Invite = yield* KeptInvites.valid(code, now)
  const there = yield* BotEntry.inGuild({ application, guild_id: invite.guild_id })
  if (invite.inviter_id !== application.bot.id) {
    const isReader = readers !== 0n && has(BotEntry.guildPermissions(there), readers)
    if (!isReader) yield* BotEntry.requireInGuild(there, "MANAGE_GUILD")
  }
  return { ...invite, target_user_ids: invite.target_user_ids ?? [] }
}
