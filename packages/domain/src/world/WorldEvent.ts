/**
 * Events of what happened to the elements of a world: one table of names. Gateway dispatches are made from these.
 * Source: architecture.md "Storage"; product.md "Control plane".
 */
import type { TargetKind } from "../element/WorldTarget.ts"
import { isSame, type Reported } from "./element/Element.ts"
import { ELEMENTS } from "./element/Elements.ts"
import type { Change, Changes } from "./WorldChange.ts"

export interface WorldEvent {
  readonly type:
    | `${TargetKind}.${"created" | "updated" | "deleted"}`
    | "command.deleted"
    | "command_permissions.updated"
  /** Ids, and the new element; the last one when it was deleted. */
  readonly data: object
}

/**
 * The events of changes, in the order of the calls below. A guild that comes or goes stands for its roles, channels and
 * members. Tokens and rate limits that go with another element have no event; lobbies have events of their own.
 */
export const eventsOf = (changes: Changes): ReadonlyArray<WorldEvent> => {
  const whole = new Set(changes.guilds.flatMap(({ before, after }) => (before && after ? [] : [(before ?? after)?.id])))
  const partly = <A extends { readonly guild_id: string }>(list: ReadonlyArray<Change<A>>) =>
    list.filter(({ before, after }) => !whole.has((after ?? before)?.guild_id))
  return [
    ...events("application", ELEMENTS.applications, changes.applications),
    ...events("user", ELEMENTS.users, changes.users),
    ...events("guild", ELEMENTS.guilds, changes.guilds),
    ...events("role", ELEMENTS.roles, partly(changes.roles)),
    ...events("channel", ELEMENTS.channels, partly(changes.channels)),
    ...events("member", ELEMENTS.members, partly(changes.members)),
    ...events("guild_install", ELEMENTS.guild_installs, changes.guild_installs),
    ...events("user_install", ELEMENTS.user_installs, changes.user_installs),
    ...events("direct_channel", ELEMENTS.direct_channels, changes.direct_channels),
    ...ofCommands(changes)
  ]
}

/** Commands that went, and changed permissions of commands that stay, in the shape of their own edit. */
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

const events = <A extends object>(
  noun: TargetKind,
  { event, beforeWith = [] }: Reported<A>,
  changes: ReadonlyArray<Change<A>>
): ReadonlyArray<WorldEvent> =>
  changes.flatMap(({ before, after }): ReadonlyArray<WorldEvent> => {
    const element = after ?? before
    if (element === undefined) return []
    const what = before === undefined ? "created" : after === undefined ? "deleted" : "updated"
    const was = after && before
    const shown = was !== undefined && beforeWith.some((field) => !isSame(was[field] ?? null, element[field] ?? null))
    return [{ type: `${noun}.${what}`, data: { ...event(element, was), ...(shown ? { before: was } : {}) } }]
  })
