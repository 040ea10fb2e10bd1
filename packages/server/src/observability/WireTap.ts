/**
 * What goes over the wire while somebody watches: requests of the API, and frames of the gateway and of voice. While nobody watches
 * nothing is noted. Our choice: docs/choices.md "Control plane".
 */
import { wire as limits } from "@backlot/domain/base/KeptLimits"
import { Servers } from "@backlot/ports/Servers"
import { Clock, Context, Effect, Latch, type Scope } from "effect"

export const SURFACES = ["rest", "gateway", "voice"] as const
export type Surface = (typeof SURFACES)[number]

/** One request or frame. */
export interface Entry {
  readonly id: string
  /** When it was noted, in milliseconds of real time. */
  readonly at: number
  /** The frame of server-sent events, without its id. */
  readonly text: string
}

interface Noted extends Entry {
  readonly number: number
  readonly surface: Surface
  readonly bytes: number
}

/** What one watcher gets next. */
export interface Taken {
  /** How many it lost before these; null: it is not known how many. */
  readonly lost: number | null
  readonly entries: ReadonlyArray<Entry>
}

export interface Watching {
  /** Where the watcher stands at first. */
  readonly id: string
  /** Waits for the next ones. */
  readonly take: Effect.Effect<Taken>
}

export class WireTap extends Context.Service<WireTap, Effect.Success<typeof make>>()("@backlot/server/WireTap") {}

/** Entries in order, within a number and bytes: the oldest go first. */
const bounded = () => {
  const entries: Array<Noted> = []
  let bytes = 0
  return {
    entries,
    /** How many went. */
    add: (entry: Noted): number => {
      entries.push(entry)
      bytes += entry.bytes
      let gone = 0
      while (entries.length > limits.entries || bytes > limits.bytes) {
        bytes -= entries.shift()?.bytes ?? 0
        gone++
      }
      return gone
    },
    clear: (): ReadonlyArray<Noted> => {
      bytes = 0
      return entries.splice(0)
    }
  }
}

/** The queue of one watcher, who loses the oldest when it reads too slowly. */
const makeQueue = (surfaces: ReadonlySet<Surface>, missed: number | null) => {
  const waiting = bounded()
  const some = Latch.makeUnsafe()
  let lost: number | null = missed
  if (missed !== 0) some.openUnsafe()
  return {
    add: (entry: Noted): void => {
      if (!surfaces.has(entry.surface)) return
      const gone = waiting.add(entry)
      if (lost !== null) lost += gone
      some.openUnsafe()
    },
    take: Effect.map(some.await, (): Taken => {
      some.closeUnsafe()
      const taken = { lost, entries: waiting.clear() }
      lost = 0
      return taken
    })
  }
}

type Queue = ReturnType<typeof makeQueue>

export const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const { isAlone, self } = yield* Servers
  const began = yield* Clock.currentTimeMillis
  const watchers = new Set<Queue>()
  const kept = bounded()
  let isOn = false
  /** Between two times of noting an unknown number went by, so each time has names of its own. */
  let time = 0
  let number = 0
  let leaves = 0

  const idOf = (number: number) => `${began}.${time}.${number}`

  const begin = () => {
    if (isOn) return
    isOn = true
    time++
    number = 0
  }

  /** Goes on for a while, so that a watcher who comes back has missed nothing. */
  const leave = (queue: Queue) =>
    Effect.suspend(() => {
      watchers.delete(queue)
      if (watchers.size > 0) return Effect.void
      const leave = ++leaves
      const end = Effect.sync(() => {
        if (watchers.size > 0 || leaves > leave) return
        isOn = false
        kept.clear()
      })
      return Effect.asVoid(Effect.forkIn(Effect.delay(end, limits.lingerMs), scope))
    })

  /** What came after the entry `last`, and how many of them are no longer kept. */
  const missedSince = (last: string | undefined) => {
    if (last === undefined) return { missed: 0, entries: [] }
    const after = Number(last.slice(last.lastIndexOf(".") + 1))
    if (last !== idOf(after) || after > number) return { missed: null, entries: [] }
    const oldest = kept.entries[0]?.number ?? number + 1
    return { missed: Math.max(0, oldest - after - 1), entries: kept.entries.filter((entry) => entry.number > after) }
  }

  return {
    /** Whether anything is noted. */
    isOn: () => isOn,
    isFull: () => watchers.size >= limits.watchers,
    note: (surface: Surface, data: object): void => {
      if (!isOn) return
      number++
      const shown = isAlone ? data : { ...data, server: self }
      const text = `event: ${surface}\ndata: ${JSON.stringify(shown)}\n\n`
      const at = clock.currentTimeMillisUnsafe()
      const entry = { id: idOf(number), at, number, surface, text, bytes: Buffer.byteLength(text) }
      kept.add(entry)
      for (const watcher of watchers) watcher.add(entry)
    },
    /** Watches from now on, or after the entry `last`, until the scope closes. */
    watch: (surfaces: ReadonlySet<Surface>, last: string | undefined): Effect.Effect<Watching, never, Scope.Scope> =>
      Effect.acquireRelease(
        Effect.sync(() => {
          begin()
          const { missed, entries } = missedSince(last)
          const queue = makeQueue(surfaces, missed)
          for (const entry of entries) queue.add(entry)
          watchers.add(queue)
          return { queue, id: entries.length > 0 && last !== undefined ? last : idOf(number) }
        }),
        ({ queue }) => leave(queue)
      ).pipe(Effect.map(({ queue, id }) => ({ id, take: queue.take })))
  }
})
