/** A step of one turn: `*` is resolved and variables are replaced. */
import type { StepUnplayable } from "@backlot/player/stage/Failure"
import { placed } from "@backlot/player/turn/PlayedVariables"
import type { Step } from "@backlot/scenario/Step"
import { Result } from "effect"
import type { LoadCourse } from "./LoadCourse.ts"
import type { Turn } from "./LoadEngine.ts"
import { ANYBODY, type LoadStep } from "./LoadStep.ts"

/** One of the users that `*` rotates through. */
export interface PoolUser {
  readonly id: string
  readonly username: string
}

/** The user that `*` means: fixed per virtual user in the closed model, rotating by play in the open one. */
export const userOf = (
  users: ReadonlyArray<PoolUser>,
  model: LoadCourse["model"],
  turn: Pick<Turn, "vu" | "iteration">
) => users[(model === "closed" ? turn.vu - 1 : turn.iteration) % users.length]

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

/** The client library reads uses and typed texts; all other steps are acts of the player. */
export const isUse = ({ act }: LoadStep): boolean => act === "use" || act === "type"

/** The cache key of a use that never changes. */
export const keyOf = (row: number, { number, as }: LoadStep, user: PoolUser | undefined): string =>
  `${row} ${number} ${as === ANYBODY ? (user?.id ?? "") : ""}`

/** Loads do not use event streams. */
export const NO_MARKS = { events: 0, gateway: new Map<string, number>() }
