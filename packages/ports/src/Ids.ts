/** The one source of snowflakes. Strictly increasing, across restarts too. Source: architecture.md. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context, type Effect } from "effect"
import type { StorageError } from "./Storage.ts"

export class Ids extends Context.Service<
  Ids,
  {
    readonly next: Effect.Effect<Snowflake, StorageError>
    /**
     * `count` ids in ascending order. `atMs` is the service time of the ids if the clock is not set to it yet; ids that
     * follow the wall clock ignore it.
     */
    readonly many: (count: number, atMs?: number) => Effect.Effect<ReadonlyArray<Snowflake>, StorageError>
    /** Makes every later id larger than this one, across restarts too. `atMs` as for `many`. */
    readonly goBehind: (id: Snowflake, atMs?: number) => Effect.Effect<void, StorageError>
  }
>()("./Ids.ts") {}
