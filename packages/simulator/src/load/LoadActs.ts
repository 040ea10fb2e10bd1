/** The acts that a load plays as the player does. */
import { play } from "@backlot/player/act/ActTable"
import type { ActOutcome } from "@backlot/player/turn/Playing"
import type { ActFailure, Turn } from "@backlot/player/turn/Turn"
import { actOf } from "@backlot/scenario/Step"
import { Effect } from "effect"

/** Every act but uses and typed texts, which the load reads itself, and waits, which it times itself. */
export const performAct = (turn: Turn): Effect.Effect<ActOutcome, ActFailure> => {
  const act = actOf(turn.step)
  return act === undefined || act === "wait" ? Effect.succeed({}) : play(turn, act)
}
