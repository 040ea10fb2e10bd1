/** What the OpenAPI document shows of a component is what the domain reads of it. */
import { ComponentType, SHAPES } from "@backlot/domain/component/ComponentFields"
import { KINDS, SURFACES } from "@backlot/domain/component/ComponentKind"
import { ModalShape } from "@backlot/domain/interaction/Modal"
import { BodyShape } from "@backlot/domain/message/MessageBody"
import { shownOf } from "@backlot/domain/validation/Shown"
import { SchemaAST } from "effect"
import { expect, test } from "vitest"
import { fieldsOf } from "./FieldNames.ts"

interface Shown {
  readonly kind: number
  readonly ast: SchemaAST.Objects
}

const typeOf = (ast: SchemaAST.Objects): number | undefined => {
  const type = ast.propertySignatures.find(({ name }) => name === "type")?.type
  return type !== undefined && SchemaAST.isLiteral(type) ? Number(type.literal) : undefined
}

/** The components that a schema shows, with those that stand in them. */
const shownIn = (ast: SchemaAST.AST): ReadonlyArray<Shown> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(shownIn)
  if (SchemaAST.isArrays(ast)) return ast.rest.flatMap(shownIn)
  if (!SchemaAST.isObjects(ast)) return []
  const kind = typeOf(ast)
  const own = kind === undefined ? [] : [{ kind, ast }]
  return [...own, ...ast.propertySignatures.flatMap(({ type }) => shownIn(type))]
}

const kindsOf = (shown: ReadonlyArray<Shown>) => [...new Set(shown.map(({ kind }) => kind))].toSorted((a, b) => a - b)

const OF_MESSAGES = shownIn(shownOf(BodyShape.fields.components).ast)
const OF_MODALS = shownIn(shownOf(ModalShape.fields.components).ast)

test.each([...OF_MESSAGES, ...OF_MODALS])(
  "the fields shown of component type $kind are those that are read",
  (shown) => {
    const kind = Object.values(ComponentType).find((known) => known === shown.kind)
    const { type: _, ...fields } = fieldsOf(shown.ast)
    const parts = kind === undefined ? [] : (KINDS[kind].slots ?? []).map(({ field }) => field as string)
    const own = Object.fromEntries(
      Object.entries(fields).map(([name, nested]) => [name, parts.includes(name) ? {} : nested])
    )
    expect(own).toEqual(kind === undefined ? undefined : fieldsOf(SHAPES[kind].ast))
  }
)

test.each([
  ["a message", OF_MESSAGES, SURFACES.components_v2],
  ["a modal", OF_MODALS, SURFACES.modal]
] as const)("the kinds shown in %s are those that may stand there", (_, shown, { within }) => {
  const allowed = new Set(Object.values(within).flat())
  expect(kindsOf(shown)).toEqual([...allowed].toSorted((a, b) => a - b))
})
