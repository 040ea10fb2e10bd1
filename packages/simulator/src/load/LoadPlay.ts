/** The memory of one play, for steps that need it, and the judgement of its answers. */
import { unexpected } from "@backlot/player/judge/Implied"
import { judge as judgeAll } from "@backlot/player/judge/Judge"
import { remember } from "@backlot/player/turn/Interacting"
import { captured } from "@backlot/player/turn/PlayedVariables"
import { type ActOutcome, memory, type Playing } from "@backlot/player/turn/Playing"
import type { Expectation } from "@backlot/scenario/Expectation"
import { formatMismatch } from "@backlot/scenario/match/Mismatch"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { Result } from "effect"
import type { PoolUser } from "./LoadConcrete.ts"
import type { Turn } from "./LoadEngine.ts"
import type { StepError } from "./LoadMeter.ts"
import { LoadRequests, type RequestsShared } from "./LoadRequests.ts"
import type { LoadScene } from "./LoadScene.ts"

export interface PlayShared extends RequestsShared {
  readonly scene: LoadScene
}

/** Mutable; one per play. */
export class LoadPlay {
  readonly requests: LoadRequests
  readonly playing: Playing
  variables: Readonly<Record<string, unknown>>

  constructor(shared: PlayShared, { vu, iteration }: Turn, user: PoolUser | undefined) {
    const { playing } = shared.scene
    this.requests = new LoadRequests(shared)
    const { control } = this.requests
    this.playing = { ...playing, memory: memory(), control, http: this.requests.http(playing.http) }
    this.variables = { vu, iteration: iteration + 1, user: user?.username }
  }

  /** The player's acts do the same for their interactions. */
  remember(outcome: ActOutcome, { user, channel }: { readonly user: string; readonly channel: string }): void {
    remember(this.playing.memory, outcome, { user, channel })
    if (outcome.message !== undefined) this.requests.answered(outcome.message)
  }

  /** Keeps what the step captures, or returns why it cannot. */
  capture({ capture }: Step, outcome: ActOutcome & { readonly real_ms: number }): StepError | undefined {
    if (capture === undefined) return undefined
    const found = captured(capture, outcome)
    if (Result.isFailure(found)) return { kind: "unplayable", message: found.failure.message }
    this.variables = { ...this.variables, ...found.success }
    return undefined
  }
}

/**
 * Undefined if nothing is wrong. The rules are those of any other run; an unexpected end counts as its own kind of
 * error.
 */
export const judge = (expect: Expectation = {}, outcome: Outcome): StepError | undefined => {
  const [first] = judgeAll(expect, outcome, NOTHING_SEEN)
  if (first === undefined) return undefined
  const [end] = unexpected(expect, outcome)
  if (end === undefined) return { kind: "expectation", message: formatMismatch(first) }
  return { kind: end.kind, message: end.because ?? String(end.actual) }
}

const NOTHING_SEEN = { sightings: new Map() }
