/**
 * The planned faults of one process: kept in memory until it ends or gets a new world. Every place that a fault can hit
 * calls `take`, which costs next to nothing while nothing is planned. Each hit is logged and is an event
 * `fault.applied`. Source: product.md "Control plane" (faults).
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  type Act,
  actOf,
  limits,
  type Matcher,
  matcherOf,
  type PlannedFault,
  type Site,
  type Surface,
  surfacesOf
} from "@backlot/domain/planned-fault/PlannedFault"
import * as Body from "@backlot/ports/Body"
import { Context, Effect, Layer, Queue } from "effect"
import { committed, type EventLog } from "../event/EventLog.ts"
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
export const layer: Layer.Layer<never, never, EventLog> = Layer.effect(
  PlannedFaults,
  Effect.gen(function* () {
    const happened = yield* Queue.dropping<Happened>(limits.waiting)
    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.takeAll(happened), report)))
    return make((one) => void Queue.offerUnsafe(happened, one))
  })
)

interface Happened {
  readonly fault_id: Snowflake
  readonly reported: ReportedSite
  readonly act: Act
}

interface Entry {
  readonly id: Snowflake
  readonly planned: PlannedFault
  readonly matches: Matcher
  readonly act: TakenAct
  hits: number
  /** Sites that fit and still pass unharmed. */
  ahead: number
  remaining: number | null
}

const NONE: ReadonlyArray<Entry> = []

export const make = (happen: (one: Happened) => void) => {
  let entries = NONE
  let active: Readonly<Record<Surface, ReadonlyArray<Entry>>> = { rest: NONE, delivery: NONE, gateway: NONE }

  const change = (next: ReadonlyArray<Entry>) => {
    entries = next
    const on = (surface: Surface) =>
      next.filter(({ planned, remaining }) => remaining !== 0 && surfacesOf(planned).includes(surface))
    active = { rest: on("rest"), delivery: on("delivery"), gateway: on("gateway") }
  }

  const hit = (entry: Entry, site: Site, reported: ReportedSite | undefined): TakenAct => {
    entry.hits++
    if (entry.remaining !== null) entry.remaining--
    if (entry.remaining === 0) change(entries)
    happen({ fault_id: entry.id, reported: reported ?? told(site), act: entry.act })
    return entry.act
  }

  return {
    /** False when nothing on this surface can be hit. */
    isPlanned: (surface: Surface) => active[surface].length > 0,
    /**
     * The act of the oldest planned fault that fits this site, counted as one hit. The next one that fits follows when
     * that one is spent. The event reports `reported` instead of the site.
     */
    take: (site: Site, reported?: ReportedSite): TakenAct | undefined => {
      for (const entry of active[site.surface]) {
        if (!entry.matches(site)) continue
        if (entry.ahead === 0) return hit(entry, site, reported)
        entry.ahead--
      }
      return undefined
    },
    /** False when the list is full, and then nothing is planned. Spent ones make room. */
    plan: (id: Snowflake, planned: PlannedFault): boolean => {
      const kept = withRoom(entries)
      if (kept === undefined) return false
      change([...kept, entryOf(id, planned)])
      return true
    },
    /** Counts hits that came all at once instead of by `take`; none follow. */
    spend: (id: Snowflake, hits: number): void => {
      const entry = entries.find((one) => one.id === id)
      if (entry === undefined) return
      entry.hits += hits
      entry.remaining = 0
      change(entries)
      if (hits === 0) return
      const reported = { surface: "gateway", ...applicationOf(entry.planned), sessions: hits } as const
      happen({ fault_id: id, reported, act: entry.act })
    },
    /** In the order planned. */
    all: (): ReadonlyArray<PlannedFaultState> => entries.map(counted),
    find: (id: Snowflake): PlannedFaultState | undefined => entries.filter((entry) => entry.id === id).map(counted)[0],
    remove: (id: Snowflake): boolean => {
      const before = entries.length
      change(entries.filter((entry) => entry.id !== id))
      return entries.length < before
    },
    clear: (): void => change(NONE)
  }
}

const entryOf = (id: Snowflake, planned: PlannedFault): Entry => ({
  id,
  planned,
  matches: matcherOf(planned),
  act: { ...actOf(planned), fault_id: id },
  hits: 0,
  ahead: planned.after ?? 0,
  remaining: planned.times ?? null
})

/** Makes room for one more by dropping the oldest spent one. */
const withRoom = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> | undefined => {
  if (entries.length < limits.faults) return entries
  const spent = entries.find(({ remaining }) => remaining === 0)
  return spent && entries.filter((entry) => entry !== spent)
}

const counted = ({ id, planned, hits, remaining }: Entry): PlannedFaultState => ({ id, planned, hits, remaining })

const applicationOf = ({ match: { application } }: PlannedFault) =>
  application === undefined ? {} : { application_id: application }

/** A path may hold a token; the session is in the fault that names one. */
const told = (site: Site): ReportedSite => ({ ...site, path: undefined, session_id: undefined })

/** One transaction for all that happened since the last one. */
const report = Effect.fnUntraced(function* (happened: ReadonlyArray<Happened>) {
  const events = happened.map(({ fault_id, reported, act }) => ({
    type: "fault.applied" as const,
    data: { fault_id, ...defined(reported), action: actionOf(act) }
  }))
  for (const { data } of events) yield* Effect.annotateLogs(Effect.logInfo("A planned fault was applied"), data)
  yield* committed(() => Body.succeed({ value: undefined, events }))
}, quietly("A planned fault could not be reported"))

const defined = (site: ReportedSite) =>
  Object.fromEntries(Object.entries(site).filter(([, value]) => value !== undefined))

/** Without the answer's own text, which may be long. */
const actionOf = (act: Act) => {
  const { body: _, headers: _headers, ...action } = act
  return Object.fromEntries(Object.entries(action).filter(([key]) => key !== "fault_id"))
}
