/**
 * What a client knows of the commands that users see in channels, with their versions: a cache that refusals repair.
 * Source: wire-interactions.md §7.1; decision 33; service.md "Errors" (stale).
 */
import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { OfferedCommand } from "@backlot/domain/typing/Picker"
import { Effect, Ref } from "effect"
import type { ControlFailure } from "./ControlFailure.ts"

export interface Viewpoint {
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
}

type Commands = ReadonlyMap<Snowflake, OfferedCommand>

/** The commands of each viewpoint by id. Immutable. */
export type CommandIndex = ReadonlyMap<string, Commands>

export const EMPTY: CommandIndex = new Map()

/** What the user sees there, in the given order; undefined if nothing is known. */
export const commandsAt = (index: CommandIndex, at: Viewpoint): ReadonlyArray<OfferedCommand> | undefined => {
  const known = index.get(keyOf(at))
  return known === undefined ? undefined : [...known.values()]
}

/** Replaces what was known there. Beyond `Limits.userSession.viewpoints` the oldest viewpoint is dropped. */
export const replace = (index: CommandIndex, at: Viewpoint, commands: ReadonlyArray<OfferedCommand>): CommandIndex => {
  const others = [...forget(index, at)].slice(-(Limits.userSession.viewpoints - 1))
  return new Map([...others, [keyOf(at), new Map(commands.map((offered) => [offered.command.id, offered]))]])
}

export const forget = (index: CommandIndex, at: Viewpoint): CommandIndex =>
  new Map([...index].filter(([key]) => key !== keyOf(at)))

/** A stale refusal has the current command: it replaces every copy, and is added nowhere else. */
export const repair = (index: CommandIndex, current: ApplicationCommand): CommandIndex =>
  mapEach(index, (commands) => {
    const copy = commands.get(current.id)
    return copy === undefined ? commands : new Map([...commands, [current.id, { ...copy, command: current }]])
  })

/** The command is gone: removes every copy. */
export const discard = (index: CommandIndex, commandId: Snowflake): CommandIndex =>
  mapEach(index, (commands) => new Map([...commands].filter(([id]) => id !== commandId)))

const mapEach = (index: CommandIndex, change: (commands: Commands) => Commands): CommandIndex =>
  new Map([...index].map(([key, commands]) => [key, change(commands)]))

const keyOf = ({ user_id, channel_id }: Viewpoint): string => `${user_id} ${channel_id}`

export type CachedIndex = Effect.Success<ReturnType<typeof make>>

/** The cached index of one server. `load` reads every command of a viewpoint on first use; refusals repair the cache. */
export const make = (load: (at: Viewpoint) => Effect.Effect<ReadonlyArray<OfferedCommand>, ControlFailure>) =>
  Effect.map(Ref.make(EMPTY), (ref) => {
    const reload = (at: Viewpoint) =>
      Effect.tap(load(at), (commands) => Ref.update(ref, (index) => replace(index, at, commands)))
    return {
      /** What the user sees there; `fresh` if it was just read. */
      commandsAt: Effect.fnUntraced(function* (at: Viewpoint) {
        const known = commandsAt(yield* Ref.get(ref), at)
        return known === undefined ? { commands: yield* reload(at), fresh: true } : { commands: known, fresh: false }
      }),
      reload,
      forget: (at: Viewpoint) => Ref.update(ref, (index) => forget(index, at)),
      repair: (current: ApplicationCommand) => Ref.update(ref, (index) => repair(index, current)),
      discard: (commandId: Snowflake) => Ref.update(ref, (index) => discard(index, commandId))
    }
  })
