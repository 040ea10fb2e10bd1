import { SchemaAST } from "effect"

/** Field names as they nest; what holds no fields of its own is a leaf. */
export interface Fields {
  readonly [name: string]: Fields
}

export const fieldsOf = (ast: SchemaAST.AST): Fields => {
  if (SchemaAST.isUnion(ast)) return merged(ast.types.map(fieldsOf))
  if (SchemaAST.isArrays(ast)) return merged(ast.rest.map(fieldsOf))
  if (!SchemaAST.isObjects(ast)) return {}
  return Object.fromEntries(
    ast.propertySignatures.map(({ name, type }) => {
      // A dictionary has one key per locale here and any key there.
      const field = String(name)
      return [field, field.endsWith("_localizations") ? {} : fieldsOf(type)]
    })
  )
}

const merged = (all: ReadonlyArray<Fields>): Fields => Object.assign({}, ...all)
