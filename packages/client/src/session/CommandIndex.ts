/**
 * What a client knows of the commands that users see in channels, with their versions: a cache that refusals repair.
 * Source: wire-interactions.md §7.1; decision 33; service.md "Errors" (stale).
 */
import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { OfferedCommand } from "@backlot/domain/typing/Picker"

/** A user in a channel. */
export interface Viewpoint {
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
}

/** The commands of each viewpoint by id. Immutable. */
export interface CommandIndex {
  readonly viewpoints: ReadonlyMap<string, ReadonlyMap<Snowflake, OfferedCommand>>
}

export const EMPTY: CommandIndex = { viewpoints: new Map() }

/** What the user sees there, in the given order; undefined if nothing is known. */
export const commandsAt = (index: CommandIndex, at: Viewpoint): ReadonlyArray<OfferedCommand> | undefined => {
  const known = index.viewpoints.get(keyOf(at))
  return known === undefined ? undefined : [...known.values()]
}

/** One command as it is known there; a use sends its `version`. */
export const commandAt = (index: CommandIndex, at: Viewpoint, commandId: Snowflake): ApplicationCommand | undefined =>
  index.viewpoints.get(keyOf(at))?.get(commandId)?.command

/** Replaces what was known there. Beyond `Limits.userSession.viewpoints` the oldest viewpoint is dropped. */
export const replace = (index: CommandIndex, at: Viewpoint, commands: ReadonlyArray<OfferedCommand>): CommandIndex => {
  const viewpoints = new Map(forget(index, at).viewpoints)
  const [oldest] = viewpoints.keys()
  if (oldest !== undefined && viewpoints.size >= Limits.userSession.viewpoints) viewpoints.delete(oldest)
  viewpoints.set(keyOf(at), new Map(commands.map((offered) => [offered.command.id, offered])))
  return { viewpoints }
}

/** Forgets what was known there. */
export const forget = (index: CommandIndex, at: Viewpoint): CommandIndex => {
  const viewpoints = new Map(index.viewpoints)
  viewpoints.delete(keyOf(at))
  return { viewpoints }
}

/** A stale refusal has the current command: it replaces every copy, and is added nowhere else. */
export const repair = (index: CommandIndex, current: ApplicationCommand): CommandIndex =>
  mapCopies(index, current.id, (copy) => ({ ...copy, command: current }))

/** The command is gone: removes every copy. */
export const discard = (index: CommandIndex, commandId: Snowflake): CommandIndex =>
  mapCopies(index, commandId, () => undefined)

const keyOf = ({ user_id, channel_id }: Viewpoint): string => `${user_id} ${channel_id}`

const mapCopies = (
  { viewpoints }: CommandIndex,
  commandId: Snowflake,
  change: (copy: OfferedCommand) => OfferedCommand | undefined
): CommandIndex => ({
  viewpoints: new Map(
    [...viewpoints].map(([key, commands]) => {
      const copy = commands.get(commandId)
      if (copy === undefined) return [key, commands]
      const changed = new Map(commands)
      const next = change(copy)
      if (next === undefined) changed.delete(commandId)
      else changed.set(commandId, next)
      return [key, changed]
    })
  )
})
