/**
 * Which users may replace the overwrites of a command, and the result. The rights are those of the user behind the
 * token. Sources: service.md "Authentication", "States and transitions"; wire-interactions.md §5.5; decision 31.
 */
import { Result } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { MissingPermissions } from "../error/ServiceError.ts"
import type { CommandPermission, GuildCommandPermissions, Member } from "../record/World.ts"
import { isAllChannels, isEveryone, type Target, targetKey } from "./CommandPermissionTarget.ts"
import { OverwriteType } from "./OverwriteLookup.ts"
import * as Permission from "./Permission.ts"
import { type ChannelSnapshot, permissionsIn } from "./Place.ts"
import { highestRole, isAbove, type Rank } from "./RoleHierarchy.ts"
import { type GuildStanding, lacking, may } from "./Standing.ts"

export type Overwrites = ReadonlyArray<CommandPermission>

export interface Editor {
  /** In the guild as a whole. */
  readonly standing: GuildStanding
  /** Whether the user can run the command, evaluated without the channel stage. */
  readonly can_run: boolean
  readonly now_ms: number
}

/** The known targets of an edit; a target that is missing here no longer exists in the guild. */
export interface Targets {
  readonly members: ReadonlyArray<Member>
  readonly channels: ReadonlyArray<ChannelSnapshot>
}

/** Targets with a change; others need no right. Our choice: docs/choices.md "Permissions". */
export const affected = (before: Overwrites, after: Overwrites): ReadonlyArray<Target> => {
  const was = new Map(before.map((overwrite) => [targetKey(overwrite), overwrite.permission]))
  const kept = new Set(after.map(targetKey))
  return [
    ...before.filter((overwrite) => !kept.has(targetKey(overwrite))),
    ...after.filter((overwrite) => was.get(targetKey(overwrite)) !== overwrite.permission)
  ]
}

/** PUT: `next` replaces the list; an empty one removes the entry. `editor` is undefined for a user who is no member. */
export const decide = (
  before: Overwrites,
  next: GuildCommandPermissions,
  editor: Editor | undefined,
  targets: Targets
) => {
  if (editor === undefined) return denied("the user is no member of the guild")
  if (!mayEdit(editor)) return denied(notEditing(editor))
  const foreign = affected(before, next.permissions).find((target) => !mayManage[target.type](target, editor, targets))
  if (foreign !== undefined) return denied(`the user may not manage what the overwrite for ${foreign.id} is about`)
  return Result.succeed({
    /** Undefined removes the entry. */
    stored: next.permissions.length === 0 ? undefined : next,
    answer: next,
    /** Also for an identical list: service.md names no exception. */
    events: [{ type: "command_permissions.updated" as const, data: next }]
  })
}

const denied = (because: string) => Result.fail(new MissingPermissions({ because }))

const notEditing = ({ standing, can_run }: Editor): string =>
  can_run
    ? lacking(standing, Permission.bitsOf(["MANAGE_GUILD", "MANAGE_ROLES"]) & ~standing.permissions)
    : "the member may not use the command itself"

/** A time-out takes these rights away (wire-interactions.md §5.2). Our choice: docs/choices.md "Permissions". */
const mayEdit = ({ standing, can_run }: Editor): boolean =>
  can_run && may(standing, "MANAGE_GUILD") && may(standing, "MANAGE_ROLES")

type May = (target: Target, editor: Editor, targets: Targets) => boolean

/** @everyone, all channels and deleted targets rank above nobody. Our choice: docs/choices.md "Permissions". */
const mayManage: Readonly<Record<Target["type"], May>> = {
  [OverwriteType.ROLE]: (target, { standing }) => {
    if (isEveryone(target, standing.guild.id)) return true
    const role = standing.roles.find(({ id }) => id === target.id)
    return role === undefined || ranksAbove(standing, role)
  },
  [OverwriteType.USER]: ({ id }, { standing }, { members }) => {
    if (id === standing.user.id) return true
    if (id === standing.guild.owner_id) return false
    const member = members.find(({ user_id }) => user_id === id)
    return member === undefined || ranksAbove(standing, highestOf(standing, member))
  },
  [OverwriteType.CHANNEL]: (target, editor, { channels }) => {
    if (isAllChannels(target, editor.standing.guild.id)) return true
    const found = channels.find(({ channel }) => channel.id === target.id)
    return found === undefined || sees(editor, found)
  }
}

const ranksAbove = (standing: GuildStanding, other: Rank): boolean =>
  standing.is_owner || isAbove(highestOf(standing, standing.member), other)

const highestOf = ({ roles, guild }: GuildStanding, member: Pick<Member, "roles">): Rank =>
  highestRole(roles, guild.id, member)

const sees = ({ standing, now_ms }: Editor, where: ChannelSnapshot): boolean =>
  Permission.has(permissionsIn(standing, standing, where, now_ms), Permission.BITS.VIEW_CHANNEL)

export const idsOf = (targets: ReadonlyArray<Target>, type: Target["type"]): ReadonlyArray<Snowflake> =>
  targets.filter((target) => target.type === type).map(({ id }) => id)
