/** How the server stops: its beginning, and when what would never end by itself ends. */
import { Context, type Effect } from "effect"

export class Closing extends Context.Service<
  Closing,
  {
    readonly hasBegun: () => boolean
    /** Once requests and deliveries have ended, so that streams of events tell of those too. */
    readonly streamsEnd: Effect.Effect<void>
  }
>()("./Closing.ts") {}
