import assert from "node:assert"
import { test } from "node:test"
import { Backlot } from "backlot"

test("an app that is a function answers late, and everybody sees it", async (t) => {
  const backlot = await Backlot.start({
    commands: [{ name: "vet", description: "Sees the vet" }],
    app: () => ({ type: 5 })
  })
  t.after(() => backlot.stop())
  const [alice, bob, carol] = backlot.in("general", "alice", "bob", "carol")
  const answer = await alice.use("/vet").expect({ state: "deferred" })
  await backlot.advance("10m")
  await backlot.app().edit(answer, { content: "All is well." })
  await answer.responded().expect({ message: { content: "All is well." } })
  for (const user of [bob, carol]) assert.equal((await user.messages()).at(-1)?.content, "All is well.")
})
