/** Schemas of components for the OpenAPI document: their shapes with the limits and slots of `ComponentKind.ts`. */
import { Schema } from "effect"
import { shownAs } from "../validation/Shape.ts"
import { shownOf } from "../validation/Shown.ts"
import { type ComponentField, type ComponentKind, SHAPES, ComponentType as T } from "./ComponentFields.ts"
import { KINDS, type Parent, SURFACES, type Surface } from "./ComponentKind.ts"

/** A list of components of a message or modal; all kinds but action rows need the flag IS_COMPONENTS_V2. */
export const shownComponents = <S extends Schema.Top>(list: S, surface: Surface): S =>
  shownAs(list, () => Schema.Array(oneAt("root", surface)).check(Schema.isMaxLength(SURFACES[surface].max)))

const oneAt = (parent: Parent, surface: Surface): Schema.Top => {
  const [only, ...others] = (SURFACES[surface].within[parent] ?? []).map((kind) => componentOf(kind, surface))
  return others.length === 0 && only !== undefined ? only : Schema.Union([only ?? Schema.Never, ...others])
}

const known = new Map<string, Schema.Top>()

/** One schema for each name, because surfaces share most kinds. */
const componentOf = (kind: ComponentKind, surface: Surface): Schema.Top => {
  const identifier = nameOf(kind, surface)
  const shown = known.get(identifier) ?? structOf(kind, surface, identifier)
  known.set(identifier, shown)
  return shown
}

const nameOf = (kind: ComponentKind, surface: Surface): string => {
  if (kind === T.ACTION_ROW && surface === "modal") return "InputRowBody"
  const [name = ""] = Object.entries(T).find(([, type]) => type === kind) ?? []
  return `${name.toLowerCase().replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}Body`
}

const structOf = (kind: ComponentKind, surface: Surface, identifier: string): Schema.Top => {
  const shapes: Readonly<Record<string, Schema.Top>> = SHAPES[kind].fields
  const fields = Object.entries(shapes).map(([name, shape]) => {
    const field = name as ComponentField
    return [field, inSlot(kind, field, surface) ?? shownOf(shape)] as const
  })
  const description = identifier === "ActionRowBody" ? { description: "One to five buttons, or one select." } : {}
  return Schema.Struct({ type: Schema.Literal(kind), ...Object.fromEntries(fields) }).annotate({
    identifier,
    ...description
  })
}

const inSlot = (kind: ComponentKind, field: ComponentField, surface: Surface): Schema.Top | undefined => {
  const slot = KINDS[kind].slots?.find((one) => one.field === field)
  if (slot === undefined) return undefined
  const component = oneAt(slot.parent, surface)
  return slot.count === undefined ? component : Schema.Array(component).check(Schema.isMaxLength(slot.count.max))
}
