/** The player's acts that run under load, by name. */

import { app } from "@backlot/player/act/ActApp"
import { press, select, submit } from "@backlot/player/act/ActComponent"
import { read, say } from "@backlot/player/act/ActMessage"
import { menu, picker } from "@backlot/player/act/ActUse"
import type { ActOutcome } from "@backlot/player/turn/Playing"
import type { ActFailure, Turn } from "@backlot/player/turn/Turn"
import { Effect } from "effect"

/** All acts except uses and typed texts, which are read beforehand. */
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
