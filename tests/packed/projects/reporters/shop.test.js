// The same file for vitest and for jest.
import { Backlot } from "backlot"

const commands = [{ name: "adopt", description: "Adopts a pet" }]
const app = () => ({ type: 4, data: { content: "A Dog for you" } })

describe("the shop", () => {
  let shared
  beforeAll(async () => {
    shared = await Backlot.start({ commands, app })
  })
  afterAll(() => shared.stop())

  test("answers", async () => {
    await using backlot = await Backlot.start({ commands, app })
    await backlot
      .as("alice")
      .in("general")
      .use("/adopt")
      .expect({ message: { content: /Dog/ } })
  })

  test("has cats", async () => {
    await using backlot = await Backlot.start({ commands, app: { command: "node bot.mjs", ready: { log: "ready" } } })
    await backlot.as("alice").in("general").say("before")
    await backlot.as("alice").in("general").sees({ content: /Cat/ }, { within: "100ms" })
  })

  test("is asked, and then the test itself fails", async () => {
    const answer = await shared.as("bob").in("general").use("/adopt")
    expect(answer.message.content).toBe("A Cat for you")
  })
})
