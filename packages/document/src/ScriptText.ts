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

type Program = ReturnType<typeof parseModule>["program"]
type Statement = Program["body"][number]
type Expression = Extract<Statement, { type: "ExpressionStatement" }>["expression"]
type Literal<T extends "ObjectExpression" | "ArrayExpression"> = Extract<Expression, { type: T }>

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
  let node = exported(program, name)
  let place = node === undefined ? { line: 1, column: 1 } : startOf(node)
  for (const key of path) {
    const found = node === undefined ? undefined : part({ program, left: LOOKS }, node, key)
    if (found === undefined) return place
    node = found.value
    place = found.place
  }
  return place
}

/** A part of a value: its position, and its own value if the source shows it. */
interface Part {
  readonly place: Position
  readonly value: Expression | undefined
}

const startOf = (node: { readonly loc?: { readonly start: Position } | null | undefined }): Position => ({
  line: node.loc?.start.line ?? 1,
  // The parser counts columns from 0.
  column: (node.loc?.start.column ?? 0) + 1
})

/** Limits the work for one part, so that variables that refer to each other do not loop. */
const LOOKS = 1_000

/** The state of one lookup. Mutable. */
interface Search {
  readonly program: Program
  left: number
}

/** The part at a key or an index; undefined if the source does not show it. */
const part = (search: Search, node: Expression, key: string | number): Part | undefined => {
  const value = seen(search, node)
  if (value?.type === "ObjectExpression") return property(search, value, String(key))
  if (value?.type === "ArrayExpression") return element(search, value, Number(key))
  return undefined
}

/** Resolves names, assertions and calls to the expression behind them. */
const seen = (search: Search, node: Expression): Expression | undefined => {
  if (search.left-- <= 0) return undefined
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return seen(search, node.expression)
    case "AwaitExpression":
      return seen(search, node.argument)
    case "CallExpression": {
      const [first] = node.arguments
      return first === undefined || first.type === "SpreadElement" || first.type === "ArgumentPlaceholder"
        ? undefined
        : seen(search, first)
    }
    case "Identifier": {
      const value = variable(search.program, node.name)
      return value === undefined ? undefined : seen(search, value)
    }
    case "MemberExpression": {
      const key = keyOf(node.property, node.computed)
      // `this` and `super` have members but are not values of the file.
      if (key === undefined || node.object.type === "Super") return undefined
      const value = part(search, node.object, key)?.value
      return value === undefined ? undefined : seen(search, value)
    }
    default:
      return node
  }
}

/** The last property of a name wins, as at run time. */
const property = (search: Search, { properties }: Literal<"ObjectExpression">, key: string): Part | undefined => {
  for (const item of properties.toReversed()) {
    if (item.type === "SpreadElement") {
      const found = part(search, item.argument, key)
      if (found !== undefined) return found
    } else if (keyOf(item.key, item.computed) === key) {
      return { place: startOf(item), value: item.type === "ObjectProperty" ? asExpression(item.value) : undefined }
    }
  }
  return undefined
}

const element = (search: Search, { elements }: Literal<"ArrayExpression">, index: number): Part | undefined => {
  let left = index
  for (const item of elements) {
    if (item?.type === "SpreadElement") {
      const spread = seen(search, item.argument)
      // Its length is known only at run time.
      if (spread?.type !== "ArrayExpression") return { place: startOf(item), value: undefined }
      if (left < spread.elements.length) return element(search, spread, left)
      left -= spread.elements.length
    } else if (left === 0) {
      return item === null ? undefined : { place: startOf(item), value: item }
    } else {
      left -= 1
    }
  }
  return undefined
}

/** The exported expression: `export default …`, `export const name = …`, `export { local as name }`. */
const exported = (program: Program, name: string): Expression | undefined => {
  for (const statement of program.body) {
    if (statement.type === "ExportDefaultDeclaration" && name === "default") return asExpression(statement.declaration)
    if (statement.type !== "ExportNamedDeclaration") continue
    const own = initialOf(variables(statement), name)
    if (own !== undefined) return own
    for (const specifier of statement.specifiers) {
      if (specifier.type !== "ExportSpecifier" || specifier.local.type !== "Identifier") continue
      const { exported, local } = specifier
      if ((exported.type === "Identifier" ? exported.name : exported.value) === name)
        return variable(program, local.name)
    }
  }
  return undefined
}

/** The value of a variable of the file. */
const variable = (program: Program, name: string): Expression | undefined =>
  initialOf(program.body.flatMap(variables), name)

const variables = (statement: Statement) => {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
  return declaration?.type === "VariableDeclaration" ? declaration.declarations : []
}

const initialOf = (declared: ReturnType<typeof variables>, name: string): Expression | undefined =>
  declared.find(({ id }) => id.type === "Identifier" && id.name === name)?.init ?? undefined

type Property = Extract<Literal<"ObjectExpression">["properties"][number], { type: "ObjectProperty" }>
type Default = Extract<Statement, { type: "ExportDefaultDeclaration" }>["declaration"]

/** Object literals hold expressions; patterns occur only on the left of assignments. */
const asExpression = (node: Property["value"] | Default): Expression | undefined =>
  // All other types of these nodes are expressions.
  /Declaration$|^TSDeclareFunction$|Pattern$|^RestElement$/.test(node.type) ? undefined : (node as Expression)

const keyOf = (key: Property["key"] | Expression | { readonly type: "PrivateName" }, computed: boolean) => {
  if (key.type === "StringLiteral" || key.type === "NumericLiteral") return String(key.value)
  return key.type === "Identifier" && !computed ? key.name : undefined
}

/** The parser appends the position to its message. */
const PLACE = / \(\d+:\d+\)$/

const syntaxFault = (error: unknown): SyntaxFault => {
  if (!(error instanceof Error)) return { line: 1, column: 1, message: String(error) }
  const { line, column } = { line: 1, column: 0, ...("loc" in error && typeof error.loc === "object" ? error.loc : {}) }
  return { line, column: column + 1, message: error.message.replace(PLACE, "") }
}
