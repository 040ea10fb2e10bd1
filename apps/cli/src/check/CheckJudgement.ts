/**
 * Places the faults of definitions, and what is legal but useless, in their files: all files together are the commands of one
 * scope. Source: product.md "First minute" (`check`).
 */
import type { Position } from "@backlot/document/Position"
import { type JudgeOptions, judgeList } from "@backlot/domain/command/advice/ListJudgement"
import type { Definition } from "@backlot/domain/command/CommandDefinitions"
import { type Fault, formatPath } from "@backlot/domain/error/Fault"
import type { CommandContent } from "@backlot/domain/record/ApplicationCommand"
import type { CheckSource } from "./CheckDefinitions.ts"

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

interface Placed extends Definition {
  readonly source: CheckSource
}

export const judgeSources = (sources: ReadonlyArray<CheckSource>, options: JudgeOptions): Judgement => {
  const all = sources.flatMap((source): ReadonlyArray<Placed> => source.definitions.map((one) => ({ ...one, source })))
  const { faults, advice, sound } = judgeList(
    all.map(({ body }) => body),
    options
  )
  const place = placer(all)
  const order = new Map(sources.map((source, index) => [source, index]))
  const inOrder = (a: Remark, b: Remark) =>
    (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0) || a.line - b.line || a.column - b.column
  return {
    faults: [...faults.map((one) => place(one, undefined)), ...broken(sources)].sort(inOrder),
    warnings: advice.map((one) => place(one, one.source)).sort(inOrder),
    contents: sound.map(({ content }) => content),
    commands: all.length
  }
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
