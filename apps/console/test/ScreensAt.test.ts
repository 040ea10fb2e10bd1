import type { ScreenData } from "@backlot/simulator/report/ScreenCards"
import { describe, expect, it } from "vitest"
import { lastPlayed, nextFailed, placeAt, screensAt } from "../src/play/viewer/ScreensAt.ts"

const card = (id: string, content: string): ScreenData["cards"][number] => ({
  ...{ id, author: "Alice", bot: false, marks: [], content, embeds: [], parts: [], extras: [] }
})

const screens: ScreenData = {
  version: 1,
  people: [
    { id: "1", name: "Alice" },
    { id: "2", name: "Bob" }
  ],
  places: [
    { id: "3", name: "#general" },
    { id: "4", name: "#staff" }
  ],
  cards: [card("5", "hi"), card("5", "hi there"), card("6", "new")],
  views: [[], [0], [1, 2]],
  shown: [
    { step: 0, person: 0, place: 0, view: 0 },
    { step: 0, person: 1, place: 0, view: 0 },
    { step: 1, person: 0, place: 0, view: 1 },
    { step: 3, person: 0, place: 0, view: 2 },
    { step: 3, person: 1, place: 0, view: -1 }
  ],
  at: [0, 1, -1],
  full: false
}

const texts = (step: number) =>
  screensAt(screens, 0, step).map(({ messages }) => messages?.map((one) => [one.card.content, one.change]))

describe("what people saw", () => {
  it("stays until it changes, and tells what is new and what became another", () => {
    expect(texts(0)).toEqual([[], []])
    expect(texts(1)).toEqual([[["hi", "new"]], []])
    expect(texts(2)).toEqual([[["hi", undefined]], []])
    expect(texts(3)).toEqual([
      [
        ["hi there", "changed"],
        ["new", "new"]
      ],
      undefined
    ])
  })

  it("is shown where the step happened", () => {
    expect([1, 2, 3].map((step) => placeAt(screens, step))).toEqual([0, 1, 0])
  })

  it("leads from failed step to failed step", () => {
    const steps = (["passed", "failed", "passed", "failed", "skipped"] as const).map((status, index) => {
      return { number: index + 1, status }
    })
    expect([0, 2, 4].map((after) => nextFailed(steps, after))).toEqual([2, 4, 2])
    expect(nextFailed([], 0)).toBe(undefined)
    expect(lastPlayed(steps)).toBe(4)
  })
})
