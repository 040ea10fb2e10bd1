/**
 * Components of a message, judged by their structure only: rows, their number, what may stand in them and custom ids.
 * What each kind of component demands beyond that comes with component interactions.
 * Source: wire-interactions.md §4.3 (≤ 5 action rows), §1.4 (component types, `id`).
 */
import { Schema } from "effect"
import * as CodePoints from "./CodePoints.ts"
import { type Fault, fault } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import * as Limits from "./Limits.ts"
import { at, gather, judgeEach } from "./Rule.ts"
import * as Shape from "./Shape.ts"

const ACTION_ROW = 1
const BUTTON = 2
/** Buttons and selects: string, user, role, mentionable, channel. */
const IN_ROW: ReadonlyArray<number> = [BUTTON, 3, 5, 6, 7, 8]
/** Buttons of these styles (link, premium) have no custom id. */
const WITHOUT_CUSTOM_ID: ReadonlyArray<unknown> = [5, 6]
export const PER_ROW = 5
const CUSTOM_ID_MAX = 100

export const RowShape = Schema.Struct({
  type: Shape.field(Shape.Int),
  components: Shape.field(Shape.list(Shape.dict(Shape.Any), PER_ROW))
})

export type RowDraft = typeof RowShape.Type
type Child = NonNullable<RowDraft["components"]>[number]

export interface ComponentObject {
  readonly type: number
  readonly id: number
  readonly components?: ReadonlyArray<ComponentObject>
  readonly [field: string]: unknown
}

/** Every fault of the components of a message, with paths from the message. */
export const judgeComponents = (rows: ReadonlyArray<RowDraft>): ReadonlyArray<Fault> => {
  const max = Limits.message.componentRows
  if (rows.length > max) return [fault(["components"], FormError.maxLength(max))]
  return [...judgeEach("components", rows, judgeRow), ...repeatedIds(rows)]
}

/** The rows with the numeric ids that the service gives, in reading order. */
export const componentObjects = (rows: ReadonlyArray<RowDraft>): ReadonlyArray<ComponentObject> => {
  let last = 0
  const next = () => ++last
  return rows.map((row) => ({
    type: ACTION_ROW,
    id: next(),
    components: (row.components ?? []).map((child) => ({ ...child, type: Number(child["type"]), id: next() }))
  }))
}

/** Text of the public platform; its place in the tree is ours. */
const REPEATED = { code: "COMPONENT_CUSTOM_ID_DUPLICATED", message: "Component custom id cannot be duplicated" }

const judgeRow = (row: RowDraft): ReadonlyArray<Fault> => {
  const children = row.components ?? []
  const alone = children.length > 1 && children.some((child) => child["type"] !== BUTTON)
  return [
    ...at(["type"], typeError(row.type, [ACTION_ROW])),
    ...at(
      ["components"],
      children.length < 1 || children.length > PER_ROW ? FormError.badLength(1, PER_ROW) : undefined
    ),
    ...at(["components"], alone ? FormError.maxLength(1) : undefined),
    ...(children.length > PER_ROW ? [] : judgeEach("components", children, judgeChild))
  ]
}

const judgeChild = (child: Child): ReadonlyArray<Fault> => [
  ...at(["type"], typeError(child["type"], IN_ROW)),
  ...at(["custom_id"], customIdError(child))
]

const typeError = (type: unknown, allowed: ReadonlyArray<number>) => {
  if (type == null) return FormError.required
  return typeof type === "number" && allowed.includes(type) ? undefined : FormError.choices(allowed)
}

const customIdError = (child: Child) => {
  const id = child["custom_id"]
  if (child["type"] === BUTTON && WITHOUT_CUSTOM_ID.includes(child["style"])) return undefined
  if (id == null) return FormError.required
  const text = Shape.toText(id)
  if (text === undefined) return FormError.notText(id)
  const length = CodePoints.count(text)
  return length < 1 || length > CUSTOM_ID_MAX ? FormError.badLength(1, CUSTOM_ID_MAX) : undefined
}

const repeatedIds = (rows: ReadonlyArray<RowDraft>): ReadonlyArray<Fault> => {
  const seen = new Set<string>()
  return gather(rows, (row, r) =>
    gather(row.components ?? [], (child, c) => {
      const id = child["custom_id"]
      if (typeof id !== "string") return []
      const repeated = seen.has(id)
      seen.add(id)
      return repeated ? [fault(["components", r, "components", c, "custom_id"], REPEATED)] : []
    })
  )
}
