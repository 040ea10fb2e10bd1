/**
 * Components of a message: action rows, what stands in them, and ids. What one component in a row says is judged by
 * `ComponentRules.ts`.
 * Source: wire-interactions.md §4.3 (≤ 5 action rows), §1.4 (component types, `id`); the platform's official OpenAPI
 * document, `ActionRowComponentForMessageRequest`; its documentation for ids: unique in a message, generated in order
 * where there is none or 0 (discord/discord-api-docs#7537).
 */
import { Schema } from "effect"
import { type ComponentDraft, type ComponentKind, ComponentType, KINDS } from "./ComponentFields.ts"
import { answeredFields, readComponent } from "./ComponentRules.ts"
import { type Fault, fault, type Path } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import * as Limits from "./Limits.ts"
import { judgeRange } from "./NumberRules.ts"
import { at, gather, judgeEach, none } from "./Rule.ts"
import * as Shape from "./Shape.ts"

const { ACTION_ROW, BUTTON } = ComponentType
export const PER_ROW = Limits.component.perRow

export const RowShape = Schema.Struct({
  type: Shape.field(Shape.Int),
  id: Shape.field(Shape.Int),
  // Lists of anything: the type of each element tells by which shape it is read.
  components: Shape.field(Shape.list(Shape.Any, PER_ROW))
})

export type RowDraft = typeof RowShape.Type

export interface ComponentObject {
  readonly type: number
  readonly id: number
  readonly components?: ReadonlyArray<ComponentObject>
  readonly [field: string]: unknown
}

/** Every fault of the components of a message, with paths from the message. */
export const judgeComponents = (drafts: ReadonlyArray<RowDraft>): ReadonlyArray<Fault> => {
  const max = Limits.message.componentRows
  if (drafts.length > max) return [fault(["components"], FormError.maxLength(max))]
  const rows = drafts.map(readRow)
  const places = placesOf(rows)
  return [
    ...judgeEach("components", rows, judgeRow),
    ...repeated(places, "custom_id", CUSTOM_ID_REPEATED),
    ...repeated(places, "id", ID_REPEATED)
  ]
}

/** Sound rows as answered: each component has the id it was given, or the next free one in reading order. */
export const componentObjects = (drafts: ReadonlyArray<RowDraft>): ReadonlyArray<ComponentObject> => {
  const rows = drafts.map(readRow)
  const taken = new Set(placesOf(rows).map(({ draft }) => draft.id))
  let last = 0
  const idOf = ({ id }: Identified): number => {
    if (id) return id
    do last++
    while (taken.has(last))
    return last
  }
  return rows.map(({ draft, children }) => ({
    type: ACTION_ROW,
    id: idOf(draft),
    components: children.flatMap(({ kind, value }) =>
      kind === undefined ? [] : [{ type: kind, id: idOf(value), ...answeredFields(value, kind) }]
    )
  }))
}

/** Text of the public platform; its place in the tree is ours. */
const CUSTOM_ID_REPEATED = {
  code: "COMPONENT_CUSTOM_ID_DUPLICATED",
  message: "Component custom id cannot be duplicated"
}
/** Ours. */
const ID_REPEATED = { code: "COMPONENT_ID_DUPLICATED", message: "Component id cannot be duplicated" }

interface Child extends Shape.Decoded<ComponentDraft> {
  /** Undefined when the type names no kind that stands in rows: nothing else is looked at then. */
  readonly kind: ComponentKind | undefined
}

interface Row {
  readonly draft: RowDraft
  readonly children: ReadonlyArray<Child>
}

type Identified = Pick<ComponentDraft, "id" | "custom_id">

const readRow = (draft: RowDraft): Row => ({ draft, children: (draft.components ?? []).map(readChild) })

const decodeTag = Shape.decoder(Schema.Struct({ type: Shape.field(Shape.Any) }))

const readChild = (input: unknown): Child => {
  const { value, faults } = decodeTag(input)
  if (faults.length > 0) return { kind: undefined, value: {}, faults }
  const kind = KINDS.find((known) => known === Shape.toInt(value.type))
  if (kind === undefined) return { kind, value: {}, faults: at(["type"], typeError(value.type, KINDS)) }
  return { kind, ...readComponent(input, kind) }
}

const judgeRow = ({ draft, children }: Row): ReadonlyArray<Fault> => {
  const alone = children.length > 1 && children.some(({ kind }) => kind !== BUTTON)
  const wrong = children.length < 1 || children.length > PER_ROW
  return [
    ...at(["type"], typeError(draft.type, [ACTION_ROW])),
    ...at(["id"], draft.id == null ? undefined : judgeRange(draft.id, 0, Limits.component.idMax)),
    ...at(["components"], wrong ? FormError.badLength(1, PER_ROW) : undefined),
    ...at(["components"], alone ? FormError.maxLength(1) : undefined),
    ...(children.length > PER_ROW ? none : judgeEach("components", children, ({ faults }) => faults))
  ]
}

const typeError = (type: unknown, allowed: ReadonlyArray<number>) => {
  if (type == null) return FormError.required
  const value = Shape.toInt(type)
  if (value === undefined) return FormError.notInt(type)
  return allowed.includes(value) ? undefined : FormError.choices(allowed)
}

interface Place {
  readonly path: Path
  readonly draft: Identified
}

/** Every component of the message, in reading order. */
const placesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Place> =>
  rows.flatMap(({ draft, children }, r) => [
    { path: ["components", r], draft },
    ...children.map(({ value }, c) => ({ path: ["components", r, "components", c], draft: value }))
  ])

const repeated = (
  places: ReadonlyArray<Place>,
  field: keyof Identified,
  error: { readonly code: string; readonly message: string }
): ReadonlyArray<Fault> => {
  const seen = new Set<unknown>()
  return gather(places, ({ path, draft }) => {
    const value = draft[field]
    if (!value) return none
    const again = seen.has(value)
    seen.add(value)
    return again ? [fault([...path, field], error)] : none
  })
}
