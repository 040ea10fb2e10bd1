/**
 * Processes that share a log tell each other that they have appended to it. One process alone neither tells nor hears.
 * Source: architecture.md "Storage" (postgres).
 */
import { Context, Effect } from "effect"

export interface Noticing {
  /**
   * Runs `read` whenever the log may contain events that this process has not published: when the connection starts to
   * listen, after a reconnect, and for each new position of another process. `read` publishes what it finds.
   */
  readonly follow: <E, R>(read: Effect.Effect<void, E, R>) => Effect.Effect<never, never, R>
  /** Tells the others that a commit of this process ends at this position. Never waits. */
  readonly tell?: (position: number) => void
}

export const Notices = Context.Reference<Noticing>("@backlot/ports/Notices", {
  defaultValue: () => ({ follow: () => Effect.never })
})
