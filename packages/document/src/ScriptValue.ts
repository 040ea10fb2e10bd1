/** Follows the values of a module through its source text. See ScriptText for what is followed. */
import type { parse } from "@babel/parser"
import type { Position } from "./Position.ts"

export type Program = ReturnType<typeof parse>["program"]
type Statement = Program["body"][number]
export type Expression = Extract<Statement, { type: "ExpressionStatement" }>["expression"]
type ObjectLiteral = Extract<Expression, { type: "ObjectExpression" }>
type ListLiteral = Extract<Expression, { type: "ArrayExpression" }>

/** A part of a value: its position, and its own value if the source shows it. */
export interface Part {
  readonly place: Position
  readonly value: Expression | undefined
}

export const startOf = (node: { readonly loc?: { readonly start: Position } | null | undefined }): Position => ({
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

/** The exported expression: `export default …`, `export const name = …`, `export { local as name }`. */
export const exported = (program: Program, name: string): Expression | undefined => {
  for (const statement of program.body) {
    const found = ofStatement(program, statement, name)
    if (found !== undefined) return found
  }
  return undefined
}

const ofStatement = (program: Program, statement: Statement, name: string): Expression | undefined => {
  if (statement.type === "ExportDefaultDeclaration") {
    return name === "default" ? defaultOf(statement.declaration) : undefined
  }
  if (statement.type !== "ExportNamedDeclaration") return undefined
  if (statement.declaration?.type === "VariableDeclaration") return declaredIn(statement.declaration, name)
  for (const specifier of statement.specifiers) {
    if (specifier.type !== "ExportSpecifier" || nameOf(specifier.exported) !== name) continue
    if (specifier.local.type === "Identifier") return variable(program, specifier.local.name)
  }
  return undefined
}

type Default = Extract<Statement, { type: "ExportDefaultDeclaration" }>["declaration"]

const defaultOf = (declaration: Default): Expression | undefined => {
  switch (declaration.type) {
    case "ClassDeclaration":
    case "EnumDeclaration":
    case "FunctionDeclaration":
    case "StructDeclaration":
    case "TSDeclareFunction":
    case "TSInterfaceDeclaration":
      return undefined
    default:
      return declaration
  }
}

/** The part at a key or an index; undefined if the source does not show it. */
export const step = (program: Program, node: Expression, key: string | number): Part | undefined =>
  part({ program, left: LOOKS }, node, key)

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
const property = (search: Search, { properties }: ObjectLiteral, key: string): Part | undefined => {
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

const element = (search: Search, { elements }: ListLiteral, index: number): Part | undefined => {
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

const variable = (program: Program, name: string): Expression | undefined => {
  for (const statement of program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    const found = declaration?.type === "VariableDeclaration" ? declaredIn(declaration, name) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

type Declaration = Extract<Statement, { type: "VariableDeclaration" }>

const declaredIn = ({ declarations }: Declaration, name: string): Expression | undefined =>
  declarations.find(({ id }) => id.type === "Identifier" && id.name === name)?.init ?? undefined

type Property = Extract<ObjectLiteral["properties"][number], { type: "ObjectProperty" }>

/** Object literals hold expressions; patterns occur only on the left of assignments. */
const asExpression = (value: Property["value"]): Expression | undefined => {
  switch (value.type) {
    case "ArrayPattern":
    case "ObjectPattern":
    case "AssignmentPattern":
    case "RestElement":
    case "VoidPattern":
      return undefined
    default:
      return value
  }
}

const keyOf = (key: Property["key"] | Expression | { readonly type: "PrivateName" }, computed: boolean) => {
  if (key.type === "StringLiteral" || key.type === "NumericLiteral") return String(key.value)
  return key.type === "Identifier" && !computed ? key.name : undefined
}

const nameOf = (
  node:
    | { readonly type: "Identifier"; readonly name: string }
    | { readonly type: "StringLiteral"; readonly value: string }
) => (node.type === "Identifier" ? node.name : node.value)
