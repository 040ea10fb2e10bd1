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

/**
 * Most of the work is the syntax tree, so that it is made only for what is asked and may be there.
 * @param inside the path from the package's folder
 */
export const parseModule = (path: string, text: string, inside: string): Module => {
  const parsed = parseSync(path, text)
  const { module, errors } = parsed
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const lineAt = once(() => lineCounter(text))
  const found = once(() => visit(parsed.program))
  const mention = ({ name, start }: Found): Mention => ({ name, line: lineAt()(start) })
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.slice(0, 1).flatMap((e) => e.moduleRequest ?? []))
  ].map(({ value, start }) => ({ name: value, start }))
  const hasOtherImports = (text.match(/\bimport\b/g)?.length ?? 0) !== module.staticImports.length
  const handsOn = ({ start }: { readonly start: number }) =>
    /^export\s*(?:type\s*)?[*{]/.test(text.slice(start, start + 40))
  const globals = once(() => found().globals.map(mention))
  const silenced = once(() => (SILENCER.test(text) ? found().silenced.map(mention) : []))
  return {
    path,
    kind: inside.startsWith("src/") ? "source" : inside.startsWith("test/") ? "test" : "script",
    imports: [...requests, ...(hasOtherImports ? found().imports : [])].map(mention),
    get globals() {
      return globals()
    },
    get silenced() {
      return silenced()
    },
    isBarrel: module.staticExports.length > 0 && module.staticExports.every(handsOn) && isBarrel(parsed.program),
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0)
  }
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

interface Found {
  readonly name: string
  readonly start: number
}

const testFunctions = new Set(["it", "test", "describe", "suite"])
const silencers = new Set(["skip", "only", "todo", "skipIf", "runIf", "fails"])
const SILENCER = new RegExp([...silencers].join("|"))

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
  const ends: Array<number> = []
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) ends.push(end)
  /** One more than the number of line ends before the offset. */
  return (offset: number): number => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
