/** Counters in the memory of one process. Source: architecture.md "Storage", "Time, chance, limits". */
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { type Claim, Counters, MOST_READ, type Reading, SteadyCounters, type Taking } from "@backlot/ports/Counters"
import { Clock, Effect, Layer } from "effect"

export const layer: Layer.Layer<Counters | SteadyCounters> = Layer.merge(
  Layer.sync(Counters, () => makeCounters().counters),
  Layer.effect(
    SteadyCounters,
    Clock.clockWith((clock) =>
      Effect.sync(() => {
        const { takeNow, forget } = makeCounters()
        return {
          take: (claims) =>
            Effect.sync(() => {
              const nowMs = elapsedOf(clock)
              const { granted, readings } = takeNow(claims, nowMs)
              return { granted, readings: readings.map(({ count, resetMs }) => ({ count, resetMs: resetMs - nowMs })) }
            }),
          forget: (prefix) => Effect.sync(() => forget(prefix))
        }
      })
    )
  )
)

interface Counter {
  count: number
  resetMs: number
  readonly windowMs: number
}

/** Counters, and the number of them. */
export const makeCounters = () => {
  const kept = new Map<string, Counter>()
  let sweepAt = SWEEP_AT

  // A sweep visits every counter. The next one comes at twice the number, so the work per claim is constant.
  const sweep = (nowMs: number) => {
    for (const [key, counter] of kept) if (hasEnded(counter, counter.windowMs, nowMs)) kept.delete(key)
    sweepAt = Math.max(SWEEP_AT, kept.size * 2)
  }

  const takeUnits = ({ key, windowMs, cost }: Claim, counter: Counter | undefined, nowMs: number): Reading => {
    if (counter !== undefined) {
      counter.count += cost
      return { count: counter.count, resetMs: counter.resetMs }
    }
    const begun = { count: cost, resetMs: nowMs + windowMs, windowMs }
    if (cost > 0) kept.set(key, begun)
    return { count: begun.count, resetMs: begun.resetMs }
  }

  const takeNow = (claims: ReadonlyArray<Claim>, nowMs: number): Taking => {
    const found = claims.map((claim) => {
      const counter = kept.get(claim.key)
      return counter === undefined || hasEnded(counter, claim.windowMs, nowMs) ? undefined : counter
    })
    const granted = claims.every((claim, i) => fits(claim, found[i]?.count ?? 0))
    if (!granted) return { granted, readings: claims.map((claim, i) => read(claim, found[i], nowMs)) }
    const readings = claims.map((claim, i) => takeUnits(claim, found[i], nowMs))
    if (kept.size > sweepAt) sweep(nowMs)
    return { granted, readings }
  }

  const counters: Counters["Service"] = {
    take: (claims, nowMs) => Effect.sync(() => takeNow(claims, nowMs)),
    takeNow,
    read: (nowMs) =>
      Effect.sync(() =>
        [...kept]
          .flatMap(([key, { count, resetMs, windowMs }]) =>
            hasEnded({ count, resetMs, windowMs }, windowMs, nowMs) ? [] : [{ key, count, resetMs }]
          )
          .slice(0, MOST_READ)
      ),
    clear: Effect.sync(() => {
      kept.clear()
      sweepAt = SWEEP_AT
    })
  }
  const forget = (prefix: string) => {
    for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key)
  }

  return { counters, takeNow, forget, held: () => kept.size }
}

/** The first sweep comes at this number of counters. */
const SWEEP_AT = 256

const fits = ({ limit, cost }: Claim, count: number): boolean => (cost > 0 ? count + cost <= limit : count < limit)

const hasEnded = ({ resetMs }: Counter, windowMs: number, nowMs: number): boolean =>
  resetMs <= nowMs || resetMs > nowMs + windowMs

const read = ({ windowMs }: Claim, counter: Counter | undefined, nowMs: number): Reading =>
  counter === undefined ? { count: 0, resetMs: nowMs + windowMs } : { count: counter.count, resetMs: counter.resetMs }
