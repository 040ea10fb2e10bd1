/**
 * Finds faults in definitions, and legal but useless parts: applies the service's rules for the commands of one scope
 * to all files together. Source: decisions 11, 20; service.md "Limits".
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
import type { CheckSource, Definition } from "./CheckDefinitions.ts"

export interface Remark extends Position {
  readonly source: CheckSource
  /** Path inside the command, such as `options[0].name`; empty for the whole command. */
  readonly path: string
  readonly code: string
  readonly message: string
  /** The section that a warning is based on; undefined for faults. */
  readonly because: string | undefined
}

export interface Judgement {
  /** Both lists follow the order of the files and their texts. */
  readonly faults: ReadonlyArray<Remark>
  readonly warnings: ReadonlyArray<Remark>
  /** The commands that have no faults of their own. */
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
    // Advise on the list only when all commands are valid and within the limits: advice on a part would be wrong, and
    // on far too many slow.
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

const placer =
  (all: ReadonlyArray<Placed>) =>
  ({ path: [index, ...rest], code, message }: Fault, because: string | undefined): Remark => {
    // Report a fault of the whole list at the first command.
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
