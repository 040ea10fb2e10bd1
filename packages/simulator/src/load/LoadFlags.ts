/**
 * Merges the load flags of the command line into the plan of the file. Source: product.md "Scenario files" (`--users N
 * …`).
 */
import { defined } from "@backlot/scenario/Fields"
import { LoadPlan } from "@backlot/scenario/LoadPlan"
import { Result, Schema, Struct } from "effect"
import type { LoadFault } from "./LoadFault.ts"

/** As typed; missing flags keep the file's value. */
export interface LoadFlags {
  readonly users?: number | undefined
  /** `200/s` */
  readonly rate?: string | undefined
  /** `30s` */
  readonly duration?: string | undefined
  /** `30s:100/s,1m:500/s` (arrivals) or `30s:10,1m:50` (virtual users). */
  readonly stages?: string | undefined
  /** `200ms`, or `100ms-2s`. */
  readonly think?: string | undefined
  readonly warmup?: string | undefined
  /** `p95: < 50ms`, one each. */
  readonly thresholds?: ReadonlyArray<string> | undefined
}

/** Whether the command line asks for a load. */
export const asksForLoad = ({ users, rate, duration, stages }: LoadFlags): boolean =>
  [users, rate, duration, stages].some((flag) => flag !== undefined)

/**
 * A flag overrides the field of the file. `--rate`, `--users` or `--duration` without `--stages` drop the file's
 * stages; `--stages` drops its duration, rate and users; `--users` alone turns an open load into a closed one.
 * Thresholds are added, and replace those of the same name.
 */
export const planOf = (
  file: LoadPlan | undefined,
  flags: LoadFlags
): Result.Result<LoadPlan, ReadonlyArray<LoadFault>> => {
  const { users, rate, duration, think, warmup } = flags
  const stages = flags.stages === undefined ? undefined : stagesOf(flags.stages)
  const thresholds = thresholdsOf(flags.thresholds ?? [])
  const faults = [...(stages !== undefined && Result.isFailure(stages) ? [stages.failure] : []), ...thresholds.faults]
  if (faults.length > 0) return Result.fail(faults)
  const plan = {
    ...Struct.omit(file ?? {}, setAside(flags)),
    ...defined({ users, rate, duration, warmup, think: think && thinkOf(think) }),
    ...defined({ stages: stages && Result.getOrThrow(stages) }),
    ...(flags.thresholds && { thresholds: { ...file?.thresholds, ...thresholds.pairs } })
  }
  return Result.mapError(decode(plan), (error) => [{ path: "load", message: error.message }])
}

const decode = Schema.decodeUnknownResult(LoadPlan)

/** The fields of the file that the flags drop. */
const setAside = ({ users, rate, duration, stages }: LoadFlags): ReadonlyArray<keyof LoadPlan> => {
  if (stages !== undefined) return ["stages", "duration", "rate", "users"]
  if (users !== undefined && rate === undefined) return ["stages", "rate"]
  return rate === undefined && duration === undefined ? [] : ["stages"]
}

const thinkOf = (text: string) => {
  const [min = "", max] = text.split("-")
  return max === undefined ? text : { min, max }
}

type Stages = NonNullable<LoadPlan["stages"]>

const stagesOf = (text: string): Result.Result<Stages, LoadFault> => {
  const stages: Array<Stages[number]> = []
  for (const part of text.split(",")) {
    const [, duration, aim, unit] = STAGE.exec(part.trim()) ?? []
    if (duration === undefined || aim === undefined) {
      const message = `"${part.trim()}" is not a stage: 30s:100/s (arrivals) or 30s:20 (virtual users), separated by commas`
      return Result.fail({ path: "--stages", message })
    }
    stages.push(unit === undefined ? { duration, users: Number(aim) } : { duration, rate: `${aim}${unit}` })
  }
  return Result.succeed(stages)
}

const STAGE = /^(\d+(?:\.\d+)?(?:ms|s|m|h)):(\d+(?:\.\d+)?)(\/[sm])?$/

const thresholdsOf = (texts: ReadonlyArray<string>) => {
  const parts = texts.map((text) => ({ text, at: text.lastIndexOf(":") }))
  return {
    faults: parts
      .filter(({ at }) => at <= 0)
      .map(({ text }) => ({ path: "--threshold", message: `"${text}" is not a threshold: write p95: < 50ms` })),
    pairs: Object.fromEntries(parts.map(({ text, at }) => [text.slice(0, at).trim(), text.slice(at + 1).trim()]))
  }
}
