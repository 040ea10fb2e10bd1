/** A message with components, and the interaction of using one. */
import type { InteractionRecord } from "@backlot/domain/Interaction"
import type { MessageRecord } from "@backlot/domain/Message"
import { Result } from "effect"
import { ALICE } from "./Harbour.ts"
import { callback, interaction, scene } from "./SampleInteraction.ts"

/** The message that a command was answered with. */
export const SOURCE = "600000000000000009"
/** The command's interaction. */
const COMMAND = "500000000000000009"

const row = (...components: ReadonlyArray<unknown>) => ({ type: 1, components })
const button = { type: 2, style: 1, label: "More", custom_id: "more" }

/** The answer of a command, stored: these rows, and what else it says. */
export const answered = (data: object = { content: "hi", components: [row(button)] }): MessageRecord => {
  const command = interaction({ id: COMMAND })
  const { puts } = Result.getOrThrow(callback(command, { type: 4, data }, scene(0, { message_id: SOURCE })))
  const [message] = puts
  if (message === undefined) throw new Error("an answer makes a message")
  return message
}

/** Alice pressed the button of the message. */
export const pressed = (fields: Partial<InteractionRecord> = {}): InteractionRecord => {
  const { command: _, ...record } = interaction()
  return {
    ...record,
    type: 3,
    user_id: ALICE,
    message_id: SOURCE,
    component: { custom_id: "more", component_type: 2, id: 2 },
    ...fields
  }
}
