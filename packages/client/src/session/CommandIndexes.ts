/** The cached index as a service. It loads on first use; refusals repair it. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { OfferedCommand } from "@backlot/domain/typing/Picker"
import { Context, Effect, Layer, Ref } from "effect"
import * as CommandIndex from "./CommandIndex.ts"
import { ControlClient } from "./ControlClient.ts"
import type { ControlFailure } from "./ControlFailure.ts"

export class CommandIndexes extends Context.Service<
  CommandIndexes,
  {
    /** What the user sees there; `fresh` if it was just read. */
    readonly commandsAt: (
      at: CommandIndex.Viewpoint
    ) => Effect.Effect<{ readonly commands: ReadonlyArray<OfferedCommand>; readonly fresh: boolean }, ControlFailure>
    /** Reads all of it again. */
    readonly reload: (at: CommandIndex.Viewpoint) => Effect.Effect<ReadonlyArray<OfferedCommand>, ControlFailure>
    readonly forget: (at: CommandIndex.Viewpoint) => Effect.Effect<void>
    readonly repair: (current: ApplicationCommand) => Effect.Effect<void>
    readonly discard: (commandId: Snowflake) => Effect.Effect<void>
  }
>()("./CommandIndexes.ts") {}

/** `load` reads every command of a viewpoint. */
export const make = (
  load: (at: CommandIndex.Viewpoint) => Effect.Effect<ReadonlyArray<OfferedCommand>, ControlFailure>
): Effect.Effect<CommandIndexes["Service"]> =>
  Effect.map(Ref.make(CommandIndex.EMPTY), (ref) => {
    const reload = (at: CommandIndex.Viewpoint) =>
      Effect.tap(load(at), (commands) => Ref.update(ref, (index) => CommandIndex.replace(index, at, commands)))
    return {
      commandsAt: Effect.fnUntraced(function* (at) {
        const known = CommandIndex.commandsAt(yield* Ref.get(ref), at)
        return known === undefined ? { commands: yield* reload(at), fresh: true } : { commands: known, fresh: false }
      }),
      reload,
      forget: (at) => Ref.update(ref, (index) => CommandIndex.forget(index, at)),
      repair: (current) => Ref.update(ref, (index) => CommandIndex.repair(index, current)),
      discard: (commandId) => Ref.update(ref, (index) => CommandIndex.discard(index, commandId))
    }
  })

/** The index of one server. */
export const layer: Layer.Layer<CommandIndexes, never, ControlClient> = Layer.effect(
  CommandIndexes,
  Effect.flatMap(ControlClient, (client) => make(client.commands))
)
