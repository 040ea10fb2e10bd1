/**
 * A connection that serves two ends for as long as the process lives. It holds a lock, by which others know that the store is
 * in use. And it asks again and again whether the database answers: packets that vanish end no connection, so without this
 * a request would wait until its own connection counts as lost.
 */
import type { StorageUnusable } from "@backlot/ports/Storage"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { Data, Deferred, Effect, Layer, Schedule } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { connectionConfig, Database, live, type Options } from "./Database.ts"
import type { Connections } from "./Session.ts"
import { inUse, lost, toUnusable } from "./SqlFailure.ts"

export interface WatchOptions extends Options {
  /** Fails with `in-use` while another process uses the store, and keeps others out. */
  readonly isAlone?: boolean | undefined
}

/** Until the scope closes. */
export const layer = (options: WatchOptions): Layer.Layer<never, StorageUnusable, Database> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const database = yield* Database
      const begun = yield* Deferred.make<void, Trouble>()
      yield* Effect.forkScoped(live(watch(database, options, begun)))
      yield* Effect.mapError(Deferred.await(begun), unusable(database.name, options.isAlone === true))
    })
  )

/** No answer came, although this process ran. */
class Unanswered extends Data.TaggedError("Unanswered") {}

class Locked extends Data.TaggedError("Locked") {}

type Trouble = SqlError | Unanswered | Locked

/** `begun` succeeds with the lock, or fails when the first connection does. */
const watch = (
  database: Connections,
  { url, isAlone = false }: WatchOptions,
  begun: Deferred.Deferred<void, Trouble>
) => {
  const { settings, silence } = database
  const connecting = PgConnection.make(connectionConfig(url, settings))

  const inTime = <A, R>(question: Effect.Effect<A, SqlError, R>, ms: number) =>
    Effect.suspend(() => {
      const before = silence.heard()
      // Where other connections had answers meanwhile, this one alone is lost.
      const given = Effect.sync(() => silence.heard() === before && silence.begin())
      return Effect.raceFirst(
        question,
        Effect.andThen(patience(ms), Effect.andThen(given, Effect.fail(new Unanswered())))
      )
    })

  const askOver = <E, R>(connect: Effect.Effect<PgConnection.PgConnection, E, R>) =>
    Effect.gen(function* () {
      const connection = yield* connect
      const [row] = (yield* inTime(connection.query(lock(isAlone), [LOCK, settings.schema]), settings.connectTimeoutMs))
        .rows
      if (row?.["is_ours"] !== true) return yield* new Locked()
      silence.end()
      yield* Deferred.succeed(begun, undefined)
      return yield* Effect.repeat(
        inTime(connection.query("SELECT 1"), settings.probeAnswerMs),
        Schedule.spaced(settings.probeMs)
      )
    }).pipe(Effect.scoped)

  const again = askOver(inTime(connecting, settings.probeAnswerMs)).pipe(
    // A command that needs the store alone got the lock while this process had no connection.
    Effect.catchTag("Locked", () => Effect.sync(silence.begin)),
    Effect.ignore,
    Effect.andThen(Effect.sleep(settings.probeMs))
  )
  return Effect.catch(askOver(connecting), (trouble) => Deferred.fail(begun, trouble)).pipe(
    Effect.andThen(Effect.forever(again))
  )
}

/**
 * In many short sleeps: a process that stood still for a while had no turn to see the answer, and that counts as one of
 * them.
 */
const patience = (ms: number) => Effect.repeat(Effect.sleep(TURN_MS), { times: Math.ceil(ms / TURN_MS) - 1 })

const TURN_MS = 50

/** "BLsv" in ASCII; with the schema, a lock of its own. */
const LOCK = 0x424c_7376

const lock = (isAlone: boolean) =>
  `SELECT pg_try_advisory_lock${isAlone ? "" : "_shared"}($1::int, hashtext($2::text)) AS is_ours`

const unusable =
  (name: string, isAlone: boolean) =>
  (trouble: Trouble): StorageUnusable => {
    if (trouble._tag === "SqlError") return toUnusable(name, trouble)
    return trouble._tag === "Locked" ? inUse(name, isAlone) : toUnusable(name, lost("the server did not answer"))
  }
