// Only a hook of a describe fails: the app calls what there is not, for which `stop` fails.
import { Backlot } from "backlot"

const commands = [{ name: "adopt", description: "Adopts a pet" }]

const calling = async () => {
  const backlot = await Backlot.start({
    commands,
    app: async (_, app) => {
      await fetch(`${backlot.restUrl}/v10/channels/1/messages`, { headers: { authorization: `Bot ${app.token}` } })
      return { type: 4, data: { content: "A Dog for you" } }
    }
  })
  return backlot
}

describe("a suite", () => {
  let ofSuite
  beforeAll(async () => {
    ofSuite = await calling()
  })
  afterAll(() => ofSuite.stop())

  test("passes beside its hook", () => ofSuite.as("alice").in("general").use("/adopt"))
})
