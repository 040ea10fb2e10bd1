/** Endpoints of messages, pins and reactions. Source: official OpenAPI document. */
import { channelMessages, reaction } from "@backlot/domain/base/Limits"
import { NewThreadOfMessage } from "@backlot/domain/guild/ThreadBody"
import { PlainShape } from "@backlot/domain/interaction/PlainMessage"
import { BulkDelete } from "@backlot/domain/message/BulkDelete"
import { BodyShape } from "@backlot/domain/message/MessageBody"
import { created, query, Record, Records } from "../openapi/Endpoint.ts"
import { bot, restGroup } from "../openapi/RestDocument.ts"

const CHANNEL = "/channels/:channel_id"
const MESSAGES = `${CHANNEL}/messages` as const
const MESSAGE = `${MESSAGES}/:message_id` as const
const PINS = `${MESSAGES}/pins` as const
const PIN = `${PINS}/:message_id` as const
const OLD_PIN = `${CHANNEL}/pins/:message_id` as const

const security = [bot] as const

export const Messages = restGroup("messages", {
  list_messages: {
    method: "GET",
    path: MESSAGES,
    security,
    query: {
      around: query("The id of a message in the middle."),
      before: query("Older than this id."),
      after: query("Newer than this id."),
      limit: query(`1 to ${channelMessages.listMax}. Default: ${channelMessages.listDefault}.`)
    },
    answer: Records,
    text: "Newest first. Empty without READ_MESSAGE_HISTORY."
  },
  create_message: {
    method: "POST",
    path: MESSAGES,
    security,
    body: PlainShape,
    form: "MessageForm",
    answer: Record
  },
  // Before the messages by their id: no id is called so.
  bulk_delete_messages: {
    method: "POST",
    path: `${MESSAGES}/bulk-delete`,
    security,
    body: BulkDelete,
    text: "2 to 100 messages, none of them older than 14 days."
  },
  list_pins: {
    method: "GET",
    path: PINS,
    security,
    query: {
      before: query("Pinned earlier than this time."),
      limit: query(`1 to ${channelMessages.pinsListMax}. Default: ${channelMessages.pinsListMax}.`)
    },
    answer: Record
  },
  create_pin: { method: "PUT", path: PIN, security },
  delete_pin: { method: "DELETE", path: PIN, security },
  deprecated_list_pins: { method: "GET", path: `${CHANNEL}/pins`, security, answer: Records },
  deprecated_create_pin: { method: "PUT", path: OLD_PIN, security },
  deprecated_delete_pin: { method: "DELETE", path: OLD_PIN, security },
  get_message: { method: "GET", path: MESSAGE, security, answer: Record },
  update_message: {
    method: "PATCH",
    path: MESSAGE,
    security,
    body: BodyShape,
    form: "MessageForm",
    answer: Record,
    text: "One's own message; of another's the flags alone, with MANAGE_MESSAGES."
  },
  delete_message: { method: "DELETE", path: MESSAGE, security },
  create_thread_from_message: {
    method: "POST",
    path: `${MESSAGE}/threads`,
    security,
    body: NewThreadOfMessage,
    answer: created(Record)
  }
})

const REACTIONS = `${MESSAGE}/reactions` as const
const EMOJI = `${REACTIONS}/:emoji_name` as const

export const Reactions = restGroup("reactions", {
  delete_all_message_reactions: { method: "DELETE", path: REACTIONS, security },
  list_message_reactions_by_emoji: {
    method: "GET",
    path: EMOJI,
    security,
    query: {
      after: query("Users beyond this id."),
      limit: query(`1 to ${reaction.listMax}. Default: ${reaction.listDefault}.`)
    },
    answer: Records
  },
  delete_all_message_reactions_by_emoji: { method: "DELETE", path: EMOJI, security },
  add_my_message_reaction: { method: "PUT", path: `${EMOJI}/@me`, security },
  delete_my_message_reaction: { method: "DELETE", path: `${EMOJI}/@me`, security },
  delete_user_message_reaction: { method: "DELETE", path: `${EMOJI}/:user_id`, security }
})
