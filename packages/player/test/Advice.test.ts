import { ADVANCE } from "@backlot/protocol/control/ControlInteraction"
import { assert, it } from "@effect/vitest"
import { outcomeOf } from "../src/turn/Interacting.ts"

it("where the clock stands still, a step moves it on", () => {
  const body = { interaction_id: "1", state: "pending", error: `the clock is frozen: ${ADVANCE}`, wait_expired: true }
  const { error, ...rest } = outcomeOf({ status: 200, headers: {}, body })
  assert.strictEqual(error, "the clock is frozen: a step `advance: 3s` moves it on")
  assert.deepStrictEqual(rest, { interaction_id: "1", state: "pending", wait_expired: true })
})
