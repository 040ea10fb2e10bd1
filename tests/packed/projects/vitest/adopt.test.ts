import { Backlot } from "backlot"
import { test } from "vitest"

test("alice adopts a dog, bob sees it, carol may not ban", async () => {
  await using backlot = await Backlot.start({ app: { command: "node bot.mjs", ready: { commands: 2 } } })
  const [alice, bob, carol] = backlot.in("general", "alice", "bob", "carol")
  await alice.use("/adopt animal:Dog").expect({ state: "deferred" })
  await bob.sees({ content: /adopts a Dog/ })
  await carol.use("/ban").refused("permission")
})
