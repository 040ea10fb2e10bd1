/** What people saw after a step, and what had changed since the step before. */
import type { ScreenData } from "@backlot/simulator/report/ScreenCards"

export interface Seen {
  readonly person: ScreenData["people"][number]
  /** Undefined: the place is hidden from the person. */
  readonly messages:
    | ReadonlyArray<{ readonly card: ScreenData["cards"][number]; readonly change: "new" | "changed" | undefined }>
    | undefined
  /** How many of the messages before are no longer there. */
  readonly gone: number
}

/** One screen for each person who was looked at in this place until then. */
export const screensAt = (screens: ScreenData, place: number, step: number): ReadonlyArray<Seen> =>
  screens.people.flatMap((person, index): ReadonlyArray<Seen> => {
    const now = viewAt(screens, index, place, step)
    if (now === undefined) return []
    const before = step === 0 ? undefined : viewAt(screens, index, place, step - 1)
    const cards = (view: number) => (screens.views[view] ?? []).flatMap((at) => screens.cards[at] ?? [])
    const [current, earlier] = [cards(now), before === undefined ? undefined : cards(before)]
    if (now < 0) return [{ person, messages: undefined, gone: earlier?.length ?? 0 }]
    const known = new Map(earlier?.map((card) => [card.id, card]))
    const changeOf = (card: ScreenData["cards"][number]) => {
      if (earlier === undefined) return undefined
      const old = known.get(card.id)
      // Each version is kept once, so the same version is the same card.
      return old === undefined ? "new" : old === card ? undefined : "changed"
    }
    const ids = new Set(current.map(({ id }) => id))
    const gone = (earlier ?? []).filter(({ id }) => !ids.has(id)).length
    return [{ person, messages: current.map((card) => ({ card, change: changeOf(card) })), gone }]
  })

const viewAt = ({ shown }: ScreenData, person: number, place: number, step: number): number | undefined =>
  shown.findLast((one) => one.person === person && one.place === place && one.step <= step)?.view

/** The place to look at: where the step happened, else where a step changed something last. */
export const placeAt = ({ shown, at }: ScreenData, step: number): number => {
  const place = at[step - 1] ?? NOWHERE
  if (place !== NOWHERE) return place
  return shown.findLast((one) => one.step > 0 && one.step <= step)?.place ?? shown[0]?.place ?? 0
}

const NOWHERE = -1

export interface Timed {
  readonly number: number
  readonly status: "passed" | "failed" | "skipped"
}

/** The next failed step after this one, from the beginning again; undefined if none failed. */
export const nextFailed = (steps: ReadonlyArray<Timed>, after: number): number | undefined => {
  const failed = steps.filter(({ status }) => status === "failed").map(({ number }) => number)
  return failed.find((number) => number > after) ?? failed[0]
}

/** The last step that was played. */
export const lastPlayed = (steps: ReadonlyArray<Timed>): number =>
  steps.findLast(({ status }) => status !== "skipped")?.number ?? 0
