/** What no scenario plays: the program is told to end while somebody waits for an answer. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { Backlot } from "@backlot/testkit"
import { it, onTestFinished } from "vitest"

it("an answer that is owed is given before the program ends", async () => {
  await using backlot = await Backlot.start({ application: "My App" })
  const env = { ...process.env, ...backlot.app().env }
  const program = spawn(process.execPath, ["src/main.ts"], { env, stdio: ["ignore", "pipe", "inherit"] })
  onTestFinished(() => void program.kill("SIGKILL"))
  const ended = once(program, "exit")
  await backlot.until({ event: "application.updated", within: "20s" }) // the address of its endpoint
  const alice = backlot.as("alice").in("general")
  const tide = await alice.use("/tide harbour:Brest").expect({ state: "deferred" })
  program.kill("SIGTERM")
  await tide.responded().expect({ message: { content: "High tide at Brest: 04:12" } })
  await ended
  await alice.use("/harbours").expect({ state: "failed" })
})
