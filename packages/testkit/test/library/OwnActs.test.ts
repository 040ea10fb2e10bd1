/** Tests that share a Backlot, without a reset between them, as those of a bot do. */
import { Backlot } from "@backlot/testkit"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { COMMANDS, shop } from "./Shop.ts"

let backlot: Backlot
let acts = 0

beforeAll(async () => {
  backlot = await Backlot.start({ commands: COMMANDS, app: shop })
  await backlot.as("alice").in("general").say("of all tests")
})
beforeEach(async () => {
  await backlot.as("alice").in("general").say(`set up ${++acts}`)
})
afterAll(() => backlot.stop())

const failing = () => backlot.as("carol").in("general").use("/ban").catch(String)

describe("the failure of a test that shares its Backlot", () => {
  it("shows its own acts, with those of its hooks", async () => {
    await backlot.as("bob").in("general").say("of the first test")
    const message = await failing()
    expect(message).toContain("set up 1")
    expect(message).toContain("of the first test")
    expect(message).toMatch(/Transcript:\n {2}… 2 other acts: backlot\.transcript\(\) has everything/)
  })

  it("shows none of another test", async () => {
    const message = await failing()
    expect(message).toContain("set up 2")
    expect(message).not.toMatch(/set up 1|of the first test|of all tests/)
    expect(message).toMatch(/… 5 other acts: backlot\.transcript\(\) has everything/)
    expect(backlot.transcript()).toMatch(/of all tests[\s\S]*set up 1[\s\S]*of the first test[\s\S]*set up 2/)
  })

  it.each([1, 2])("shows none of another row of its table: %i", async (row) => {
    await backlot.as("bob").in("general").say(`of row ${row}`)
    const message = await failing()
    expect(message).toContain(`of row ${row}`)
    expect(message).not.toContain(`of row ${3 - row}`)
  })

  it("shows the acts of an answer that it goes on with", async () => {
    const [alice] = backlot.in("general", "alice")
    const adopted = await alice.use("/adopt animal:Dog")
    const failed = adopted.press("Name it").expect({ modal: { title: "None" } })
    await expect(failed).rejects.toThrow(/Transcript:[\s\S]*uses \/adopt animal:Dog[\s\S]*presses Name it/)
  })
})
