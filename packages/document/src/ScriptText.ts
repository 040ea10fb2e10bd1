/**
 * The text of a module that people write, JavaScript or TypeScript, for the places of what it exports. The values come
 * from running it; here it is only read: literals, variables of the file, spreads, `as const`, `satisfies` and calls such
 * as `scenario({ … })` are seen through, and anything else is a place as a whole.
 */
import { parse as parseModule } from "@babel/parser"
import type { Path } from "@backlot/domain/error/Fault"
import { Result } from "effect"
import type { SyntaxFault } from "./DocumentText.ts"
import type { Position } from "./Position.ts"
import { type Expression, exported, type Program, startOf, step } from "./ScriptValue.ts"

export interface ScriptDocument {
  /**
   * Where a path into an export stands, or the nearest place above it that is written in this file. A field is found at
   * its name, an element of a list at its beginning. Lines and columns count from 1.
   * @param name of the export; `default` unless given
   */
  readonly locate: (path: Path, name?: string) => Position
  /** Whether an export of this name is written here. */
  readonly exports: (name: string) => boolean
  /** Whether it has an import or an export: Node, too, takes it for an ES module by that. */
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

/** Statements that no CommonJS module has. */
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

/** The parser appends the place. */
const PLACE = / \(\d+:\d+\)$/

const syntaxFault = (error: unknown): SyntaxFault => {
  if (!(error instanceof Error)) return { line: 1, column: 1, message: String(error) }
  const { line, column } = { line: 1, column: 0, ...("loc" in error && typeof error.loc === "object" ? error.loc : {}) }
  return { line, column: column + 1, message: error.message.replace(PLACE, "") }
}
