/**
 * What happened to the elements of a world, as it stands in the event log: one table of names. Gateway dispatches are
 * made from these. Source: architecture.md "Storage"; product.md "Control plane".
 */
import { canonicalJson } from "../base/CanonicalJson.ts"
import type { Change, Changes } from "./WorldChange.ts"

export type WorldNoun =
  | "application"
  | "user"
  | "user_install"
  | "guild"
  | "role"
  | "channel"
  | "member"
  | "guild_install"
  | "direct_channel"

export interface WorldEvent {
  readonly type: `${WorldNoun}.${"created" | "updated" | "deleted"}` | "command.deleted" | "command_permissions.updated"
  /** Ids, and the new element; the last one when it was deleted. */
  readonly data: object
}

/**
 * In the order of the table. A guild that comes or goes speaks for its roles, channels and members. An application's
 * event has its id and the names of the fields that changed, because the element has secrets; that of a guild
 * installation has what it was before, because it may have brought a bot then, and so has that of a role, a channel or a
 * member whose update changed what bots may view. Tokens and rate limits that go with another element go in silence,
 * lobbies with events of their own.
 */
export const eventsOf = (changes: Changes): ReadonlyArray<WorldEvent> => {
  const whole = new Set(changes.guilds.flatMap(({ before, after }) => (before && after ? [] : [(before ?? after)?.id])))
  const partly = <A extends { readonly guild_id: string }>(list: ReadonlyArray<Change<A>>) =>
    list.filter(({ before, after }) => !whole.has((after ?? before)?.guild_id))
  return [
    ...events("application", changes.applications, (after, before) => ({
      application_id: after.id,
      ...(before === undefined ? {} : { changed: changedFields(before, after) })
    })),
    ...events("user", changes.users, (user) => ({ user_id: user.id, user })),
    ...events("guild", changes.guilds, (guild) => ({ guild_id: guild.id, guild })),
    ...events("role", partly(changes.roles), (role, before) => ({
      guild_id: role.guild_id,
      role_id: role.id,
      role,
      ...beforeOf(role, before, ["permissions"])
    })),
    ...events("channel", partly(changes.channels), (channel, before) => ({
      guild_id: channel.guild_id,
      channel_id: channel.id,
      channel,
      ...beforeOf(channel, before, ["permission_overwrites"])
    })),
    ...events("member", partly(changes.members), (member, before) => ({
      guild_id: member.guild_id,
      user_id: member.user_id,
      member,
      ...beforeOf(member, before, ["roles"])
    })),
    ...events("guild_install", changes.guild_installs, (install, before) => ({
      guild_id: install.guild_id,
      application_id: install.application_id,
      install,
      ...(before === undefined ? {} : { before })
    })),
    ...events("user_install", changes.user_installs, (install) => ({
      user_id: install.user_id,
      application_id: install.application_id,
      install
    })),
    ...events("direct_channel", changes.direct_channels, (channel) => ({ channel_id: channel.id, channel })),
    ...ofCommands(changes)
  ]
}

/** Commands that went; permissions that changed of those that stay, as their own edit tells it. */
const ofCommands = ({ commands, command_permissions, applications, guilds }: Changes): ReadonlyArray<WorldEvent> => {
  const gone = new Set(
    [...applications, ...guilds, ...commands].flatMap(({ before, after }) => (after ? [] : before?.id))
  )
  return [
    ...commands.flatMap(
      ({ before, after }): ReadonlyArray<WorldEvent> =>
        before && !after ? [{ type: "command.deleted", data: before }] : []
    ),
    ...command_permissions.flatMap(({ before, after }): ReadonlyArray<WorldEvent> => {
      const data = after ?? (before && { ...before, permissions: [] })
      const silent = data === undefined || [data.id, data.application_id, data.guild_id].some((id) => gone.has(id))
      return silent ? [] : [{ type: "command_permissions.updated", data }]
    })
  ]
}

const events = <A>(
  noun: WorldNoun,
  changes: ReadonlyArray<Change<A>>,
  /** `before` is that of an update. */
  data: (element: A, before: A | undefined) => object
): ReadonlyArray<WorldEvent> =>
  changes.flatMap(({ before, after }): ReadonlyArray<WorldEvent> => {
    const element = after ?? before
    if (element === undefined) return []
    const what = before === undefined ? "created" : after === undefined ? "deleted" : "updated"
    return [{ type: `${noun}.${what}`, data: data(element, after && before) }]
  })

/** What it was before, where an update changed one of these fields. */
const beforeOf = <A extends object>(after: A, before: A | undefined, fields: ReadonlyArray<keyof A & string>) =>
  before !== undefined && changedFields(before, after).some((name) => fields.some((field) => field === name))
    ? { before }
    : {}

const changedFields = <A extends object>(before: A, after: A): ReadonlyArray<string> => {
  const was = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) =>
    canonicalJson(was.get(name) ?? null) === canonicalJson(value ?? null) ? [] : [name]
  )
}
