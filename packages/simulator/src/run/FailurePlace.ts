/** Where the part of a step stands that its failure is about: faults of a play are shown there, as those of a file are. */
import type { Path } from "@backlot/domain/error/Fault"
import type { PlayedStep } from "@backlot/player/Player"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import type { LoadedStep } from "@backlot/scenario/file/LoadedScenario"
import { isOfWait } from "@backlot/scenario/match/Mismatch"

/** The value that is wrong, or of several the first; the nearest place above it that is written in the file. */
export const failurePlace = ({ place, locate }: LoadedStep, failure: PlayedStep["failure"]): FilePlace => {
  const path = failure && pathOf(failure)
  return path === undefined ? place : (locate?.(path) ?? place)
}

/** Within the step; undefined of what is about it as a whole. */
const pathOf = (failure: NonNullable<PlayedStep["failure"]>): Path | undefined => {
  if (failure._tag === "StepUnplayable") return failure.path
  const [mismatch] = failure._tag === "ExpectationFailed" ? failure.mismatches : []
  if (mismatch === undefined) return undefined
  return isOfWait(mismatch.path) ? mismatch.path : ["expect", ...mismatch.path]
}
