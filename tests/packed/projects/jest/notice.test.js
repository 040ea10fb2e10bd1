const { Backlot } = require("backlot")

let backlot

beforeAll(async () => {
  backlot = await Backlot.start({
    commands: [{ name: "vet", description: "Sees the vet" }],
    app: () => ({ type: 5 })
  })
})
beforeEach(() => backlot.reset())
afterAll(() => backlot.stop())

test("an app that is a function answers late, and everybody sees it", async () => {
  const [alice, bob, carol] = backlot.in("general", "alice", "bob", "carol")
  const answer = await alice.use("/vet").expect({ state: "deferred" })
  await backlot.advance("10m")
  await backlot.app().edit(answer, { content: "All is well." })
  await answer.responded().expect({ message: { content: "All is well." } })
  for (const user of [bob, carol]) expect((await user.messages()).at(-1).content).toBe("All is well.")
})
