const { Backlot } = require("backlot")

let backlot

beforeAll(async () => {
  backlot = await Backlot.start()
})
afterAll(() => backlot.stop())

test("one test acts", () => backlot.as("alice").in("general").say("of another test"))

test("the failure of another shows its own acts only", async () => {
  const failure = await backlot
    .as("bob")
    .in("general")
    .use("/nothing")
    .catch(({ message }) => message)
  expect(failure).toMatch(/Transcript:[\s\S]*bob in #general uses \/nothing/)
  expect(failure).not.toContain("of another test")
})
