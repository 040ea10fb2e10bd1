/** Planned faults. */
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { applicationOf, outcomeOfEdit } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"

export const fault: Act<NonNullable<Step["fault"]>> = Effect.fnUntraced(function* ({ playing }, plan) {
  const match = fieldsOf(plan["match"])
  const { application } = match
  const named =
    typeof application === "string"
      ? { match: { ...match, application: (yield* applicationOf(playing, application, ["fault", "match"])).id } }
      : {}
  return outcomeOfEdit(yield* playing.control("POST", "/faults", { ...plan, ...named }))
})

export const clear_faults: Act<true> = ({ playing }) =>
  Effect.map(playing.control("DELETE", "/faults"), (answer) => outcomeOfEdit(answer))
