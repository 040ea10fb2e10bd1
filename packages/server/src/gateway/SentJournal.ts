/**
 * What this server sends to sessions is kept before it is sent, where servers share a store: another one can then resume
 * them. Dispatches are kept as they were found, once for all sessions, because later the store has changed. A server that
 * is alone keeps nothing. Source: docs/choices.md "Several servers".
 */
import { gateway } from "@backlot/domain/base/Limits"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { Servers } from "@backlot/ports/Servers"
import { type Journal, SessionJournal } from "@backlot/ports/SessionJournal"
import type { StorageError } from "@backlot/ports/Storage"
import { textOf } from "@backlot/usecases/store/StoredText"
import { Deferred, Effect, Queue, Schedule } from "effect"
import type { Session, SessionState } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"
import { type Mark, type Sending, snapshotText } from "./SessionSnapshot.ts"

/** When entries begin to continue it, what the client has then, and the session's state. */
type At = readonly [since: Mark, seq?: number, state?: SessionState]

export interface SentJournal {
  /** Undefined where nothing is kept. */
  readonly kept: Journal | undefined
  /** Keeps it, then sends it by `act`, in the order of the calls. */
  readonly send: (sending: Sending, act: () => void) => Effect.Effect<void, StorageError>
  /** An event without a receiver here. */
  readonly passed: (position: number) => void
  readonly mark: () => Mark
  /** Keeps a session of this server. False if another one has taken it. */
  readonly keep: (session: Session, ...at: At) => Effect.Effect<boolean, StorageError>
}

interface Waiting {
  readonly sending: Sending
  readonly act: () => void
  readonly done: Deferred.Deferred<void, StorageError>
}

export const sentJournal = Effect.fnUntraced(function* (registry: SessionRegistry) {
  const kept = yield* SessionJournal
  const { self } = yield* Servers
  let handled = 0
  let n = 0
  const rowOf = (session: Session, ...at: At) => ({
    id: session.id,
    token_hash: session.token_hash,
    text: snapshotText(session, self, ...at)
  })
  const mark = (): Mark => ({ n, handled })
  if (kept === undefined) {
    return { kept, send: (_, act) => Effect.sync(act), passed: () => {}, mark, keep: () => YES } satisfies SentJournal
  }

  const waiting = yield* Queue.unbounded<Waiting>()
  const written = bounded()
  /** Entries that are not tried again by their callers. */
  let unwritten: ReadonlyArray<Waiting> = []
  const writeNext = Effect.flatMap(Queue.takeAll(waiting), (taken) => {
    const batch = [...unwritten, ...taken]
    unwritten = batch.filter(({ sending }) => "left" in sending)
    const entries = batch.map(({ sending }, i) => ({ n: n + 1 + i, text: encode(sending) }))
    return Effect.matchEffect(kept.append(entries), {
      onFailure: (error) => Effect.forEach(batch, ({ done }) => Deferred.fail(done, error), { discard: true }),
      onSuccess: () => {
        unwritten = []
        return Effect.forEach(
          batch,
          ({ sending, act, done }, i) =>
            Effect.suspend(() => {
              n += 1
              written.add(entries[i]?.text.length ?? 0)
              if ("position" in sending) handled = sending.position
              try {
                act()
              } catch (defect) {
                return Deferred.die(done, defect)
              }
              return Deferred.succeed(done, undefined)
            }),
          { discard: true }
        )
      }
    })
  })
  yield* Effect.forkScoped(Effect.forever(writeNext))

  registry.onMoved = ({ id }) =>
    void Queue.offerUnsafe(waiting, {
      sending: { left: id },
      act: () => {},
      done: Deferred.makeUnsafe<void, StorageError>()
    })

  const touched = new Set<Session>()
  const forgotten = new Set<string>()
  registry.onTouched = (session) => void touched.add(session)
  registry.onForgotten = ({ id }) => void forgotten.add(id)
  /** A session that begins is kept by its login. */
  const isKept = (session: Session) => registry.sessions.get(session.id) === session && !session.isOpening
  const keptAt = new WeakMap<Session, number>()
  /** Rows that are not kept again end. */
  const isOld = (session: Session) => registry.now() - (keptAt.get(session) ?? 0) > gateway.journal.keptMs / 4
  const keepTouched = Effect.suspend(() => {
    const now = mark()
    for (const session of registry.sessions.values()) if (isOld(session)) touched.add(session)
    const sessions = [...touched].filter(isKept)
    const gone = [...forgotten]
    touched.clear()
    forgotten.clear()
    const rows = sessions.flatMap((session) => {
      const row = rowOf(session, now)
      // What it was kept with last is right for a while, and this would be dear.
      if (row.text.length > MOST && !isOld(session)) return []
      keptAt.set(session, registry.now())
      return [row]
    })
    const keep = rows.length === 0 ? NONE : kept.keep(rows)
    const forget = gone.length === 0 ? Effect.void : kept.forget(gone)
    return Effect.map(Effect.andThen(forget, keep), (lost) => {
      for (const session of sessions) if (lost.includes(session.id)) registry.moved(session)
    }).pipe(
      Effect.tapError(() =>
        Effect.sync(() => {
          for (const session of sessions) touched.add(session)
          for (const id of gone) forgotten.add(id)
        })
      )
    )
  })
  const regularly = (act: Effect.Effect<void, StorageError>, ms: number) =>
    Effect.forkScoped(Effect.repeat(Effect.ignore(act, { log: "Warn" }), Schedule.spaced(ms)))
  yield* regularly(keepTouched, gateway.sweepMs)
  // The last connections end with this server, and others would report it again.
  yield* Effect.addFinalizer(() => Effect.ignore(keepTouched))
  yield* regularly(
    Effect.suspend(() => kept.trim(n - written.count())),
    gateway.journal.trimMs
  )

  return {
    kept,
    send: (sending, act) =>
      Effect.flatMap(Deferred.make<void, StorageError>(), (done) => {
        Queue.offerUnsafe(waiting, { sending, act, done })
        return Deferred.await(done)
      }),
    passed: (position) => {
      handled = position
    },
    mark,
    keep: (session, ...at) => Effect.map(kept.keep([rowOf(session, ...at)]), (lost) => lost.length === 0)
  } satisfies SentJournal
})

const YES = Effect.succeed(true)
const NONE = Effect.succeed<ReadonlyArray<string>>([])

/** Characters of a session that is kept again and again. */
const MOST = 64 * 1024

/** The last entries, as many as `Limits.gateway.journal` allows. */
const bounded = () => {
  const { entries, bytes } = gateway.journal
  const sizes: Array<number> = []
  let total = 0
  return {
    add: (size: number) => {
      sizes.push(size)
      total += size
      while (sizes.length > entries || total > bytes) total -= sizes.shift() ?? 0
    },
    count: () => sizes.length
  }
}

const encode = (sending: Sending): string =>
  "position" in sending
    ? `{"position":${sending.position},"dispatches":[${sending.dispatches.map(encodeDispatch).join(",")}]}`
    : JSON.stringify(sending)

/** The data is encoded already, or its text is at hand. */
const encodeDispatch = ({ d, censored, ...rest }: Dispatch): string => {
  const texts = {
    d: typeof d === "string" ? d : textOf(d),
    ...(censored === undefined ? {} : { censored: textOf(censored) })
  }
  return JSON.stringify({ ...rest, ...texts })
}
