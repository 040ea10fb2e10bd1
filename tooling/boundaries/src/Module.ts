/** One file of code, reduced to the facts that the rules need. */
import { type Expression, type Program, parseSync, type Super, Visitor } from "oxc-parser"

export interface Module {
  /** Path from the root of the repository. */
  readonly path: string
  /** source: below src. test: below test. script: anything else in a package. */
  readonly kind: "source" | "test" | "script"
  /** Static, dynamic, re-exporting and type-only imports. */
  readonly imports: ReadonlyArray<Mention>
  /** Uses of global names: `Date.now`, `new Date()`, `new Date(value)`, `setTimeout`, `process.env`, … */
  readonly globals: ReadonlyArray<Mention>
  /** Tests that do not run, or that keep others from running: `it.skip`, `describe.only`, `{ todo: … }`, … */
  readonly silenced: ReadonlyArray<Mention>
  /** True when it has statements and all of them re-export. */
  readonly isBarrel: boolean
  readonly lines: number
}

export interface Mention {
  readonly name: string
  readonly line: number
}

/** @param inside the path from the package's folder */
export const parseModule = (path: string, text: string, inside: string): Module => {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const lineAt = lineCounter(text)
  const found = visit(program)
  const mention = ({ name, start }: Found): Mention => ({ name, line: lineAt(start) })
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.slice(0, 1).flatMap((e) => e.moduleRequest ?? []))
  ]
  return {
    path,
    kind: inside.startsWith("src/") ? "source" : inside.startsWith("test/") ? "test" : "script",
    imports: [...requests.map(({ value, start }) => ({ name: value, start })), ...found.imports].map(mention),
    globals: found.globals.map(mention),
    silenced: found.silenced.map(mention),
    isBarrel: isBarrel(program),
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0)
  }
}

interface Found {
  readonly name: string
  readonly start: number
}

const testFunctions = new Set(["it", "test", "describe", "suite"])
const silencers = new Set(["skip", "only", "todo", "skipIf", "runIf", "fails"])

const visit = (program: Program) => {
  const imports: Array<Found> = []
  const globals: Array<Found> = []
  const silenced: Array<Found> = []
  new Visitor({
    ImportExpression({ source, start }) {
      if (source.type === "Literal" && typeof source.value === "string") imports.push({ name: source.value, start })
    },
    TSImportType({ source, start }) {
      imports.push({ name: source.value, start })
    },
    MemberExpression(node) {
      const name = dotted(node)
      if (name === undefined) return
      globals.push({ name: withoutGlobalThis(name), start: node.start })
      const [head = "", ...rest] = name.split(".")
      if (testFunctions.has(head) && silencers.has(rest.at(-1) ?? "")) silenced.push({ name, start: node.start })
    },
    NewExpression({ callee, arguments: given, start }) {
      const name = withoutGlobalThis(dotted(callee) ?? "")
      globals.push({ name: `new ${name}(${given.length === 0 ? "" : "value"})`, start })
    },
    CallExpression({ callee, arguments: given, start }) {
      const name = withoutGlobalThis(dotted(callee) ?? "")
      if (!name.includes(".")) globals.push({ name: `${name}()`, start })
      if (!testFunctions.has(headOf(callee) ?? "")) return
      const keys = given.flatMap((a) => (a.type === "ObjectExpression" ? a.properties : []))
      for (const key of keys) {
        if (key.type !== "Property" || key.key.type !== "Identifier" || !silencers.has(key.key.name)) continue
        silenced.push({ name: `{ ${key.key.name} }`, start: key.start })
      }
    }
  }).visit(program)
  return { imports, globals, silenced }
}

/** `a.b.c` for a chain of plain names; undefined for any other expression. */
const dotted = (node: Expression | Super): string | undefined => {
  if (node.type === "Identifier") return node.name
  if (node.type !== "MemberExpression") return undefined
  const head = dotted(node.object)
  const property = node.property
  if (head === undefined) return undefined
  if (!node.computed && property.type === "Identifier") return `${head}.${property.name}`
  return property.type === "Literal" && typeof property.value === "string" ? `${head}.${property.value}` : undefined
}

/** The first name in a chain of members and calls: `it` in `it.effect.each([])("…")`. */
const headOf = (node: Expression | Super): string | undefined => {
  if (node.type === "Identifier") return node.name
  if (node.type === "MemberExpression") return headOf(node.object)
  return node.type === "CallExpression" ? headOf(node.callee) : undefined
}

const withoutGlobalThis = (name: string): string => name.replace(/^(?:globalThis|global|window|self)\./, "")

const isBarrel = ({ body }: Program): boolean => {
  const handsOn = body.filter(
    (node) =>
      node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.declaration === null)
  )
  const imports = body.filter((node) => node.type === "ImportDeclaration")
  return handsOn.length > 0 && handsOn.length + imports.length === body.length
}

const lineCounter = (text: string) => {
  const ends = [...text.matchAll(/\n/g)].map((match) => match.index)
  return (offset: number): number => {
    const line = ends.findIndex((end) => end >= offset)
    return (line === -1 ? ends.length : line) + 1
  }
}
