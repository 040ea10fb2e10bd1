/**
 * The planned faults: kept in memory until the servers end or get a new world. Every place that a fault can hit calls
 * `take`, which costs next to nothing while nothing is planned. Each hit is logged and is an event `fault.applied`. Servers
 * that share a store have the same faults, and count the hits of one for a number of times together: exactly where
 * `claim` can wait, and else a moment later. Source: product.md "Control plane" (faults).
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  type Act,
  actOf,
  isImmediate,
  limits,
  type Matcher,
  matcherOf,
  type PlannedFault,
  type Site,
  type Surface,
  surfacesOf
} from "@backlot/domain/planned-fault/PlannedFault"
import * as Body from "@backlot/ports/Body"
import { SteadyCounters } from "@backlot/ports/Counters"
import { Servers } from "@backlot/ports/Servers"
import type { StorageError } from "@backlot/ports/Storage"
import { Context, Effect, Latch, Layer, Queue, Stream } from "effect"
import { committed, type EventLog } from "../event/EventLog.ts"
import * as OtherServers from "../event/OtherServers.ts"
import * as ServerNotes from "../event/ServerNotes.ts"
import { quietly } from "../store/Transact.ts"

export type { Act, Site, Surface }

/** A planned fault with its counts. */
export interface PlannedFaultState {
  readonly id: Snowflake
  readonly planned: PlannedFault
  readonly hits: number
  /** Null until it is removed. */
  readonly remaining: number | null
}

/** An act with the planned fault that it belongs to. */
export interface TakenAct extends Act {
  readonly fault_id: Snowflake
}

/**
 * The site of a hit, as the event reports it. A path may hold a token, so it is left out. The key of the interaction is
 * `interaction`: an event with `interaction_id` would report a change of that interaction.
 */
interface ReportedSite {
  readonly surface: Surface
  readonly application_id?: Snowflake | undefined
  readonly [detail: string]: unknown
}

export type PlannedFaultList = ReturnType<typeof make>

/** A server provides its own; without one nothing is planned. */
export const PlannedFaults = Context.Reference<PlannedFaultList>("./PlannedFaults.ts", {
  defaultValue: () => make(() => {})
})

/** Reports hits from its own fiber, so that a request that was hit does not wait. */
export const layer: Layer.Layer<never, never, EventLog | SteadyCounters | ServerNotes.Topics> = Layer.effect(
  PlannedFaults,
  Effect.gen(function* () {
    const { isAlone, self } = yield* Servers
    const counters = yield* SteadyCounters
    const happened = yield* Queue.dropping<Happened>(limits.waiting)
    let [offered, reported] = [0, 0]
    let hasReported = Latch.makeUnsafe()
    /** Ends when what was offered up to now is in the log, whatever follows. */
    const isReported = (count = offered): Effect.Effect<void> =>
      Effect.suspend(() => (reported >= count ? Effect.void : Effect.andThen(hasReported.await, isReported(count))))
    const reportNext = Effect.flatMap(Queue.takeAll(happened), (some) =>
      Effect.map(report(some), () => {
        reported += some.length
        const before = hasReported
        hasReported = Latch.makeUnsafe()
        before.openUnsafe()
      })
    )
    yield* Effect.forkScoped(Effect.forever(reportNext))
    const happen = (one: Happened) => {
      if (Queue.offerUnsafe(happened, one)) offered++
    }
    if (isAlone) return make(happen)
    const list = make(happen, (id, most) =>
      Effect.map(
        counters.take([{ key: `fault/${id}`, limit: most, windowMs: FOREVER, cost: 1 }]),
        ({ granted, readings }) => (granted ? readings[0]?.count : undefined)
      )
    )
    yield* OtherServers.answer(TOPIC, () => Stream.sync(list.own))
    yield* ServerNotes.hold<FaultChange>(
      "fault",
      (change) => {
        if (change.do !== "hit" || change.by !== self) list.change(change)
      },
      (change) => (change.do === "plan" ? isReported() : undefined)
    )
    return list
  })
)

const TOPIC = "fault_hits"

/** The planned faults in the order planned, with the hits of all servers up to now. */
export const states = Effect.gen(function* () {
  const planned = yield* PlannedFaults
  return planned.all(yield* OtherServers.ask<Hits>(TOPIC, null))
})

/** Longer than any server runs. */
const FOREVER = 10 * 365 * 86_400_000

/** A change of what is planned. `hit`: by another server. */
export type FaultChange =
  | { readonly do: "plan"; readonly id: Snowflake; readonly planned: PlannedFault }
  | { readonly do: "remove"; readonly id: Snowflake }
  | { readonly do: "clear" }
  | { readonly do: "hit"; readonly id: Snowflake; readonly hits: number; readonly by: string }

/** How often each fault has hit at one server. */
type Hits = Readonly<Record<Snowflake, number>>

/** Makes a change on every server. */
export const changeAll = Effect.fnUntraced(function* (change: FaultChange) {
  if ((yield* Servers).isAlone) return (yield* PlannedFaults).change(change)
  yield* ServerNotes.tell("fault", change)
})

interface Happened {
  readonly fault_id: Snowflake
  readonly reported: ReportedSite
  readonly act: Act
  readonly hits: number
}

interface Entry {
  readonly id: Snowflake
  readonly planned: PlannedFault
  readonly matches: Matcher
  readonly act: TakenAct
  /** Of all servers, as far as they have said so. */
  hits: number
  /** Of this server. */
  own: number
  /** What each of the others has said. */
  readonly told: Map<string, number>
  /** Sites that fit and still pass unharmed. */
  ahead: number
  remaining: number | null
}

const NONE: ReadonlyArray<Entry> = []

/** Counts one more of `most` for a fault, of all servers together; gives the count, or undefined if all are counted. */
type Claim = (id: Snowflake, most: number) => Effect.Effect<number | undefined, StorageError>

export const make = (happen: (one: Happened) => void, claim?: Claim) => {
  let entries = NONE
  let perform: (planned: PlannedFault) => number = () => 0
  let active: Readonly<Record<Surface, ReadonlyArray<Entry>>> = { rest: NONE, delivery: NONE, gateway: NONE }

  const set = (next: ReadonlyArray<Entry>) => {
    entries = next
    const on = (surface: Surface) =>
      next.filter(({ planned, remaining }) => remaining !== 0 && surfacesOf(planned).includes(surface))
    active = { rest: on("rest"), delivery: on("delivery"), gateway: on("gateway") }
  }

  const hit = (entry: Entry, site: Site, reported: ReportedSite | undefined): TakenAct => {
    entry.hits++
    entry.own++
    if (entry.remaining !== null) entry.remaining--
    if (entry.remaining === 0) set(entries)
    happen({ fault_id: entry.id, reported: reported ?? shownOf(site), act: entry.act, hits: 1 })
    return entry.act
  }

  /** Counts hits of other servers. */
  const count = (id: Snowflake, hits: number, by: string): void => {
    const entry = entries.find((one) => one.id === id)
    if (entry === undefined) return
    entry.hits += hits
    entry.told.set(by, (entry.told.get(by) ?? 0) + hits)
    if (entry.remaining !== null) entry.remaining = Math.max(entry.remaining - hits, 0)
    if (entry.remaining === 0) set(entries)
  }

  /** Counts hits that came all at once instead of by `take`; none follow. */
  const spend = (id: Snowflake, hits: number): void => {
    const entry = entries.find((one) => one.id === id)
    if (entry === undefined) return
    entry.hits += hits
    entry.own += hits
    entry.remaining = 0
    set(entries)
    if (hits === 0) return
    const reported = { surface: "gateway", ...applicationOf(entry.planned), sessions: hits } as const
    happen({ fault_id: id, reported, act: entry.act, hits })
  }

  const take = (site: Site, reported?: ReportedSite): TakenAct | undefined => {
    for (const entry of active[site.surface]) {
      if (!entry.matches(site)) continue
      if (entry.ahead === 0) return hit(entry, site, reported)
      entry.ahead--
    }
    return undefined
  }

  const claimed = Effect.fnUntraced(function* (claim: Claim, site: Site, reported?: ReportedSite) {
    for (const entry of active[site.surface]) {
      if (!entry.matches(site)) continue
      const { times, after = 0 } = entry.planned
      if (times === undefined && after === 0) return hit(entry, site, reported)
      const count = yield* claim(entry.id, times === undefined ? Number.POSITIVE_INFINITY : after + times)
      if (count !== undefined && count > after) return hit(entry, site, reported)
    }
    return undefined
  })

  return {
    /** False when nothing on this surface can be hit. */
    isPlanned: (surface: Surface) => active[surface].length > 0,
    /**
     * The act of the oldest planned fault that fits this site, counted as one hit. The next one that fits follows when
     * that one is spent. The event reports `reported` instead of the site.
     */
    take,
    /** The same, counted exactly where servers share a store. */
    claim: (site: Site, reported?: ReportedSite): Effect.Effect<TakenAct | undefined> =>
      claim === undefined
        ? Effect.sync(() => take(site, reported))
        : // A request while the store is away fails anyway.
          Effect.orElseSucceed(claimed(claim, site, reported), () => undefined),
    /** Whether there is room for one more. Spent ones make room. */
    hasRoom: () => withRoom(entries) !== undefined,
    change: (change: FaultChange): void => {
      if (change.do === "clear") set(NONE)
      else if (change.do === "remove") set(entries.filter((entry) => entry.id !== change.id))
      else if (change.do === "hit") count(change.id, change.hits, change.by)
      else {
        set([...(withRoom(entries) ?? entries), entryOf(change.id, change.planned)])
        if (isImmediate(change.planned)) spend(change.id, perform(change.planned))
      }
    },
    /** Who performs a fault that waits for no event. Gives the number of sessions that it hit. */
    performBy: (by: (planned: PlannedFault) => number): void => {
      perform = by
    },
    /** In the order planned, with the hits that others say they have. */
    all: (others: ReadonlyArray<OtherServers.Said<Hits>> = []): ReadonlyArray<PlannedFaultState> =>
      entries.map((entry) => counted(entry, others)),
    find: (id: Snowflake): PlannedFaultState | undefined =>
      entries.flatMap((entry) => (entry.id === id ? [counted(entry)] : []))[0],
    own: (): Hits => Object.fromEntries(entries.map(({ id, own }) => [id, own]))
  }
}

const entryOf = (id: Snowflake, planned: PlannedFault): Entry => ({
  id,
  planned,
  matches: matcherOf(planned),
  act: { ...actOf(planned), fault_id: id },
  hits: 0,
  own: 0,
  told: new Map(),
  ahead: planned.after ?? 0,
  remaining: planned.times ?? null
})

/** Makes room for one more by dropping the oldest spent one. */
const withRoom = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> | undefined => {
  if (entries.length < limits.faults) return entries
  const spent = entries.find(({ remaining }) => remaining === 0)
  return spent && entries.filter((entry) => entry !== spent)
}

/** What others say themselves includes what they have told, and what is about to be told. */
const counted = (
  { id, planned, hits, remaining, told }: Entry,
  others: ReadonlyArray<OtherServers.Said<Hits>> = []
): PlannedFaultState => {
  const coming = others.map(({ server, said }) => Math.max(0, (said[id] ?? 0) - (told.get(server) ?? 0)))
  const untold = coming.reduce((sum, one) => sum + one, 0)
  return { id, planned, hits: hits + untold, remaining: remaining === null ? null : Math.max(0, remaining - untold) }
}

const applicationOf = ({ match: { application } }: PlannedFault) =>
  application === undefined ? {} : { application_id: application }

/** A path may hold a token; the session is in the fault that names one. */
const shownOf = (site: Site): ReportedSite => ({ ...site, path: undefined, session_id: undefined })

/** One transaction for all that happened since the last one. */
const report = Effect.fnUntraced(function* (happened: ReadonlyArray<Happened>) {
  const events = happened.map(({ fault_id, reported, act }) => ({
    type: "fault.applied" as const,
    data: { fault_id, ...defined(reported), action: actionOf(act) }
  }))
  for (const { data } of events) yield* Effect.annotateLogs(Effect.logInfo("A planned fault was applied"), data)
  const { isAlone, self } = yield* Servers
  const told = happened.map(({ fault_id, hits }) =>
    ServerNotes.noteOf("fault", { do: "hit", id: fault_id, hits, by: self } satisfies FaultChange)
  )
  yield* committed(() => Body.succeed({ value: undefined, events: isAlone ? events : [...events, ...told] }))
}, quietly("A planned fault could not be reported"))

const defined = (site: ReportedSite) =>
  Object.fromEntries(Object.entries(site).filter(([, value]) => value !== undefined))

/** Without the answer's own text, which may be long. */
const actionOf = (act: Act) => {
  const { body: _, headers: _headers, ...action } = act
  return Object.fromEntries(Object.entries(action).filter(([key]) => key !== "fault_id"))
}
