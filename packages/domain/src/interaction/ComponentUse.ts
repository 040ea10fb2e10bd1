/**
 * A user presses a button of a message or selects values: finds the component and judges the use. Source:
 * wire-interactions.md §1.4 (type 3), §10 D. Codes and texts of refusals follow the style of §8.
 * Our choice: docs/choices.md "Components and modals".
 */

import { Result } from "effect"
import { scalarText } from "../base/Scalar.ts"
import { ComponentType } from "../component/ComponentFields.ts"
import { type ComponentObject, everyComponent } from "../component/ComponentObject.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { MessageFlag, type MessageObject } from "../message/Message.ts"
import type { UsedComponent } from "./Interaction.ts"
import { isSelect, judgeSelected, type Nameable } from "./SelectedValues.ts"

/** The component with this `custom_id`, at any depth of the message; undefined if there is none. */
export const componentOf = ({ components }: MessageObject, customId: string): ComponentObject | undefined =>
  everyComponent(components).find((component) => component["custom_id"] === customId)

/** The component as used, or every reason for refusal: faults at `custom_id`, `values` and `values[i]`. */
export const judgeUse = (
  message: MessageObject,
  component: ComponentObject,
  values: ReadonlyArray<string>,
  nameable: Nameable
): Result.Result<UsedComponent, ReadonlyArray<Fault>> => {
  const stuck = obstacleOf(message, component)
  if (stuck !== undefined) return Result.fail([fault(["custom_id"], stuck)])
  const used = { custom_id: scalarText(component["custom_id"]), component_type: component.type, id: component.id }
  if (component.type === ComponentType.BUTTON) {
    return values.length === 0 ? Result.succeed(used) : Result.fail([fault(["values"], NO_VALUES)])
  }
  const faults = judgeSelected(component, values, nameable)
  return faults.length === 0 ? Result.succeed({ ...used, values }) : Result.fail(faults)
}

/** The reason why nobody can use the component, whatever the values. */
const obstacleOf = ({ flags }: MessageObject, component: ComponentObject) => {
  if ((flags & MessageFlag.LOADING) !== 0) return error("LOADING", "This message is still loading")
  if (!isInteractive(component)) return error("NOT_INTERACTIVE", "This component makes no interaction when it is used")
  return component["disabled"] === true ? error("DISABLED", "This component is disabled") : undefined
}

/** The client itself handles link and premium buttons. */
const isInteractive = ({ type, style }: ComponentObject): boolean =>
  type === ComponentType.BUTTON ? typeof style === "number" && style <= LAST_INTERACTIVE_STYLE : isSelect(type)

const LAST_INTERACTIVE_STYLE = 4

const error = (suffix: string, message: string) => FormError.of(`COMPONENT_USE_${suffix}`, message)

const NO_VALUES = error("VALUES", "A button takes no values")
