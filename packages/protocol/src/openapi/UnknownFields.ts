/**
 * Fields of a request body that its contract does not know. They are ignored (decision 23); `--strict` reports them.
 * Fields that are null or false are not reported: discord.js sends `enforce_nonce: false` with every answer. Our choice:
 * docs/choices.md "Command line".
 */
import { strict } from "@backlot/domain/base/Limits"
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { type Schema, SchemaAST } from "effect"

/** Paths of unknown fields, in the order of the body; at most one more than `strict.paths`. */
export const unknownFields = (schema: Schema.Top, body: unknown): ReadonlyArray<Path> =>
  walk(schema.ast, body, strict.paths + 1)

/** The fields that a schema has at the place of a path, in its order. */
export const knownFields = (schema: Schema.Top, path: Path): ReadonlyArray<string> =>
  path
    .slice(0, -1)
    .reduce((shapes, step) => shapes.flatMap((one) => stepsInto(one, step)), [schema.ast])
    .flatMap(namesOf)

const stepsInto = (ast: SchemaAST.AST, step: string | number): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => stepsInto(type, step))
  if (SchemaAST.isArrays(ast)) return typeof step === "number" ? ast.rest.slice(0, 1) : []
  return SchemaAST.isObjects(ast)
    ? ast.propertySignatures.filter(({ name }) => name === step).map(({ type }) => type)
    : []
}

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return [...new Set(ast.types.flatMap(namesOf))]
  return SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

/**
 * Value of the header: paths such as `options[0].foo`, separated by `, `, with `...` for the rest. Characters of a name
 * beyond letters, digits, `_` and `-` are percent-encoded, so that the value is ASCII; an empty name is `""`.
 */
export const formatUnknownFields = (paths: ReadonlyArray<Path>): string => {
  const shown: Array<string> = []
  let length = 0
  for (const path of paths) {
    const text = clip(formatPath(path.map((key) => (typeof key === "number" ? key : encode(key)))))
    length += text.length + SEPARATOR.length
    if (shown.length === strict.paths || length > strict.headerCharacters) return [...shown, "..."].join(SEPARATOR)
    shown.push(text)
  }
  return shown.join(SEPARATOR)
}

const SEPARATOR = ", "

const encode = (key: string): string => (key === "" ? '""' : percentEncode(key))

const percentEncode = (key: string): string =>
  key
    .slice(0, strict.pathCharacters)
    .toWellFormed()
    .replace(/[^\w-]+/g, (text) => encodeURIComponent(text).replace(/[.!~*'()]/g, escapeByte))

const escapeByte = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

const clip = (text: string): string =>
  text.length > strict.pathCharacters ? `${text.slice(0, strict.pathCharacters)}...` : text

const walk = (ast: SchemaAST.AST, value: unknown, max: number): ReadonlyArray<Path> => {
  if (typeof value !== "object" || value === null) return []
  if (SchemaAST.isUnion(ast)) return inEvery(variantsFor(ast, value), value, max)
  if (SchemaAST.isArrays(ast)) {
    const [element] = ast.rest
    return element === undefined || !Array.isArray(value)
      ? []
      : collect(value.entries(), max, ([i, item], left) => below(i, walk(element, item, left)))
  }
  if (!SchemaAST.isObjects(ast) || Array.isArray(value)) return []
  // A dictionary knows every name; no dictionary of the service has structs as values.
  if (ast.indexSignatures.length > 0) return []
  const known = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
  return collect(Object.entries(value), max, ([name, item], left) => {
    const type = known.get(name)
    if (type !== undefined) return below(name, walk(type, item, left))
    return item === null || item === false ? [] : below(name, [[]])
  })
}

const collect = <A>(
  items: Iterable<A>,
  max: number,
  find: (item: A, left: number) => ReadonlyArray<Path>
): ReadonlyArray<Path> => {
  const found: Array<Path> = []
  for (const item of items) {
    if (found.length >= max) break
    found.push(...find(item, max - found.length))
  }
  return found
}

const below = (step: string | number, found: ReadonlyArray<Path>): ReadonlyArray<Path> =>
  found.map((path) => [step, ...path])

/** A field is unknown when no possible variant knows it. */
const inEvery = (variants: ReadonlyArray<SchemaAST.AST>, value: object, max: number): ReadonlyArray<Path> => {
  const [first = [], ...others] = variants.map((variant) => walk(variant, value, max))
  const known = others.map((found) => new Set(found.map(keyOf)))
  return first.filter((path) => known.every((keys) => keys.has(keyOf(path))))
}

/** A path as one text, to compare by. */
const keyOf = (path: Path): string => path.join("\0")

/** Variants of the value's kind. For an object, the variants whose literal fields it has, otherwise all. */
const variantsFor = ({ types }: SchemaAST.Union, value: object): ReadonlyArray<SchemaAST.AST> => {
  const ofKind = types.filter((type) => {
    if (SchemaAST.isArrays(type)) return Array.isArray(value)
    if (SchemaAST.isObjects(type)) return !Array.isArray(value)
    return SchemaAST.isUnion(type) || SchemaAST.isUnknown(type)
  })
  const meant = ofKind.filter((type) => !SchemaAST.isObjects(type) || isTagged(type, value))
  return meant.length > 0 ? meant : ofKind
}

const isTagged = ({ propertySignatures }: SchemaAST.Objects, value: object): boolean =>
  propertySignatures.every(
    // Only own fields are read.
    ({ name, type }) =>
      !SchemaAST.isLiteral(type) ||
      (Object.hasOwn(value, name) && Object.is((value as Record<PropertyKey, unknown>)[name], type.literal))
  )
