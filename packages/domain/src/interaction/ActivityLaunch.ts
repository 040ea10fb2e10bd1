/** Launches of Activities by the service. Source: service.md "Entry point handler types"; wire-interactions.md §7.2. */
import { botObject } from "../guild/UserWire.ts"
import type { MessageApplication, MessageRecord } from "../message/Message.ts"
import { NOTHING } from "../message/MessageBody.ts"
import { type ApplicationCommand, HandlerType } from "../record/ApplicationCommand.ts"
import type { Application } from "../record/World.ts"
import { forcedLine } from "./ForcedEphemeral.ts"
import { activityInstance, type InteractionRecord, type InteractionSeed } from "./Interaction.ts"
import { type Decision, interactionEvent, line, messageEvent } from "./InteractionDecision.ts"
import { create } from "./InteractionState.ts"
import { type AnswerContext, newMessage } from "./ResponseMessage.ts"

/** Whether the service itself responds to uses of the command. */
export const isLaunch = ({ handler }: Pick<ApplicationCommand, "handler">): boolean =>
  handler === HandlerType.DISCORD_LAUNCH_ACTIVITY

/**
 * Creates an interaction in the state `launched`. §7.2 does not describe the message: it is like a first response, with
 * `application` and `activity_instance`, and needs no permission of the application in the channel. Our choice:
 * docs/choices.md "Interactions".
 */
export const launch = (seed: InteractionSeed, context: AnswerContext): Decision<null> => {
  const made = create(seed)
  const activity_instance_id = activityInstance(seed, context)
  const message = launchMessage(made.record, activity_instance_id, context)
  const record: InteractionRecord = {
    ...made.record,
    state: "launched",
    activity_instance_id,
    original_message_id: message.id,
    ephemeral: message.visible_to !== null
  }
  return {
    ...made,
    record,
    puts: [message],
    events: [
      ...made.events,
      messageEvent("message.created", message, record),
      interactionEvent("interaction.launched", record)
    ],
    trace: [
      ...made.trace,
      line(context.now_ms, "launched", { activity_instance_id, message_id: message.id, because: WITHOUT_THE_APP }),
      ...forcedLine(context.now_ms, message.message)
    ]
  }
}

const WITHOUT_THE_APP = "the command's handler is DISCORD_LAUNCH_ACTIVITY (2), so nothing is delivered"

const launchMessage = (record: InteractionRecord, id: string, context: AnswerContext): MessageRecord => {
  const { message, ...place } = newMessage(record, "answer", NOTHING, context)
  const application = applicationObject(context.application)
  return { ...place, message: { ...message, application, activity_instance: { id } } }
}

const applicationObject = (application: Application): MessageApplication => {
  const { id, name, description, icon = null } = application
  return { id, name, icon, description, type: null, bot: botObject(application) }
}
