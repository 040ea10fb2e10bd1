/**
 * The wire of all servers that share a store, watched at one of them: it follows each of the others, and gives the entries in
 * the order in which they were noted. Our choice: docs/choices.md "Several servers".
 */
import { shared as limits } from "@backlot/domain/base/KeptLimits"
import { Servers } from "@backlot/ports/Servers"
import * as OtherServers from "@backlot/usecases/event/OtherServers"
import { Clock, Deferred, Effect, Queue, Schedule, type Scope, Stream } from "effect"
import { positionsIn, tagOf, textOf } from "./WirePositions.ts"
import type { Entry, Surface, Taken, Watching, WireTap } from "./WireTap.ts"

const TOPIC = "wire"

interface Question {
  readonly surfaces: ReadonlyArray<Surface>
  /** Where the watcher stands on each server, as its last id says. */
  readonly after?: string | undefined
}

/** First where the watcher stands, then what comes. */
type Part = { readonly id: string } | Taken

/** Lets watchers at other servers see what goes over the wire here. */
export const answerWire = Effect.fnUntraced(function* (
  tap: WireTap["Service"]
): Effect.fn.Return<void, never, Scope.Scope> {
  const { self } = yield* Servers
  yield* OtherServers.answer<Question, Part>(TOPIC, ({ surfaces, after }) =>
    partsOf(tap, self, new Set(surfaces), after)
  )
})

const partsOf = (tap: WireTap["Service"], self: string, surfaces: ReadonlySet<Surface>, after: string | undefined) => {
  // What it lost of a server that it has not seen before, nobody knows.
  const last = after === undefined ? undefined : (positionsIn(after).get(tagOf(self)) ?? "")
  const parts = Effect.map(
    tap.watch(surfaces, last),
    ({ id, take }): Stream.Stream<Part> =>
      Stream.concat(Stream.succeed({ id }), Stream.flatMap(Stream.fromEffectRepeat(take), inParts))
  )
  return Stream.unwrap(parts)
}

const inParts = ({ lost, entries }: Taken): Stream.Stream<Taken> => {
  const count = Math.max(1, Math.ceil(entries.length / limits.wireEntries))
  const parts = Array.from({ length: count }, (_, at) => ({
    lost: at === 0 ? lost : 0,
    entries: entries.slice(at * limits.wireEntries, (at + 1) * limits.wireEntries)
  }))
  return Stream.fromIterable(parts)
}

/** Part of what one server gave. */
interface Came extends Taken {
  readonly tag: string
  /** By the clock of this machine. */
  readonly came: number
}

/** Parts that wait for the watcher; then the servers wait, and drop the oldest of what they have for it. */
const WAITING = 4

/** As `WireTap.watch`, with what all servers note. Until the scope closes. */
export const watchAll = Effect.fnUntraced(function* (
  tap: WireTap["Service"],
  surfaces: ReadonlySet<Surface>,
  last: string | undefined
): Effect.fn.Return<Watching, never, Scope.Scope> {
  const { self } = yield* Servers
  const clock = yield* Clock.Clock
  const waiting = yield* Queue.bounded<Came>(WAITING)
  const followed = new Set<string>()
  /** Where the watcher stands on each server, by its tag: what has come, and what it has got. */
  const [heard, given] = [new Map<string, string>(), new Map<string, string>()]

  const receive = ({ server, said }: OtherServers.Said<Part>) => {
    const tag = tagOf(server)
    if ("id" in said) {
      heard.set(tag, said.id)
      if (!given.has(tag)) given.set(tag, said.id)
      return Effect.void
    }
    heard.set(tag, said.entries.at(-1)?.id ?? heard.get(tag) ?? "")
    return Queue.offer(waiting, { ...said, tag, came: clock.currentTimeMillisUnsafe() })
  }

  /** Ends when the server has begun to answer, or will not. */
  const follow = Effect.fnUntraced(function* (address: string, parts: Stream.Stream<OtherServers.Said<Part>, unknown>) {
    const begun = yield* Deferred.make<boolean>()
    followed.add(address)
    const pump = Stream.runForEach(parts, (part) => Effect.andThen(receive(part), Deferred.succeed(begun, true)))
    const end = Effect.gen(function* () {
      followed.delete(address)
      if (yield* Deferred.succeed(begun, false)) return
      // What it noted last may not have come.
      yield* Queue.offer(waiting, { lost: null, entries: [], tag: "", came: 0 })
    })
    yield* Effect.forkScoped(Effect.andThen(Effect.ignore(pump), end))
    return yield* Deferred.await(begun)
  })
  const followOther = (address: string, after: string | undefined) =>
    follow(address, OtherServers.follow<Part>(address, TOPIC, { surfaces: [...surfaces], after } satisfies Question))

  const own = Stream.map(partsOf(tap, self, surfaces, last), (said) => ({ server: self, said }))
  yield* follow(self, own)
  const begin = (address: string) =>
    Effect.tap(
      Effect.timeoutOrElse(followOther(address, last), {
        duration: limits.answerMs,
        orElse: () => Effect.succeed(false)
      }),
      (isThere) => (isThere ? Effect.void : OtherServers.missing(address, TOPIC))
    )
  yield* Effect.forEach(yield* OtherServers.others, begin, { concurrency: "unbounded", discard: true })
  const lookForMore = Effect.flatMap(OtherServers.others, (addresses) =>
    Effect.forEach(
      addresses.filter((one) => !followed.has(one)),
      (one) => Effect.forkScoped(followOther(one, textOf(heard))),
      { discard: true }
    )
  )
  yield* Effect.forkScoped(Effect.repeat(lookForMore, Schedule.spaced("1 second")))
  return {
    id: textOf(given),
    take: OtherServers.live(takeInOrder(waiting, given, () => clock.currentTimeMillisUnsafe()))
  }
}, OtherServers.live)

interface Held extends Entry {
  readonly tag: string
  /** When it counts as noted: not before those before it on its server, and not after it came. */
  readonly noted: number
}

/** Entries wait a moment for earlier ones of other servers. */
const takeInOrder = (
  waiting: Queue.Queue<Came>,
  given: Map<string, string>,
  now: () => number
): Effect.Effect<Taken> => {
  let held: ReadonlyArray<Held> = []
  const latest = new Map<string, number>()
  const heldOf = ({ tag, came, entries }: Came) =>
    entries.map((entry): Held => {
      const noted = Math.max(latest.get(tag) ?? 0, Math.min(entry.at, came))
      latest.set(tag, noted)
      return { ...entry, tag, noted }
    })
  return Effect.gen(function* () {
    const first = held.length === 0 ? yield* Queue.takeAll(waiting) : []
    const until = now()
    yield* Effect.sleep(limits.settleMs)
    const came = [...first, ...(yield* Queue.clear(waiting))]
    const all = [...held, ...came.flatMap(heldOf)].toSorted((one, other) => one.noted - other.noted)
    const ready = all.filter(({ noted }) => noted <= until)
    held = all.slice(ready.length)
    const entries = ready.map(({ tag, id, at, text }) => {
      given.set(tag, id)
      return { id: textOf(given), at, text }
    })
    const lost = came.reduce<number | null>(
      (sum, one) => (sum === null || one.lost === null ? null : sum + one.lost),
      0
    )
    return { lost, entries }
  })
}
