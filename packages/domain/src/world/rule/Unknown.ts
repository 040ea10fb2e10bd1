/** Refuses fields that a world does not have, so that a typing error is not ignored. */
import { SchemaAST } from "effect"
import { unknownInOptions } from "../../command/CommandUnknown.ts"
import { isElement } from "../../element/WorldTarget.ts"
import { type Fault, fault, type Path } from "../../error/Fault.ts"
import * as WorldError from "./WorldError.ts"

/** Every unknown field in the options of a world's commands. */
export const judgeUnknownCommands = (world: unknown): ReadonlyArray<Fault> =>
  elements(isElement(world) ? world["commands"] : undefined)
    .flatMap((command, i) =>
      isElement(command) ? unknownInOptions(command["options"], ["commands", i, "options"]) : []
    )
    .map(({ path, known }) => fault(path, WorldError.unknownField(known)))

/** Every field of a value that its shape does not have. */
export const judgeUnknown = (ast: SchemaAST.AST, input: unknown, path: Path = []): ReadonlyArray<Fault> => {
  if (typeof input !== "object") return []
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => judgeUnknown(type, input, path))
  if (SchemaAST.isArrays(ast)) {
    return elements(input).flatMap((item, i) => ast.rest.flatMap((type) => judgeUnknown(type, item, [...path, i])))
  }
  if (!SchemaAST.isObjects(ast) || !isElement(input)) return []
  const entries = Object.entries(input)
  if (ast.indexSignatures.length > 0) {
    return entries.flatMap(([key, value]) =>
      ast.indexSignatures.flatMap(({ type }) => judgeUnknown(type, value, [...path, key]))
    )
  }
  const known = new Map(ast.propertySignatures.map(({ name, type }) => [name, type]))
  return entries.flatMap(([key, value]) => {
    const type = known.get(key)
    return type === undefined
      ? [fault([...path, key], WorldError.unknownField([...known.keys()].map(String)))]
      : judgeUnknown(type, value, [...path, key])
  })
}

const elements = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
