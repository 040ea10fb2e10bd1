import assert from "node:assert"
import * as runner from "node:test"
import { Backlot } from "backlot"

const backlot = await Backlot.start()
runner.after(() => backlot.stop())

runner.test("one test acts", () => backlot.as("alice").in("general").say("of another test"))

runner.test("the failure of another shows its own acts only", async () => {
  const failure = await backlot
    .as("bob")
    .in("general")
    .use("/nothing")
    .catch(({ message }) => message)
  assert.match(failure, /Transcript:[\s\S]*bob in #general uses \/nothing/)
  // Older Nodes do not say which test is running.
  assert.equal(failure.includes("of another test"), !("getTestContext" in runner))
})
