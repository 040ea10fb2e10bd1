/**
 * Runs an effect in one of the processes that share a store, as long as that process lives; then in another. A process that
 * is alone runs it itself. What it does must stay right when two run it for a moment. Source: architecture.md "Storage"
 * (postgres).
 */
import { Context, Effect, type Scope } from "effect"

export interface RunsOnce {
  /** Whether no other process can share the store. */
  readonly isAlone: boolean
  /** Until the scope closes. The name is the same in every process. */
  readonly run: <E, R>(name: string, effect: Effect.Effect<void, E, R>) => Effect.Effect<void, never, R | Scope.Scope>
}

export const Singletons = Context.Reference<RunsOnce>("@backlot/ports/Singletons", {
  defaultValue: () => ({ isAlone: true, run: (_, effect) => Effect.asVoid(Effect.forkScoped(effect)) })
})
