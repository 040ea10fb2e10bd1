/**
 * The components of a message or a modal: nesting, counts and ids. `ComponentRules.ts` judges each single one. Source:
 * wire-interactions.md §1.4, §4.3 (≤ 5 action rows; 40 components), §4.5; the platform's documentation for ids: unique
 * in a message, generated in order if absent or 0 (discord/discord-api-docs#7537).
 */
import { Schema } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { type Fault, fault, type Path, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather, none, repetition } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { answeredFields } from "./ComponentAnswer.ts"
import { type ComponentDraft, type ComponentKind, ComponentType } from "./ComponentFields.ts"
import { KINDS, type Parent, type Slot, SURFACES, type Surface, widthOf } from "./ComponentKind.ts"
import { type ComponentObject, freeIds } from "./ComponentObject.ts"
import { type Reading, readComponent } from "./ComponentRules.ts"

/** A decoded component with its children. */
export interface ComponentNode extends Shape.Decoded<ComponentDraft> {
  /** Undefined when the type is not allowed at this place; its other fields are then not read. */
  readonly kind: ComponentKind | undefined
  readonly slots: ReadonlyArray<FilledSlot>
}

export interface FilledSlot extends Pick<Slot, "field" | "parent"> {
  readonly nodes: ReadonlyArray<ComponentNode>
}

/** Reads a list of components; empty if the list is too long. */
export const readTree = (inputs: ReadonlyArray<unknown>, reading: Reading): ReadonlyArray<ComponentNode> =>
  inputs.length > SURFACES[reading.surface].max ? [] : inputs.map((input) => readNode(input, "root", reading))

/** Every fault of the components; paths start at the message or modal. */
export const judgeComponents = (inputs: ReadonlyArray<unknown>, reading: Reading): ReadonlyArray<Fault> => {
  const { max } = SURFACES[reading.surface]
  if (inputs.length > max) return [fault(["components"], FormError.maxLength(max))]
  const root: FilledSlot = { field: "components", parent: "root", nodes: readTree(inputs, reading) }
  const places = placesOf([root], [])
  return [
    ...judgeNodes(root, judgeOne),
    ...at(["components"], places.length > Limits.message.componentsV2 ? TOO_MANY : undefined),
    ...at(["components"], textLength(places) > Limits.message.displayableText ? TOO_MUCH_TEXT : undefined),
    ...repeated(places, "custom_id", CUSTOM_ID_REPEATED),
    ...repeated(places, "id", ID_REPEATED)
  ]
}

/** Valid components as shown in responses: each keeps its id or gets the next free one in reading order. */
export const componentObjects = (inputs: ReadonlyArray<unknown>, reading: Reading): ReadonlyArray<ComponentObject> => {
  const nodes = readTree(inputs, reading)
  const root: FilledSlot = { field: "components", parent: "root", nodes }
  const next = freeIds(new Set(placesOf([root], []).map(({ node }) => node.value.id)))
  return objectsOf(nodes, reading.surface, ({ id }) => id || next())
}

/** Code of the public platform; the text is our choice: docs/choices.md "Components and modals". */
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

const readNode = (input: unknown, parent: Parent, reading: Reading): ComponentNode => {
  const { value, faults } = decodeTag(input)
  if (faults.length > 0) return { ...UNREAD, faults }
  if (value.type == null) return refused(FormError.tagMissing("type"))
  const allowed = SURFACES[reading.surface].within[parent] ?? []
  const kind = allowed.find((known) => known === Shape.toInt(value.type))
  if (kind === undefined) return refused(wrongKind(allowed))
  const read = readComponent(input, kind, reading)
  return { kind, ...read, slots: (KINDS[kind].slots ?? []).map((slot) => fill(slot, read.value, reading)) }
}

const UNREAD = { kind: undefined, value: {}, slots: [] }

const refused = (error: FormError.FormError): ComponentNode => ({ ...UNREAD, faults: at([], error) })

/** Code, text and place as the public platform shows them (bwmarrin/discordgo#1659). */
const wrongKind = (allowed: ReadonlyArray<ComponentKind>) =>
  FormError.of(
    "UNION_TYPE_CHOICES",
    `Value of field "type" must be one of (${allowed.join(", ")}${allowed.length === 1 ? "," : ""}).`
  )

/** The children in one slot of a component; none if there are too many. */
const fill = ({ field, parent, count }: Slot, draft: ComponentDraft, reading: Reading): FilledSlot => {
  if (field !== "components") {
    const alone = draft[field]
    return { field, parent, nodes: alone == null ? [] : [readNode(alone, parent, reading)] }
  }
  const within = draft.components ?? []
  const fits = count === undefined || within.length <= count.max
  return { field, parent, nodes: fits ? within.map((input) => readNode(input, parent, reading)) : [] }
}

/** Judges every component of a slot and below; faults of a component come before those of its children. */
export const judgeNodes = (
  slot: FilledSlot,
  judgeNode: (node: ComponentNode, slot: FilledSlot, index: number) => ReadonlyArray<Fault>
): ReadonlyArray<Fault> =>
  gather(slot.nodes, (node, index) => {
    const within = gather(node.slots, (inner) => judgeNodes(inner, judgeNode))
    return under(pathIn(slot.field, index), [...judgeNode(node, slot, index), ...within])
  })

const judgeOne = (node: ComponentNode, { parent, nodes }: FilledSlot, index: number): ReadonlyArray<Fault> => {
  if (parent !== "row") return node.faults
  const width = nodes.slice(0, index + 1).reduce((sum, { kind }) => sum + (kind === undefined ? 0 : widthOf(kind)), 0)
  return [...at([], width > Limits.component.perRow ? TOO_WIDE : undefined), ...node.faults]
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
  const isRepeated = repetition()
  // The id 0 means that one is to be given.
  return gather(places, ({ path, node }) =>
    isRepeated(node.value[field] || undefined) ? [fault([...path, field], error)] : none
  )
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
