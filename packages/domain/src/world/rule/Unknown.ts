/** Refuses fields that a world does not have, so that a typing error is not ignored. */
import { SchemaAST } from "effect"
import { unknownInOptions } from "../../command/CommandUnknown.ts"
import { isElement } from "../../element/WorldTarget.ts"
import { type Fault, fault } from "../../error/Fault.ts"
import * as WorldError from "./WorldError.ts"

/** Every unknown field in the options of a world's commands. */
export const judgeUnknownCommands = (world: unknown): ReadonlyArray<Fault> =>
  elements(isElement(world) ? world["commands"] : undefined)
    .flatMap((command, i) =>
      isElement(command) ? unknownInOptions(command["options"], ["commands", i, "options"]) : []
    )
    .map(({ path, known }) => fault(path, WorldError.unknownField(known)))

/** Every field of a value that its shape does not have. */
export const judgeUnknown = (ast: SchemaAST.AST, input: unknown): ReadonlyArray<Fault> => {
  const found: Array<Fault> = []
  for (const judge of judgesOf(ast)) judge(input, [], found)
  return found
}

/** Adds the faults of a value. `path` is lent: a judge that goes deeper writes to it and takes that back. */
type Judge = (input: unknown, path: Array<string | number>, found: Array<Fault>) => void

const known = new WeakMap<SchemaAST.AST, ReadonlyArray<Judge>>()

/** The judges of the objects and lists that a shape has; none for plain values, in which nothing can be unknown. */
const judgesOf = (ast: SchemaAST.AST): ReadonlyArray<Judge> => {
  const judges = known.get(ast) ?? makeJudges(ast)
  known.set(ast, judges)
  return judges
}

const makeJudges = (ast: SchemaAST.AST): ReadonlyArray<Judge> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(judgesOf)
  if (SchemaAST.isArrays(ast)) {
    const judges = ast.rest.flatMap(judgesOf)
    return judges.length === 0 ? [] : [listJudge(judges)]
  }
  if (!SchemaAST.isObjects(ast)) return []
  if (ast.indexSignatures.length === 0) return [structJudge(ast)]
  const judges = ast.indexSignatures.flatMap(({ type }) => judgesOf(type))
  return judges.length === 0 ? [] : [dictJudge(judges)]
}

const listJudge =
  (judges: ReadonlyArray<Judge>): Judge =>
  (input, path, found) => {
    if (!Array.isArray(input)) return
    for (const [i, item] of input.entries()) below(judges, item, i, path, found)
  }

const dictJudge =
  (judges: ReadonlyArray<Judge>): Judge =>
  (input, path, found) => {
    if (!isElement(input)) return
    for (const key of Object.keys(input)) below(judges, input[key], key, path, found)
  }

const structJudge = (ast: SchemaAST.Objects): Judge => {
  const fields = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), judgesOf(type)]))
  return (input, path, found) => {
    if (!isElement(input)) return
    for (const key of Object.keys(input)) {
      const judges = fields.get(key)
      if (judges === undefined) found.push(fault([...path, key], WorldError.unknownField([...fields.keys()])))
      else if (judges.length > 0) below(judges, input[key], key, path, found)
    }
  }
}

const below = (
  judges: ReadonlyArray<Judge>,
  value: unknown,
  key: string | number,
  path: Array<string | number>,
  found: Array<Fault>
): void => {
  if (typeof value !== "object" || value === null) return
  path.push(key)
  for (const judge of judges) judge(value, path, found)
  path.pop()
}

const elements = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
