/**
 * Judges definitions as the commands of one scope: every fault, and what is legal but useless or surprising. Source: decisions
 * 11, 20; service.md "Limits".
 */
import { Result } from "effect"
import * as Limits from "../../base/Limits.ts"
import { type Fault, fault } from "../../error/Fault.ts"
import { type CommandContent, CommandType } from "../../record/ApplicationCommand.ts"
import { bulkKeys } from "../CommandMatch.ts"
import { unknownInCommand } from "../CommandUnknown.ts"
import { type ValidationContext, validate, validateBulk } from "../CommandValidation.ts"
import { type Advice, adviseCommand } from "./CommandAdvice.ts"
import { adviseList } from "./CommandListAdvice.ts"

export interface JudgeOptions {
  readonly context: ValidationContext
  /** Advises on fields that the service ignores because it does not know them. */
  readonly strict: boolean
}

/** Paths begin with the index of the definition; a fault of the whole list has the empty path. */
export interface ListJudgement {
  readonly faults: ReadonlyArray<Fault>
  readonly advice: ReadonlyArray<Advice>
  /** The definitions without faults of their own, in order. */
  readonly sound: ReadonlyArray<{ readonly index: number; readonly content: CommandContent }>
}

export const judgeList = (bodies: ReadonlyArray<unknown>, { context, strict }: JudgeOptions): ListJudgement => {
  const sound = bodies.flatMap((body, index) => {
    const content = validate(body, context)
    return Result.isSuccess(content) ? [{ index, body, content: content.success }] : []
  })
  const contents = sound.map(({ content }) => content)
  const faults = [...faultsOf(bodies, context), ...excess(bodies)]
  const advice = [
    ...sound.flatMap(({ index, body, content }) =>
      adviseCommand(body, content, context).map((one) => ({ ...one, path: [index, ...one.path] }))
    ),
    // Advise on the list only when all commands are valid and within the limits: advice on a part would be wrong, and
    // on far too many slow.
    ...(faults.length === 0 && bodies.length > 0 ? adviseList(contents, context) : []),
    ...(strict ? unknown(bodies, context) : [])
  ]
  return { faults, advice, sound: sound.map(({ index, content }) => ({ index, content })) }
}

const faultsOf = (bodies: ReadonlyArray<unknown>, context: ValidationContext): ReadonlyArray<Fault> => {
  const judged = validateBulk(bodies, context)
  return Result.isFailure(judged) ? judged.failure : []
}

/** How many of the definitions are of each type. */
export const countsOf = (bodies: ReadonlyArray<unknown>): Readonly<Record<CommandType, number>> => {
  const counts = { 1: 0, 2: 0, 3: 0, 4: 0 }
  for (const key of bulkKeys(bodies)) if (key !== undefined) counts[key.type] += 1
  return counts
}

/** More commands of a type than a scope allows (code 30032), reported at the first one too many. */
const excess = (bodies: ReadonlyArray<unknown>): ReadonlyArray<Fault> => {
  const keys = bulkKeys(bodies)
  return Object.values(CommandType).flatMap((type) => {
    const max = Limits.command.perType[type]
    const ofType = keys.flatMap((key, index) => (key?.type === type ? [index] : []))
    const first = ofType[max]
    const message = `Maximum number of application commands reached (${max}).`
    return first === undefined ? [] : [fault([first, "type"], { code: "30032", message })]
  })
}

/** Warns about unknown fields, which the service ignores (decision 23). Our choice: docs/choices.md "Command line". */
const unknown = (bodies: ReadonlyArray<unknown>, { scope }: ValidationContext): ReadonlyArray<Advice> =>
  bodies.flatMap((body, index) =>
    unknownInCommand(body, scope).map(({ path, known }) => ({
      path: [index, ...path],
      code: "UNKNOWN_FIELD",
      message: `The service does not know this field and ignores it. Fields: ${known.join(", ")}.`,
      source: "decision 23"
    }))
  )
