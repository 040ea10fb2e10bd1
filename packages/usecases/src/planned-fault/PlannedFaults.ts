/**
 * The faults on purpose that one process was told to make: kept in memory, gone with it, and with a new world. Where
 * something could be hit, `take` is asked, which costs next to nothing while nothing is planned. What happened is told
 * in the log and as the event `fault.applied`. Source: product.md "Control plane" (faults).
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  type Act,
  actOf,
  type Matcher,
  matcherOf,
  type PlannedFault,
  type Site,
  type Surface,
  surfacesOf
} from "@backlot/domain/planned-fault/PlannedFault"
import { plannedFault } from "@backlot/domain/planned-fault/PlannedFaultLimits"
import { Context, Effect, Layer, Queue } from "effect"
import { EventLog } from "../event/EventLog.ts"

export type { Act, Site, Surface }

/** A fault as it stands: how often it happened, and how often it still will. */
export interface StandingFault {
  readonly id: Snowflake
  readonly fault: PlannedFault
  readonly hits: number
  /** Null until it is removed. */
  readonly remaining: number | null
}

/** What an act of the service says besides: whose it is. */
export interface TakenAct extends Act {
  readonly fault_id: Snowflake
}

/**
 * Where a fault happened, as the event tells it: never with a path that may hold a token. Its interaction stands under
 * `interaction`, because an event with an `interaction_id` tells of a change of that interaction.
 */
export interface Told {
  readonly surface: Surface
  readonly application_id?: Snowflake | undefined
  readonly [detail: string]: unknown
}

export interface Faults {
  /** Whether anything could be hit there at all. */
  readonly isPlanned: (surface: Surface) => boolean
  /**
   * What happens at this site, which counts as one hit of the oldest fault that fits: a second one that fits follows
   * when the first is spent. `told` goes into the event in place of the site.
   */
  readonly take: (site: Site, told?: Told) => TakenAct | undefined
  /** False when there is no room: then nothing is planned. Those that are spent make room. */
  readonly plan: (id: Snowflake, fault: PlannedFault) => boolean
  /** Hits that came at once instead of by `take`; nothing more follows. */
  readonly spend: (id: Snowflake, hits: number) => void
  /** In the order planned. */
  readonly all: () => ReadonlyArray<StandingFault>
  readonly find: (id: Snowflake) => StandingFault | undefined
  readonly remove: (id: Snowflake) => boolean
  readonly clear: () => void
}

/** A server puts its own in this place; without one nothing is planned. */
export const PlannedFaults = Context.Reference<Faults>("./PlannedFaults.ts", {
  defaultValue: () => make(() => {})
})

/** Tells of what happened from a fiber of its own, because who is hit cannot wait. */
export const layer: Layer.Layer<never, never, EventLog> = Layer.effect(
  PlannedFaults,
  Effect.gen(function* () {
    const happened = yield* Queue.dropping<Happened>(plannedFault.told)
    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.takeAll(happened), tell)))
    return make((one) => void Queue.offerUnsafe(happened, one))
  })
)

interface Happened {
  readonly fault_id: Snowflake
  readonly told: Told
  readonly act: Act
}

interface Entry {
  readonly id: Snowflake
  readonly fault: PlannedFault
  readonly matches: Matcher
  readonly act: TakenAct
  hits: number
  /** How many that fit are still let pass. */
  ahead: number
  remaining: number | null
}

const NONE: ReadonlyArray<Entry> = []

export const make = (happen: (one: Happened) => void): Faults => {
  let entries = NONE
  let active: Readonly<Record<Surface, ReadonlyArray<Entry>>> = { rest: NONE, delivery: NONE, gateway: NONE }

  const change = (next: ReadonlyArray<Entry>) => {
    entries = next
    const on = (surface: Surface) =>
      next.filter(({ fault, remaining }) => remaining !== 0 && surfacesOf(fault).includes(surface))
    active = { rest: on("rest"), delivery: on("delivery"), gateway: on("gateway") }
  }

  const hit = (entry: Entry, site: Site, told: Told | undefined): TakenAct => {
    entry.hits++
    if (entry.remaining !== null) entry.remaining--
    if (entry.remaining === 0) change(entries)
    happen({ fault_id: entry.id, told: told ?? withoutPath(site), act: entry.act })
    return entry.act
  }

  return {
    isPlanned: (surface) => active[surface].length > 0,
    take: (site, told) => {
      const candidates = active[site.surface]
      if (candidates.length === 0) return undefined
      for (const entry of candidates) {
        if (!entry.matches(site)) continue
        if (entry.ahead === 0) return hit(entry, site, told)
        entry.ahead--
      }
      return undefined
    },
    plan: (id, fault) => {
      const kept = withRoom(entries)
      if (kept === undefined) return false
      change([...kept, entryOf(id, fault)])
      return true
    },
    spend: (id, hits) => {
      const entry = entries.find((one) => one.id === id)
      if (entry === undefined) return
      entry.hits += hits
      entry.remaining = 0
      change(entries)
      if (hits === 0) return
      happen({
        fault_id: id,
        told: { surface: "gateway", ...applicationOf(entry.fault), sessions: hits },
        act: entry.act
      })
    },
    all: () => entries.map(standing),
    find: (id) => entries.filter((entry) => entry.id === id).map(standing)[0],
    remove: (id) => {
      const before = entries.length
      change(entries.filter((entry) => entry.id !== id))
      return entries.length < before
    },
    clear: () => change(NONE)
  }
}

const entryOf = (id: Snowflake, fault: PlannedFault): Entry => ({
  id,
  fault,
  matches: matcherOf(fault),
  act: { ...actOf(fault), fault_id: id },
  hits: 0,
  ahead: fault.after ?? 0,
  remaining: fault.times ?? null
})

/** Room for one more: of those that are spent the oldest goes. */
const withRoom = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> | undefined => {
  if (entries.length < plannedFault.faults) return entries
  const spent = entries.find(({ remaining }) => remaining === 0)
  return spent && entries.filter((entry) => entry !== spent)
}

const standing = ({ id, fault, hits, remaining }: Entry): StandingFault => ({ id, fault, hits, remaining })

const applicationOf = ({ match: { application } }: PlannedFault) =>
  application === undefined ? {} : { application_id: application }

const withoutPath = (site: Site): Told => ("path" in site ? { ...site, path: undefined } : site)

/** One transaction for all that happened since the last one. */
const tell = Effect.fnUntraced(
  function* (happened: ReadonlyArray<Happened>) {
    const log = yield* EventLog
    const events = happened.map(({ fault_id, told, act }) => ({
      type: "fault.applied" as const,
      data: { fault_id, ...defined(told), action: actionOf(act) }
    }))
    for (const { data } of events) yield* Effect.annotateLogs(Effect.logInfo("A planned fault was applied"), data)
    yield* log.commit(Effect.succeed({ value: undefined, events }))
  },
  Effect.catch((error) => Effect.logWarning("A planned fault could not be told of", error)),
  Effect.catchDefect((defect) => Effect.logWarning("A planned fault could not be told of", defect))
)

const defined = (told: Told) => Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))

/** Without the answer's own text, which may be long. */
const actionOf = (act: Act) => {
  const { body: _, headers: _headers, ...action } = act
  return Object.fromEntries(Object.entries(action).filter(([key]) => key !== "fault_id"))
}
