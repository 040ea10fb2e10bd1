import { describe, expect, it } from "vitest"
import { make } from "../../src/run/ScreenLog.ts"

const alice = { id: "1", name: "Alice" }
const bob = { id: "2", name: "Bob" }
const general = { id: "3", name: "#general" }
const message = (id: string, content = "hello") => ({ id, content })

describe("the screens of a run", () => {
  it("are kept once where they stay the same, and so is each version of a message", () => {
    const log = make()
    for (const step of [0, 1, 2]) {
      for (const person of [alice, bob]) log.add({ step, person, place: general, messages: [message("5")] })
      if (step > 0) log.happened(step, general)
    }
    log.add({ step: 3, person: alice, place: general, messages: [message("5", "edited"), message("6")] })
    log.add({ step: 3, person: bob, place: general, messages: undefined })
    log.happened(3, undefined)
    expect(log.result()).toEqual({
      version: 1,
      people: [alice, bob],
      places: [general],
      messages: [message("5"), message("5", "edited"), message("6")],
      views: [[0], [1, 2]],
      shown: [
        { step: 0, person: 0, place: 0, view: 0 },
        { step: 0, person: 1, place: 0, view: 0 },
        { step: 3, person: 0, place: 0, view: 1 },
        { step: 3, person: 1, place: 0, view: -1 }
      ],
      at: [0, 0, -1],
      full: false
    })
  })

  it("end where there is no more room, whole", () => {
    const log = make(120)
    log.add({ step: 1, person: alice, place: general, messages: [message("5", "x".repeat(60))] })
    expect(log.hasRoom()).toBe(true)
    log.add({ step: 2, person: alice, place: general, messages: [message("5", "x".repeat(60)), message("6")] })
    expect(log.hasRoom()).toBe(true)
    log.add({ step: 3, person: alice, place: general, messages: [message("7", "y".repeat(60))] })
    log.add({ step: 4, person: alice, place: general, messages: [] })
    const { shown, messages, full } = log.result()
    expect([shown.map(({ step }) => step), messages.length, full, log.hasRoom()]).toEqual([[1, 2], 2, true, false])
  })
})
