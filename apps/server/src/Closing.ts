/** When the server begins to stop. What would never end by itself ends then, so that stopping need not wait for it. */
import { Context, type Effect } from "effect"

export class Closing extends Context.Service<Closing, { readonly begun: Effect.Effect<void> }>()(
  "@backlot/server/Closing"
) {}
