/**
 * Tells this process that others may have appended to the log. One process alone hears nothing. Source: architecture.md
 * "Storage" (postgres).
 */
import { Context, Effect } from "effect"

export interface Noticing {
  /**
   * Runs `read` whenever the log may contain events that this process has not published: when the connection starts to
   * listen, after a reconnect, and for each new position of another process. `read` publishes what it finds.
   */
  readonly follow: <E, R>(read: Effect.Effect<void, E, R>) => Effect.Effect<never, never, R>
}

export const Notices = Context.Reference<Noticing>("@backlot/ports/Notices", {
  defaultValue: () => ({ follow: () => Effect.never })
})
