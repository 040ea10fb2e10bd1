/** Locates the part of a step that its failure is about, like a fault of the file. */
import type { Path } from "@backlot/domain/error/Fault"
import type { PlayedStep } from "@backlot/player/Player"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import type { LoadedStep } from "@backlot/scenario/file/LoadedScenario"
import { isOfWait } from "@backlot/scenario/match/Mismatch"

/** The wrong value (the first of several), or its nearest parent in the file. */
export const failurePlace = ({ place, locate }: LoadedStep, failure: PlayedStep["failure"]): FilePlace => {
  const path = failure && pathOf(failure)
  return path === undefined ? place : (locate?.(path) ?? place)
}

/** Path in the step; undefined if the failure is about the whole step. */
const pathOf = (failure: NonNullable<PlayedStep["failure"]>): Path | undefined => {
  if (failure._tag === "StepUnplayable") return failure.path
  const [mismatch] = failure._tag === "ExpectationFailed" ? failure.mismatches : []
  if (mismatch === undefined) return undefined
  return isOfWait(mismatch.path) ? mismatch.path : ["expect", ...mismatch.path]
}
