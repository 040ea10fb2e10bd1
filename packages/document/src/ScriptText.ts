/**
 * Reads a JavaScript or TypeScript module to locate the values that it exports. The values themselves come from running
 * it. Literals, variables of the file, spreads, `as const`, `satisfies` and calls such as `scenario({ … })` are
 * followed; anything else is located as a whole.
 */
import { parse as parseModule } from "@babel/parser"
import type { Path } from "@backlot/domain/error/Fault"
import { Result } from "effect"
import type { SyntaxFault } from "./DocumentText.ts"
import type { Position } from "./Position.ts"
import { type Expression, exported, type Program, startOf, step } from "./ScriptValue.ts"

export interface ScriptDocument {
  /**
   * The position of a path in an export, or of its nearest parent in this file. A field is located at its name, a list
   * element at its beginning. Lines and columns count from 1.
   * @param name of the export; `default` unless given
   */
  readonly locate: (path: Path, name?: string) => Position
  /** Whether this file writes an export of this name. */
  readonly exports: (name: string) => boolean
  /** Whether the file has an import or an export; Node uses the same test for ES modules. */
  readonly isModule: boolean
}

export const parse = (text: string): Result.Result<ScriptDocument, SyntaxFault> =>
  Result.map(
    Result.try({
      try: () => parseModule(text, { sourceType: "module", plugins: ["typescript", "decorators"] }).program,
      catch: syntaxFault
    }),
    (program) => ({
      locate: (path, name = "default") => locate(program, path, name),
      exports: (name) => exported(program, name) !== undefined,
      isModule: program.body.some(({ type }) => MODULE_ONLY.test(type))
    })
  )

/** Statements that only ES modules have. */
const MODULE_ONLY = /^(?:Import|Export(?:All|Default|Named))Declaration$/

const locate = (program: Program, path: Path, name: string): Position => {
  let node: Expression | undefined = exported(program, name)
  let place = node === undefined ? { line: 1, column: 1 } : startOf(node)
  for (const key of path) {
    const found = node === undefined ? undefined : step(program, node, key)
    if (found === undefined) return place
    node = found.value
    place = found.place
  }
  return place
}

/** The parser appends the position to its message. */
const PLACE = / \(\d+:\d+\)$/

const syntaxFault = (error: unknown): SyntaxFault => {
  if (!(error instanceof Error)) return { line: 1, column: 1, message: String(error) }
  const { line, column } = { line: 1, column: 0, ...("loc" in error && typeof error.loc === "object" ? error.loc : {}) }
  return { line, column: column + 1, message: error.message.replace(PLACE, "") }
}
