/** A database whose connections fail at random places, by a seed. Counts its round trips. */

import { chance } from "@backlot/ports/conformance/suite/Chance"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { SerializationError, SqlError } from "effect/sql/SqlError"
import { Database } from "../src/Database.ts"
import type { Session, Statement } from "../src/Session.ts"
import { make } from "../src/Storage.ts"

export interface Fault {
  /** The error instead of the exchange; undefined sends it. */
  readonly before: (statements: ReadonlyArray<Statement>) => Effect.Effect<void, SqlError>
}

export const conflict = new SqlError({
  reason: new SerializationError({ cause: Object.assign(new Error("injected"), { code: "40001" }), operation: "query" })
})

/** The same store, with `before` run before each exchange. */
export const faulty = (fault: Fault): Layer.Layer<Storage, never, Database> =>
  Layer.effect(
    Storage,
    Effect.flatMap(Database, (database) =>
      make({ ...database, open: Effect.map(database.open, (session) => wrap(session, fault)) })
    )
  )

const wrap = (session: Session, { before }: Fault): Session => ({
  ...session,
  exchange: (statements) => {
    // A rollback passes: the server would do the same at the end of the connection.
    const spared = statements.some(([sql]) => sql === "ROLLBACK")
    return Effect.andThen(spared ? Effect.void : before(statements), session.exchange(statements))
  }
})

/** One exchange in `every`, chosen by the seed, fails with a serialization failure. */
export const conflicts = (seed: number, every: number): Fault => {
  const random = chance(seed)
  return { before: () => Effect.suspend(() => (random.below(every) === 0 ? Effect.fail(conflict) : Effect.void)) }
}
