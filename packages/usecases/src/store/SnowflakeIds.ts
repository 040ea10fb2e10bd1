/**
 * Snowflakes from one generator per process, each larger than every earlier one, across restarts, `kill -9` and
 * processes that share a store. Source: architecture.md "Time, chance, limits"; decision 38. A generator claims all ids
 * below a mark by storing the mark before it gives them out. A claim reaches one second ahead of the clock, which makes
 * about one write per second at most. A generator that starts, or finds that another has moved the mark, continues
 * after it.
 */

import { fromMs, next as nextId, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, type StorageError } from "@backlot/ports/Storage"
import { Clock, Effect, Layer, Semaphore } from "effect"

/** Ids that carry the wall clock: libraries compute expiry from ids. */
export const layer: Layer.Layer<Ids, never, Storage> = Layer.effect(
  Ids,
  Effect.map(Storage, (storage) => makeIds(storage, () => Clock.currentTimeMillis))
)

/** Ids that carry the service clock, for transcripts that repeat byte for byte. */
export const layerServiceClock: Layer.Layer<Ids, never, Storage | ServiceClock> = Layer.effect(
  Ids,
  Effect.gen(function* () {
    const clock = yield* ServiceClock
    return makeIds(yield* Storage, (atMs) => (atMs === undefined ? clock.now : Effect.succeed(atMs)))
  })
)

/** Every id of a server alone is smaller. */
export const MARK_KEY = "meta/ids"
const AHEAD_MS = 1_000
/** A claim beyond the clock is small, or quick restarts would run ahead of it: one millisecond of ids. */
const SMALL_CLAIM = 1n << 22n

/** `now` may get a time that the clock is about to be set to. */
const makeIds = (storage: Storage["Service"], now: (atMs?: number) => Effect.Effect<number>): Ids["Service"] => {
  let last = 0n
  /** Ids below this one are claimed. */
  let mark = 0n
  const claiming = Semaphore.makeUnsafe(1)

  /** The first of `count` consecutive ids, or nothing when they are not all claimed. */
  const draw = (count: number, nowMs: number): bigint | undefined => {
    const first = nextId(last, nowMs)
    const end = first + BigInt(count - 1)
    if (end >= mark) return undefined
    last = end
    return first
  }

  const claim = (count: number, nowMs: number) =>
    Body.gen(function* () {
      const stored = BigInt((yield* store.get(MARK_KEY)) ?? 0)
      // The id given to `goBehind` can be beyond every mark.
      const from = stored > mark && stored > last ? stored : last
      const least = nextId(from, nowMs) + BigInt(count) + SMALL_CLAIM
      const ahead = fromMs(nowMs + AHEAD_MS)
      const until = least > ahead ? least : ahead
      yield* store.put(MARK_KEY, String(until))
      return { from, until }
    })

  const renew = (count: number, nowMs: number) =>
    Effect.map(
      storage.transaction(() => claim(count, nowMs)),
      ({ from, until }) => {
        // Other fibers may have drawn from the old claim meanwhile.
        if (from > last) last = from
        mark = until
      }
    )

  const claimAndDraw = (count: number, atMs?: number): Effect.Effect<bigint, StorageError> =>
    Effect.flatMap(now(atMs), (nowMs) => {
      const first = draw(count, nowMs)
      if (first !== undefined) return Effect.succeed(first)
      return Effect.andThen(
        renew(count, nowMs),
        Effect.suspend(() => claimAndDraw(count, atMs))
      )
    })

  const drawMany = (count: number, atMs?: number): Effect.Effect<bigint, StorageError> =>
    Effect.flatMap(now(atMs), (nowMs) => {
      const first = draw(count, nowMs)
      return first === undefined ? claiming.withPermit(claimAndDraw(count, atMs)) : Effect.succeed(first)
    })

  const goBehind = (id: bigint, atMs?: number) =>
    Effect.suspend(() => {
      if (id > last) last = id
      // A new generator starts after the stored mark, so after every id below it.
      return id < mark ? Effect.void : claiming.withPermit(Effect.flatMap(now(atMs), (nowMs) => renew(0, nowMs)))
    })

  return {
    next: Effect.map(drawMany(1), String),
    goBehind: (id, atMs) => goBehind(BigInt(id), atMs),
    many: (count, atMs) =>
      count <= 0
        ? Effect.succeed([])
        : Effect.map(
            drawMany(count, atMs),
            (first): ReadonlyArray<Snowflake> => Array.from({ length: count }, (_, i) => String(first + BigInt(i)))
          )
  }
}
