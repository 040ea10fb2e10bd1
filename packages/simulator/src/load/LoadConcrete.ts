/** A step as it is played in one turn: who `*` is, and its variables put in place. */

import type { StepUnplayable } from "@backlot/player/stage/Failure"
import { placed } from "@backlot/player/turn/PlayedVariables"
import type { Step } from "@backlot/scenario/Step"
import { Result } from "effect"
import type { LoadCourse } from "./LoadCourse.ts"
import type { Turn } from "./LoadEngine.ts"
import { ANYBODY, type LoadStep } from "./LoadStep.ts"

/** One of those who take turns as `*`. */
export interface PoolUser {
  readonly id: string
  readonly username: string
}

/** The user that `*` means: in the closed model each virtual user is always the same one, in the open one plays take turns. */
export const userOf = (
  users: ReadonlyArray<PoolUser>,
  model: LoadCourse["model"],
  { vu, iteration }: Pick<Turn, "vu" | "iteration">
): PoolUser | undefined => users[(model === "closed" ? vu - 1 : iteration) % users.length]

export const concrete = (
  { step, as, in: place, isOpen }: LoadStep,
  variables: Readonly<Record<string, unknown>>,
  user: PoolUser | undefined
): Result.Result<Step, StepUnplayable> => {
  const settled = {
    ...step,
    ...(as === undefined ? {} : { as: as === ANYBODY ? (user?.id ?? as) : as }),
    ...(place === undefined ? {} : { in: place })
  }
  return isOpen ? placed(settled, variables) : Result.succeed(settled)
}

/** Uses and typed texts are read by the library, everything else is an act of the player. */
export const isUse = ({ act }: LoadStep): boolean => act === "use" || act === "type"

/** What stands for a use that is always the same. */
export const keyOf = (row: number, { number, as }: LoadStep, user: PoolUser | undefined): string =>
  `${row} ${number} ${as === ANYBODY ? (user?.id ?? "") : ""}`

/** Nothing under load stands on streams. */
export const NO_MARKS = { events: 0, gateway: new Map<string, number>() }
