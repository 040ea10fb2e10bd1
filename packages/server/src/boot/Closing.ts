/** Whether the server is stopping, and when endless answers must end. */
import { Context, type Effect } from "effect"

export class Closing extends Context.Service<
  Closing,
  {
    readonly hasBegun: () => boolean
    /** Ends after requests and deliveries, so that event streams report those too. */
    readonly streamsEnd: Effect.Effect<void>
  }
>()("./Closing.ts") {}
