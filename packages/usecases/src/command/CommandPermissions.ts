/**
 * Command overwrites in one guild: those of single commands, and those of the whole application under its own id. They
 * are read, and replaced by a user with the rights. Deleting or renaming a command deletes its overwrites (Commands).
 * Sources: service.md "Guild application command permissions"; wire-rest.md §1, §3.3; decisions 30, 31.
 */
import { overwriteDrafts } from "@backlot/domain/audit/AuditCommands"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import * as Body from "@backlot/domain/permission/CommandPermissionBody"
import * as Edit from "@backlot/domain/permission/CommandPermissionEdit"
import type { Known, Target } from "@backlot/domain/permission/CommandPermissionTarget"
import { evaluateIn } from "@backlot/domain/permission/Evaluate"
import { OverwriteType } from "@backlot/domain/permission/OverwriteLookup"
import type { ChannelSnapshot } from "@backlot/domain/permission/Place"
import { standingInGuild } from "@backlot/domain/permission/Standing"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import * as World from "@backlot/domain/record/World"
import { Effect } from "effect"
import { requireGuild } from "../access/Access.ts"
import { rolesOf } from "../access/Accounts.ts"
import { valid } from "../access/Caller.ts"
import { recordAs } from "../audit/AuditLog.ts"
import { commit } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { listOf, textOf } from "../store/StoredText.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"

/** The commands of an application in a guild. */
interface GuildCommands {
  readonly application: Pick<World.Application, "id">
  readonly guild_id: Snowflake
}

/** The user who replaces the overwrites. */
interface EditTarget extends GuildCommands {
  readonly user_id: Snowflake
  /** For the audit log. */
  readonly reason?: string | undefined
}

/** The JSON text of all entries, by ascending id. */
export const listText = operation("CommandPermissions.listText", ({ application, guild_id }: GuildCommands) =>
  Effect.map(
    inTransaction(() => Collections.commandPermissions.by("guild", guild_id, application.id)),
    listOf
  )
)

/** The JSON text of one entry; `id` is a command or the application. */
export const getText = operation(
  "CommandPermissions.getText",
  transacting(function* (target: GuildCommands, id: Snowflake) {
    yield* subjectOf(target, id)
    const entry = Collections.commandPermissions.get(...keyOf(target, id))
    return textOf(yield* existing(entry, ServiceError.UnknownCommandPermissions))
  })
)

/**
 * PUT: the overwrites of the body replace all those of `id`, a command or the application. Gives the new ones. Faults
 * of the body come before missing rights, because rights depend on the targets in the body. Our choice: docs/choices.md
 * "Permissions".
 */
export const replace = operation(
  "CommandPermissions.replace",
  Effect.fnUntraced(function* (target: EditTarget, id: Snowflake, body: unknown) {
    const sent = Body.decodeOverwrites(body)
    return yield* commit(function* (now_ms) {
      const subject = yield* loadSubject(target, id)
      const { guild, entry } = subject
      const named = yield* channelsOf(guild.id, Body.channelsNamed(sent.value))
      const permissions = yield* valid(Body.validate(sent, knownOf(guild.id, subject.roles, named)))
      const before = entry?.permissions ?? []
      const decision = yield* Edit.decide(
        before,
        { id, application_id: subject.application.id, guild_id: guild.id, permissions },
        yield* editorOf(subject, target.user_id, now_ms),
        yield* targetsOf(guild.id, Edit.affected(before, permissions), named)
      )
      yield* decision.stored === undefined
        ? Collections.commandPermissions.delete(...keyOf(target, id))
        : Collections.commandPermissions.put(decision.stored, entry ?? null)
      const entries = yield* recordAs(target, overwriteDrafts(before, decision.answer))
      return { value: decision.answer, events: [...decision.events, ...entries] }
    })
  })
)

/** The subject of an edit, with its current overwrites. */
interface EditSubject {
  readonly application: World.Application
  readonly guild: World.Guild
  readonly install: World.GuildInstall
  readonly roles: ReadonlyArray<World.Role>
  /** Undefined for the application itself. */
  readonly command: ApplicationCommand | undefined
  readonly entry: World.GuildCommandPermissions | undefined
  /** The entry of the application. */
  readonly whole: World.GuildCommandPermissions | undefined
}

const loadSubject = function* (target: GuildCommands, id: Snowflake) {
  const application = yield* existing(
    Collections.applications.get(target.application.id),
    ServiceError.UnknownApplication
  )
  // The world may have been replaced since the access check.
  const { guild, install } = yield* requireGuild(application, target.guild_id)
  const command = yield* subjectOf(target, id)
  const [entry, whole] = yield* Collections.commandPermissions.getMany([
    keyOf(target, id),
    keyOf(target, application.id)
  ])
  const roles = yield* rolesOf(guild.id)
  return { application, guild, install, roles, command, entry, whole } satisfies EditSubject
}

/**
 * The user as an editor; undefined when they are no member. For the application itself no single command has to be
 * usable, so only the other rights count. Our choice: docs/choices.md "Permissions".
 */
const editorOf = function* (subject: EditSubject, userId: Snowflake, now_ms: number) {
  const { application, guild, roles, command } = subject
  const user = yield* Collections.users.get(userId)
  const member = yield* Collections.members.get(guild.id, userId)
  if (user === undefined || member === undefined) return undefined
  const standing = standingInGuild({ user, guild, roles, member, now_ms })
  if (command === undefined) return { standing, can_run: true, now_ms } satisfies Edit.Editor
  const asked = {
    command,
    bot_id: application.bot.id,
    guild_install: subject.install,
    user_install: yield* Collections.userInstalls.get(userId, application.id),
    command_overwrites: subject.entry?.permissions,
    application_overwrites: subject.whole?.permissions
  }
  const { usable } = evaluateIn(standing, asked, { channelStage: false })
  return { standing, can_run: usable, now_ms } satisfies Edit.Editor
}

const keyOf = ({ application, guild_id }: GuildCommands, id: Snowflake) => [application.id, id, guild_id] as const

/** The command of that id, global or of this guild; undefined for the application itself. */
const subjectOf = function* ({ application, guild_id }: GuildCommands, id: Snowflake) {
  if (id === application.id) return undefined
  const scopes = (["global", guild_id] as const).map((scope) => Collections.commandScope(application.id, scope))
  const found = yield* Collections.commands.getMany(scopes.map((scope) => [...scope, id]))
  return found.find((command) => command !== undefined) ?? (yield* new ServiceError.UnknownCommand())
}

/** The channels of the guild among the ids. */
export const channelsOf = function* (guildId: Snowflake, ids: ReadonlyArray<Snowflake>) {
  const found = yield* Collections.channels.existing([...new Set(ids)].map((id) => [id]))
  return found.flatMap((channel) => (World.isDirect(channel) || channel.guild_id !== guildId ? [] : [channel]))
}

/** The facts of the guild that the rules of a body need. */
export const knownOf = (
  guild_id: Snowflake,
  roles: ReadonlyArray<World.Role>,
  channels: ReadonlyArray<World.GuildChannel>
): Known => {
  const roleIds = new Set(roles.map(({ id }) => id))
  const channelIds = new Set(channels.map(({ id }) => id))
  return { guild_id, hasRole: (id) => roleIds.has(id), hasChannel: (id) => channelIds.has(id) }
}

/** The targets that an edit affects; `named` are the channels of its body. */
export const targetsOf = function* (
  guildId: Snowflake,
  changed: ReadonlyArray<Target>,
  named: ReadonlyArray<World.GuildChannel>
) {
  const users = Edit.idsOf(changed, OverwriteType.USER)
  const members = yield* Collections.members.existing(users.map((id) => [guildId, id]))
  const gone = Edit.idsOf(changed, OverwriteType.CHANNEL).filter((id) => !named.some((channel) => channel.id === id))
  const channels = [...named, ...(yield* channelsOf(guildId, gone))]
  return {
    members,
    channels: yield* withParents(guildId, channels)
  } satisfies Edit.Targets
}

/** A thread is judged by its channel. */
const withParents = function* (guildId: Snowflake, channels: ReadonlyArray<World.GuildChannel>) {
  const ids = channels.flatMap((channel) => (World.isThread(channel) && channel.parent_id ? [channel.parent_id] : []))
  const parents = yield* channelsOf(guildId, ids)
  return channels.map(
    (channel): ChannelSnapshot => ({ channel, parent: parents.find(({ id }) => id === channel.parent_id) })
  )
}
