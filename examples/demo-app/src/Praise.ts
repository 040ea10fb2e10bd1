/** A form: what to say of somebody's message. */
import {
  type APIModalInteractionResponseCallbackData,
  type APIModalSubmission,
  ComponentType,
  TextInputStyle
} from "discord-api-types/v10"

const FORM = "praise"
const FIELD = "words"

export const praiseModal = (messageId: string): APIModalInteractionResponseCallbackData => ({
  custom_id: `${FORM}:${messageId}`,
  title: "Praise this message",
  components: [
    {
      type: ComponentType.Label,
      label: "What is good about it?",
      component: {
        type: ComponentType.TextInput,
        custom_id: FIELD,
        style: TextInputStyle.Paragraph,
        max_length: 500,
        required: true
      }
    }
  ]
})

/** What was written; undefined when it is another form. */
export const praiseOf = ({ custom_id, components }: APIModalSubmission): string | undefined => {
  if (!custom_id.startsWith(`${FORM}:`)) return undefined
  for (const part of components) {
    if (part.type === ComponentType.Label && "value" in part.component) return String(part.component.value)
  }
  return undefined
}
