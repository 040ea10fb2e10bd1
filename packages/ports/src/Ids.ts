/** The one source of snowflakes. Strictly increasing, across restarts too. Source: architecture.md. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context, type Effect } from "effect"
import type { StorageError } from "./Storage.ts"

export class Ids extends Context.Service<
  Ids,
  {
    readonly next: Effect.Effect<Snowflake, StorageError>
    /**
     * `count` ids in ascending order. `atMs`: the moment of the service clock that they are of, where it is not set to it
     * yet; ids that carry the wall clock take no notice.
     */
    readonly many: (count: number, atMs?: number) => Effect.Effect<ReadonlyArray<Snowflake>, StorageError>
    /** From now on every id is larger than this one, across restarts too. */
    readonly goBehind: (id: Snowflake) => Effect.Effect<void, StorageError>
  }
>()("./Ids.ts") {}
