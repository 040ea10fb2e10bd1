/** Modals (callback type 9). Source: wire-interactions.md §4.5; official `ModalInteractionCallbackRequestData`. */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import * as Component from "../component/Component.ts"
import { ComponentType } from "../component/ComponentFields.ts"
import { SURFACES } from "../component/ComponentKind.ts"
import { type ComponentObject, everyComponent } from "../component/ComponentObject.ts"
import type { Reading } from "../component/ComponentRules.ts"
import { shownComponents } from "../component/ShownComponent.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at, none, rules } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { atLeast, text } from "../validation/ShapeLimits.ts"

/** A valid modal, as its user sees it. */
export interface ModalObject {
  readonly custom_id: string
  readonly title: string
  readonly components: ReadonlyArray<ComponentObject>
}

/** A component of a modal that its user fills in. */
export type ModalField = ComponentObject & { readonly custom_id: string }

/** Reads a modal from the data of a response, with all its faults; paths start at the data. */
export const readModal = (data: unknown): { readonly modal: ModalObject; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decode(data)
  const all = Shape.withoutEchoes(faults, judgeModal(value))
  return { modal: modalOf(all.length === 0 ? value : {}), faults: all }
}

/** The fields to fill in, in reading order. */
export const fieldsOf = (modal: ModalObject): ReadonlyArray<ModalField> =>
  everyComponent(modal.components).filter((one): one is ModalField => typeof one["custom_id"] === "string")

const READING: Reading = { surface: "modal", files: [] }
const { max } = SURFACES.modal

export const ModalShape = Schema.Struct({
  custom_id: Shape.needed(text(1, Limits.component.customIdMax)),
  title: Shape.needed(text(1, Limits.component.captionMax)),
  components: Shape.needed(atLeast(shownComponents(Shape.list(Shape.Any, max), "modal"), 1))
}).annotate({ identifier: "ModalBody" })

type Draft = typeof ModalShape.Type

const decode = Shape.decoder(ModalShape)

const judgeModal = rules<Draft>({
  "custom_id 1-100, title 1-45, components": judgeLimits(ModalShape),
  // At most five, as in the documentation; the official document allows forty.
  // Our choice: docs/choices.md "Components and modals".
  "components 1-5": ({ components }) => {
    if (components == null) return none
    return components.length === 0
      ? at(["components"], FormError.badLength(1, max))
      : Component.judgeComponents(components, READING)
  },
  "a text input has its own label in a row, and none in a label": (draft) => judgeEvery(draft, judgeCaption),
  "min_values must be either omitted or at least 1 if required is omitted or true": (draft) =>
    judgeEvery(draft, judgeRequired)
})

const modalOf = ({ custom_id, title, components }: Draft): ModalObject => ({
  custom_id: custom_id ?? "",
  title: title ?? "",
  components: Component.componentObjects(components ?? [], READING)
})

type JudgeNode = (node: Component.ComponentNode, slot: Component.FilledSlot) => ReadonlyArray<Fault>

const judgeEvery = ({ components }: Draft, judgeNode: JudgeNode): ReadonlyArray<Fault> =>
  Component.judgeNodes(
    { field: "components", parent: "root", nodes: Component.readTree(components ?? [], READING) },
    judgeNode
  )

const judgeCaption: JudgeNode = ({ kind, value: { label } }, { parent }) => {
  if (kind !== ComponentType.TEXT_INPUT) return none
  if (parent === "row") return at(["label"], FormError.presence(label))
  return at(["label"], label == null ? undefined : LABELLED_TWICE)
}

/** Skips a `min_values` that already has a fault. */
const judgeRequired: JudgeNode = ({ value: { min_values: min, required } }) =>
  at(["min_values"], min === 0 && required !== false ? FormError.numberMin(1) : undefined)

/** The rule is documented; code and text are our choice: docs/choices.md "Components and modals". */
const LABELLED_TWICE = FormError.of(
  "TEXT_INPUT_LABEL_INVALID",
  "A text input inside a label cannot have a label of its own"
)
