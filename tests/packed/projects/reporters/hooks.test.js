// Only a hook fails: the app calls what there is not, for which `stop` fails.
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

let ofFile
beforeAll(async () => {
  ofFile = await calling()
})
afterAll(() => ofFile.stop())

test("passes beside the hook of the file", () => ofFile.as("alice").in("general").use("/adopt"))
