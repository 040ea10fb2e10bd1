/**
 * The components of a message or a modal: nesting, counts and ids. `ComponentRules.ts` judges each single component;
 * the table in `ComponentKind.ts` defines the allowed nesting and so limits the depth.
 * Source: wire-interactions.md §4.3 (≤ 5 action rows; 40 components), §4.5, §1.4 (component types, `id`); the
 * platform's documentation for ids: unique in a message, generated in order if absent or 0
 * (discord/discord-api-docs#7537).
 */
import { Schema } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { type Fault, fault, type Path, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather, none } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { answeredFields } from "./ComponentAnswer.ts"
import { type ComponentDraft, type ComponentKind, ComponentType } from "./ComponentFields.ts"
import { KINDS, type Place, type Slot, SURFACES, type Surface, widthOf } from "./ComponentKind.ts"
import type { ComponentObject } from "./ComponentObject.ts"
import { type Reading, readComponent } from "./ComponentRules.ts"

/** A decoded component with its children. */
export interface ComponentNode extends Shape.Decoded<ComponentDraft> {
  /** Undefined when the type is not allowed at this place; its other fields are then not read. */
  readonly kind: ComponentKind | undefined
  readonly slots: ReadonlyArray<FilledSlot>
}

export interface FilledSlot extends Pick<Slot, "field" | "place"> {
  readonly nodes: ReadonlyArray<ComponentNode>
}

/** Reads a list of components; empty if the list is too long. */
export const readTree = (inputs: ReadonlyArray<unknown>, reading: Reading): ReadonlyArray<ComponentNode> =>
  inputs.length > SURFACES[reading.surface].max ? [] : inputs.map((input) => readNode(input, "root", reading))

/** Every fault of the components; paths start at the message or modal. */
export const judgeComponents = (inputs: ReadonlyArray<unknown>, reading: Reading): ReadonlyArray<Fault> => {
  const { max } = SURFACES[reading.surface]
  if (inputs.length > max) return [fault(["components"], FormError.maxLength(max))]
  const root: FilledSlot = { field: "components", place: "root", nodes: readTree(inputs, reading) }
  const places = placesOf([root], [])
  return [
    ...judgeSlot(root),
    ...at(["components"], places.length > Limits.message.componentsV2 ? TOO_MANY : undefined),
    ...at(["components"], textLength(places) > Limits.message.displayableText ? TOO_MUCH_TEXT : undefined),
    ...repeated(places, "custom_id", CUSTOM_ID_REPEATED),
    ...repeated(places, "id", ID_REPEATED)
  ]
}

/** Valid components as shown in responses: each keeps its id or gets the next free one in reading order. */
export const componentObjects = (inputs: ReadonlyArray<unknown>, reading: Reading): ReadonlyArray<ComponentObject> => {
  const nodes = readTree(inputs, reading)
  const root: FilledSlot = { field: "components", place: "root", nodes }
  const taken = new Set(placesOf([root], []).map(({ node }) => node.value.id))
  let last = 0
  const idOf = ({ id }: ComponentDraft): number => {
    if (id) return id
    do last++
    while (taken.has(last))
    return last
  }
  return objectsOf(nodes, reading.surface, idOf)
}

/**
 * Code as the public platform shows it (bot-side reports of 50035); the text is
 * our choice: docs/choices.md "Components and modals".
 */
const TOO_MANY = FormError.of(
  "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
  `Total number of components exceeds maximum of ${Limits.message.componentsV2}`
)
/** Code and text of the public platform. */
const TOO_MUCH_TEXT = FormError.of(
  "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
  `Components displayable text size exceeds maximum size of ${Limits.message.displayableText}`
)
/** Code and text of the public platform (discord/discord-api-docs#3395), at the component that no longer fits. */
const TOO_WIDE = FormError.of("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
/** Text of the public platform; its path is our choice: docs/choices.md "Components and modals". */
const CUSTOM_ID_REPEATED = FormError.of("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
/** Code and text are our choice: docs/choices.md "Components and modals". */
const ID_REPEATED = FormError.of("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")

const decodeTag = Shape.decoder(Schema.Struct({ type: Shape.field(Shape.Any) }))

const readNode = (input: unknown, place: Place, reading: Reading): ComponentNode => {
  const { value, faults } = decodeTag(input)
  if (faults.length > 0) return { kind: undefined, value: {}, faults, slots: [] }
  if (value.type == null) return refused(FormError.tagMissing("type"))
  const allowed = SURFACES[reading.surface].within[place] ?? []
  const kind = allowed.find((known) => known === Shape.toInt(value.type))
  if (kind === undefined) return refused(wrongKind(allowed))
  const read = readComponent(input, kind, reading)
  return { kind, ...read, slots: KINDS[kind].slots.map((slot) => fill(slot, read.value, reading)) }
}

const refused = (error: FormError.FormError): ComponentNode => ({
  kind: undefined,
  value: {},
  faults: at([], error),
  slots: []
})

/** Code, text and place as the public platform shows them (bwmarrin/discordgo#1659). */
const wrongKind = (allowed: ReadonlyArray<ComponentKind>) =>
  FormError.of(
    "UNION_TYPE_CHOICES",
    `Value of field "type" must be one of (${allowed.join(", ")}${allowed.length === 1 ? "," : ""}).`
  )

/** The children in one slot of a component; none if there are too many. */
const fill = ({ field, place, count }: Slot, draft: ComponentDraft, reading: Reading): FilledSlot => {
  if (field !== "components") {
    const alone = draft[field]
    return { field, place, nodes: alone == null ? [] : [readNode(alone, place, reading)] }
  }
  const within = draft.components ?? []
  const fits = count === undefined || within.length <= count.max
  return { field, place, nodes: fits ? within.map((input) => readNode(input, place, reading)) : [] }
}

const judgeSlot = ({ field, place, nodes }: FilledSlot): ReadonlyArray<Fault> => {
  let width = 0
  return gather(nodes, (node, index) => {
    width += node.kind === undefined ? 0 : widthOf(node.kind)
    return under(pathIn(field, index), [
      ...at([], place === "row" && width > Limits.component.perRow ? TOO_WIDE : undefined),
      ...node.faults,
      ...gather(node.slots, judgeSlot)
    ])
  })
}

const pathIn = (field: Slot["field"], index: number): Path => (field === "components" ? [field, index] : [field])

interface NodePlace {
  readonly path: Path
  readonly node: ComponentNode
}

const placesOf = (slots: ReadonlyArray<FilledSlot>, from: Path): ReadonlyArray<NodePlace> =>
  slots.flatMap(({ field, nodes }) =>
    nodes.flatMap((node, index) => {
      const path = [...from, ...pathIn(field, index)]
      return [{ path, node }, ...placesOf(node.slots, path)]
    })
  )

const textLength = (places: ReadonlyArray<NodePlace>): number =>
  places.reduce(
    (sum, { node }) =>
      node.kind === ComponentType.TEXT_DISPLAY ? sum + CodePoints.count(node.value.content ?? "") : sum,
    0
  )

const repeated = (
  places: ReadonlyArray<NodePlace>,
  field: "id" | "custom_id",
  error: FormError.FormError
): ReadonlyArray<Fault> => {
  const seen = new Set<unknown>()
  return gather(places, ({ path, node }) => {
    const value = node.value[field]
    if (!value) return none
    const again = seen.has(value)
    seen.add(value)
    return again ? [fault([...path, field], error)] : none
  })
}

const objectsOf = (
  nodes: ReadonlyArray<ComponentNode>,
  surface: Surface,
  idOf: (draft: ComponentDraft) => number
): ReadonlyArray<ComponentObject> =>
  nodes.flatMap(({ kind, value, slots }) => {
    if (kind === undefined) return []
    const id = idOf(value)
    const within = slots.flatMap(({ field, nodes }) => {
      const objects = objectsOf(nodes, surface, idOf)
      return [[field, field === "components" ? objects : objects[0]] as const]
    })
    return [{ type: kind, id, ...answeredFields(value, kind, surface, Object.fromEntries(within)) }]
  })
