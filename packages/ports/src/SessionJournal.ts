/**
 * What the gateway of each process sent, kept where the others find it, so that a session can be resumed on any of them. It
 * survives a process that is killed, not a crash of the store: sessions then begin anew. A process that is alone keeps
 * nothing. Source: architecture.md "Storage" (postgres).
 */
import { Context, type Effect } from "effect"
import type { StorageError } from "./Storage.ts"

/** Something that was about to be sent. */
export interface Entry {
  /** Increases by one in each process. */
  readonly n: number
  readonly text: string
}

/** A session as its process knows it. */
export interface KeptSession {
  readonly id: string
  /** The process that has it; empty after that process has ended. */
  readonly owner: string
  /** Only who has the token may claim it. */
  readonly token_hash: string
  readonly text: string
}

export interface Journal {
  /** Kept when it returns. */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<void, StorageError>
  /** The entries of a process after `n`, in order. */
  readonly after: (owner: string, n: number) => Effect.Effect<ReadonlyArray<Entry>, StorageError>
  /** Forgets the entries of this process up to `n`, and whatever was not kept again for `Limits.gateway.journal.keptMs`. */
  readonly trim: (n: number) => Effect.Effect<void, StorageError>
  /** Keeps sessions of this process, new ones too. Gives the ids of those that other processes have taken. */
  readonly keep: (
    sessions: ReadonlyArray<Omit<KeptSession, "owner">>
  ) => Effect.Effect<ReadonlyArray<string>, StorageError>
  /** Makes a session one of this process. Gives it as it was before; undefined if it is not kept. */
  readonly claim: (id: string, token_hash: string) => Effect.Effect<KeptSession | undefined, StorageError>
  readonly forget: (ids: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  /** Every session. */
  readonly sessions: Effect.Effect<ReadonlyArray<KeptSession>, StorageError>
  /** The processes that have sessions. */
  readonly owners: Effect.Effect<ReadonlyArray<string>, StorageError>
  /** Takes the sessions of these processes, which have ended, from them. Gives those that others did not take already. */
  readonly orphan: (owners: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<KeptSession>, StorageError>
}

/** Undefined: sessions end with their process. */
export const SessionJournal = Context.Reference<Journal | undefined>("@backlot/ports/SessionJournal", {
  defaultValue: () => undefined
})
