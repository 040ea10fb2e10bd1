/** The fields of a message that describe the interaction it responds to. Source: wire-interactions.md §4.9. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { type InteractionMetadata, type MessageReference, MessageType } from "../message/Message.ts"
import type { EphemeralityReason } from "../permission/Ephemerality.ts"
import { CommandType } from "../record/ApplicationCommand.ts"
import type { InteractionRecord, Provenance } from "./Interaction.ts"

/** `answer` and `loading` are first responses; a loading message has no content yet. */
export type MessageKind = "answer" | "loading" | "follow_up"

/** The users of an interaction; `target` is the target of a USER command. */
export interface People {
  readonly user: UserObject
  readonly target?: UserObject | undefined
}

/**
 * §4.9 leaves some cases open: follow-ups and responses to components are replies; the response to a modal that a
 * command opened is a plain message. Our choice: docs/choices.md "Messages".
 */
export const typeOf = (record: InteractionRecord, kind: MessageKind): MessageType => {
  if (kind !== "follow_up" && record.command !== undefined) return FIRST_ANSWERS[record.command.type]
  return repliesTo(record, kind) === undefined ? MessageType.DEFAULT : MessageType.REPLY
}

/** For entry points: the type that a public app has read. Our choice: docs/choices.md "Messages". */
const FIRST_ANSWERS: Readonly<Record<CommandType, MessageType>> = {
  [CommandType.CHAT_INPUT]: MessageType.CHAT_INPUT_COMMAND,
  [CommandType.USER]: MessageType.CONTEXT_MENU_COMMAND,
  [CommandType.MESSAGE]: MessageType.CONTEXT_MENU_COMMAND,
  [CommandType.PRIMARY_ENTRY_POINT]: MessageType.CONTEXT_MENU_COMMAND
}

/** The fields that describe the interaction, and with `reason` why the message is forced to be ephemeral. */
export const provenanceOf = (
  record: InteractionRecord,
  kind: MessageKind,
  people: People,
  reason?: EphemeralityReason
) => {
  const { id, type, command } = record
  const original = kind === "follow_up" ? record.original_message_id : null
  const replied = repliesTo(record, kind)
  return {
    ...(kind === "follow_up" || command === undefined
      ? {}
      : { interaction: { id, type, name: command.name, user: people.user } }),
    interaction_metadata: {
      ...metadataOf(record, people),
      ...(record.trigger === undefined ? {} : { triggering_interaction_metadata: metadataOf(record.trigger, people) }),
      ...(original === null ? {} : { original_response_message_id: original }),
      ...(reason === undefined ? {} : { ephemerality_reason: reason })
    } satisfies InteractionMetadata,
    ...(replied === undefined ? {} : { message_reference: referenceTo(record, replied) })
  }
}

/** The target of the USER command: of this interaction, or of the one that opened its modal. */
export const targetUserOf = ({ command, target_id, trigger }: InteractionRecord): Snowflake | undefined => {
  if (command?.type === CommandType.USER) return target_id
  return trigger?.command?.type === CommandType.USER ? trigger.target_id : undefined
}

const metadataOf = (from: Provenance, { user, target }: People): InteractionMetadata => ({
  id: from.id,
  type: from.type,
  user,
  authorizing_integration_owners: from.authorizing_integration_owners,
  ...(from.command === undefined ? {} : { name: from.command.name, command_type: from.command.type }),
  ...(from.command?.type === CommandType.USER && target !== undefined ? { target_user: target } : {}),
  ...(from.command?.type === CommandType.MESSAGE && from.target_id !== undefined
    ? { target_message_id: from.target_id }
    : {}),
  ...(from.command === undefined && from.message_id !== undefined ? { interacted_message_id: from.message_id } : {})
})

/** A follow-up replies to the first response, that to the message of the component or MESSAGE command. */
const repliesTo = (record: InteractionRecord, kind: MessageKind): Snowflake | undefined => {
  if (kind === "follow_up") return record.original_message_id ?? undefined
  if (record.command === undefined) return record.message_id
  return record.command.type === CommandType.MESSAGE ? record.target_id : undefined
}

/** A reference to a message of the same channel. */
export const referenceTo = (
  { channel_id, guild_id }: Pick<InteractionRecord, "channel_id" | "guild_id">,
  message_id: Snowflake
): MessageReference => ({
  type: 0,
  channel_id,
  message_id,
  ...(guild_id === null ? {} : { guild_id })
})
