/**
 * What people saw after each step, for reports that one can scrub. A message and a screen that stay the same are kept once.
 * Our choice: docs/choices.md "Scenarios".
 */
import { BOUNDS } from "@backlot/scenario/Bounds"

export interface ScreenPerson {
  readonly id: string
  readonly name: string
}

export interface ScreenPlace {
  readonly id: string
  /** As people call it: `#general`, `@bob`. */
  readonly name: string
}

/** Of one attempt. */
export interface Screens {
  readonly version: 1
  readonly people: ReadonlyArray<ScreenPerson>
  readonly places: ReadonlyArray<ScreenPlace>
  /** Each version of each message, once. */
  readonly messages: ReadonlyArray<unknown>
  /** Each screen, once: positions in `messages`, oldest first. */
  readonly views: ReadonlyArray<ReadonlyArray<number>>
  /**
   * In order: after this step (0: before the first) this person sees this view in this place, until a later entry.
   * `person`, `place` and `view` are positions; view -1: the place is hidden from the person.
   */
  readonly shown: ReadonlyArray<{
    readonly step: number
    readonly person: number
    readonly place: number
    readonly view: number
  }>
  /** Where each step happened, the first one first: positions in `places`; -1: nowhere that is kept. */
  readonly at: ReadonlyArray<number>
  /** There was no room for the screens of later steps. */
  readonly full: boolean
}

export interface ScreenLog {
  /** False once there is no more room. */
  readonly hasRoom: () => boolean
  readonly add: (seen: Seen) => void
  /** Notes where the step happened, from 1. */
  readonly happened: (step: number, place: ScreenPlace | undefined) => void
  readonly result: () => Screens
}

export interface Seen {
  readonly step: number
  readonly person: ScreenPerson
  readonly place: ScreenPlace
  /** Oldest first; undefined: it is hidden from the person. */
  readonly messages: ReadonlyArray<unknown> | undefined
}

/** @param most bytes of all messages together */
export const make = (most: number = BOUNDS.screens.value): ScreenLog => {
  const [people, places] = [listed<ScreenPerson>(), listed<ScreenPlace>()]
  const [messages, views] = [interned(), interned()]
  const shown: Array<Screens["shown"][number]> = []
  const at: Array<number> = []
  const last = new Map<string, number>()
  let isFull = false

  const viewOf = (given: ReadonlyArray<unknown> | undefined): number => {
    if (given === undefined) return HIDDEN
    return views.position(given.map((message) => messages.position(message)))
  }
  return {
    hasRoom: () => !isFull,
    add: (seen) => {
      if (isFull) return
      // Whole screens or none: one without its newest messages would lie.
      if (messages.size() + messages.sizeOf(seen.messages ?? []) > most) {
        isFull = true
        return
      }
      const [person, place] = [people.position(seen.person), places.position(seen.place)]
      const view = viewOf(seen.messages)
      const key = `${person} ${place}`
      if (last.get(key) === view) return
      last.set(key, view)
      shown.push({ step: seen.step, person, place, view })
    },
    happened: (step, place) => {
      while (at.length < step - 1) at.push(NOWHERE)
      at[step - 1] = place === undefined ? NOWHERE : places.position(place)
    },
    result: () => ({
      version: 1,
      people: people.all,
      places: places.all,
      messages: messages.all,
      // Only lists of positions were put in.
      views: views.all as ReadonlyArray<ReadonlyArray<number>>,
      shown,
      at,
      full: isFull
    })
  }
}

const HIDDEN = -1
const NOWHERE = -1

const listed = <A extends { readonly id: string }>() => {
  const all: Array<A> = []
  return {
    all,
    position: (one: A): number => {
      const at = all.findIndex(({ id }) => id === one.id)
      return at === -1 ? all.push(one) - 1 : at
    }
  }
}

/** Equal values have one position. */
const interned = () => {
  const all: Array<unknown> = []
  const known = new Map<string, number>()
  let size = 0
  return {
    all,
    size: () => size,
    /** What these would add. */
    sizeOf: (some: ReadonlyArray<unknown>): number => {
      const texts = new Set(some.map((one) => JSON.stringify(one)).filter((text) => !known.has(text)))
      return [...texts].reduce((sum, { length }) => sum + length, 0)
    },
    position: (one: unknown): number => {
      const text = JSON.stringify(one)
      const at = known.get(text)
      if (at !== undefined) return at
      size += text.length
      known.set(text, all.length)
      return all.push(one) - 1
    }
  }
}
