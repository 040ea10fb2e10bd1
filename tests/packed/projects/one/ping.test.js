import assert from "node:assert"
import { test } from "node:test"
import { Backlot } from "backlot"

test("ping", async () => {
  const app = { command: "node bot.js", env: { DISCORD_TOKEN: "test" }, intercept: true, ready: { log: "ready" } }
  const backlot = await Backlot.start({ app })
  const found = await backlot.as("alice").in("general").picker("ping")
  assert.deepEqual(
    found.commands.map(({ name }) => name),
    ["ping"]
  )
  await backlot.stop()
})
