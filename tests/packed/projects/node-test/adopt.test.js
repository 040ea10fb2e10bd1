import { test } from "node:test"
import { Backlot } from "backlot"

test("alice adopts a dog, bob sees it, carol may not ban", async (t) => {
  const backlot = await Backlot.start({ app: { command: "node bot.mjs", ready: { commands: 2 } } })
  t.after(() => backlot.stop())
  const [alice, bob, carol] = backlot.in("general", "alice", "bob", "carol")
  await alice.use("/adopt animal:Dog").expect({ state: "deferred" })
  await bob.sees({ content: /adopts a Dog/ })
  await carol.use("/ban").refused("permission")
})
