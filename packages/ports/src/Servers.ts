/**
 * The processes that share a store. A process that is alone runs everything itself. Source: architecture.md "Storage"
 * (postgres).
 */
import { Context, Data, Effect, type Scope, Stream } from "effect"
import type { StorageError } from "./Storage.ts"

/** Another process did not answer. */
export class Unreached extends Data.TaggedError("Unreached")<{ readonly address: string; readonly cause: unknown }> {}

/** Answers a question, in parts. */
export type Answering = (question: string) => Stream.Stream<string>

export interface Sharing {
  /** Whether no other process can share the store. */
  readonly isAlone: boolean
  /** Names this process from its start to its end: its address, `#`, and what no earlier process at that address had. */
  readonly self: string
  /** 0 to 1023: no other living process has it, once this one is known to the others. */
  readonly number: Effect.Effect<number>
  /** The addresses of the processes that live, this one included. */
  readonly living: Effect.Effect<ReadonlySet<string>, StorageError>
  /** Says that this process has followed the log up to here, with what it holds in memory. */
  readonly reached: (position: number) => Effect.Effect<void>
  /** Says that this process follows the log no longer: nobody waits for it any more. */
  readonly left: Effect.Effect<void>
  /** Ends when every process that lives has. A process that does not answer is waited for as long as it counts as living. */
  readonly everywhere: (position: number) => Effect.Effect<void, StorageError>
  /** What another process answers to a question about a topic, in parts; nothing if nobody answers for the topic there. */
  readonly ask: (address: string, topic: string, question: string) => Stream.Stream<string, Unreached>
  /** Answers what other processes ask about a topic, until the scope closes. */
  readonly answer: (topic: string, by: Answering) => Effect.Effect<void, never, Scope.Scope>
  /**
   * Runs an effect in one of the processes, as long as that process lives; then in another. When it moves without a crash,
   * it is interrupted, and begins elsewhere after its finalizers. What it does must stay right when two run it for a
   * moment. Until the scope closes. The name is the same in every process.
   */
  readonly runInOne: <E, R>(
    name: string,
    effect: Effect.Effect<void, E, R>
  ) => Effect.Effect<void, never, R | Scope.Scope>
}

export const Servers = Context.Reference<Sharing>("@backlot/ports/Servers", {
  defaultValue: () => ({
    isAlone: true,
    self: "",
    number: Effect.succeed(0),
    living: Effect.succeed(new Set<string>()),
    reached: () => Effect.void,
    left: Effect.void,
    everywhere: () => Effect.void,
    ask: () => Stream.empty,
    answer: () => Effect.void,
    runInOne: (_, effect) => Effect.asVoid(Effect.forkScoped(effect))
  })
})

/** Whether another process lives. */
export const hasOthers = ({ self, living }: Pick<Sharing, "self" | "living">): Effect.Effect<boolean, StorageError> =>
  Effect.map(living, (addresses) => [...addresses].some((one) => one !== addressOf(self)))

/** The address in the name of a process. */
export const addressOf = (self: string): string => self.split("#", 1).join()
