/**
 * What is wrong with definitions, and what is legal but useless: the service's own rules for the commands of one scope,
 * asked of all files together. Source: decisions 11, 20; service.md "Limits".
 */
import type { Position } from "@backlot/document/Position"
import * as Limits from "@backlot/domain/base/Limits"
import { type Advice, adviseCommand } from "@backlot/domain/command/advice/CommandAdvice"
import { adviseList } from "@backlot/domain/command/advice/CommandListAdvice"
import { bulkKeys } from "@backlot/domain/command/CommandMatch"
import { unknownInCommand } from "@backlot/domain/command/CommandUnknown"
import { type ValidationContext, validate, validateBulk } from "@backlot/domain/command/CommandValidation"
import { type Fault, fault, formatPath } from "@backlot/domain/error/Fault"
import { type CommandContent, CommandType } from "@backlot/domain/record/ApplicationCommand"
import { Result } from "effect"
import type { Definition } from "./CheckDefinitions.ts"
import type { CheckSource } from "./CheckSource.ts"

export interface Remark extends Position {
  readonly source: CheckSource
  /** Inside the command, as in `options[0].name`; empty for the command as a whole. */
  readonly path: string
  readonly code: string
  readonly message: string
  /** The section that makes a warning one; undefined for faults. */
  readonly because: string | undefined
}

export interface Judgement {
  /** Both in the order of the files and their texts. */
  readonly faults: ReadonlyArray<Remark>
  readonly warnings: ReadonlyArray<Remark>
  /** The commands without faults of their own. */
  readonly contents: ReadonlyArray<CommandContent>
  readonly commands: number
}

export interface JudgeOptions {
  readonly context: ValidationContext
  readonly strict: boolean
}

interface Placed extends Definition {
  readonly source: CheckSource
}

export const judgeSources = (sources: ReadonlyArray<CheckSource>, { context, strict }: JudgeOptions): Judgement => {
  const all = sources.flatMap((source): ReadonlyArray<Placed> => source.definitions.map((one) => ({ ...one, source })))
  const bodies = all.map(({ body }) => body)
  const sound = bodies.flatMap((body, index) => {
    const content = validate(body, context)
    return Result.isSuccess(content) ? [{ index, body, content: content.success }] : []
  })
  const contents = sound.map(({ content }) => content)
  const place = placer(all)
  const judged = [...faultsOf(bodies, context), ...excess(bodies)]
  const faults = judged.map((one) => place(one, undefined))
  const advice = [
    ...sound.flatMap(({ index, body, content }) =>
      adviseCommand(body, content, context).map((one) => ({ ...one, path: [index, ...one.path] }))
    ),
    // Of some of them alone it could say what is not so, and of far too many it compares each with each.
    ...(judged.length === 0 && all.length > 0 ? adviseList(contents, context) : []),
    ...(strict ? unknown(bodies, context) : [])
  ]
  const order = new Map(sources.map((source, index) => [source, index]))
  const inOrder = (a: Remark, b: Remark) =>
    (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0) || a.line - b.line || a.column - b.column
  return {
    faults: [...faults, ...broken(sources)].sort(inOrder),
    warnings: advice.map((one) => place(one, one.source)).sort(inOrder),
    contents,
    commands: all.length
  }
}

const faultsOf = (bodies: ReadonlyArray<unknown>, context: ValidationContext): ReadonlyArray<Fault> => {
  const judged = validateBulk(bodies, context)
  return Result.isFailure(judged) ? judged.failure : []
}

/** What the service answers with code 30032: more of a type than a scope may have. Told at the first one too many. */
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

const broken = (sources: ReadonlyArray<CheckSource>): ReadonlyArray<Remark> =>
  sources.flatMap((source) =>
    source.broken.map(({ path, message }) => ({
      source,
      ...source.locate(path),
      path: formatPath(path),
      code: "BUILDER_REFUSES",
      message,
      because: undefined
    }))
  )

/** Ours: decision 23 has the service ignore them. */
const unknown = (bodies: ReadonlyArray<unknown>, { scope }: ValidationContext): ReadonlyArray<Advice> =>
  bodies.flatMap((body, index) =>
    unknownInCommand(body, scope).map(({ path, known }) => ({
      path: [index, ...path],
      code: "UNKNOWN_FIELD",
      message: `The service does not know this field and ignores it. Fields: ${known.join(", ")}.`,
      source: "decision 23"
    }))
  )

const placer =
  (all: ReadonlyArray<Placed>) =>
  ({ path: [index, ...rest], code, message }: Fault, because: string | undefined): Remark => {
    // A fault of all of them together is told at the first.
    const at = all[Number(index ?? 0)]
    if (at === undefined) throw new Error("There is a fault without a definition")
    return {
      source: at.source,
      ...at.source.locate(index === undefined ? [] : [...at.path, ...rest]),
      path: formatPath(index === undefined ? [] : [...at.path, ...rest]),
      code,
      message,
      because
    }
  }
