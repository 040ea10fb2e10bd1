/** The acts of the player that are played under load, by their names. */
import { Effect } from "effect"
import { app } from "../play/ActApp.ts"
import { press, select, submit } from "../play/ActComponent.ts"
import { read, say } from "../play/ActMessage.ts"
import { menu, picker } from "../play/ActUse.ts"
import type { ActOutcome } from "../play/Playing.ts"
import type { ActFailure, Turn } from "../play/Turn.ts"

/** Everything but uses and typed texts, which are read before. */
export const performAct = (turn: Turn): Effect.Effect<ActOutcome, ActFailure> => {
  const { step } = turn
  if (step.press !== undefined) return press(turn, step.press)
  if (step.select !== undefined) return select(turn, step.select)
  if (step.submit !== undefined) return submit(turn, step.submit)
  if (step.say !== undefined) return say(turn, step.say)
  if (step.read !== undefined) return read(turn, step.read)
  if (step.picker !== undefined) return picker(turn, step.picker)
  if (step.menu !== undefined) return menu(turn, step.menu)
  if (step.app !== undefined) return app(turn, step.app)
  return Effect.succeed({})
}
