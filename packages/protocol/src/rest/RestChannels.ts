/**
 * The REST contract of channels, messages and direct channels: groups of endpoints as data (see Rest.ts). Source:
 * official OpenAPI document.
 */
import { channelMessages, reaction } from "@backlot/domain/base/Limits"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { BulkDelete, ChannelEdit, NewThread, NewThreadOfMessage, OverwriteEdit, Recipient } from "./ChannelPayload.ts"
import { SnowflakeText } from "./Command.ts"
import { withFiles } from "./FilesPayload.ts"
import * as MessagePayload from "./MessagePayload.ts"

const NoContent = HttpApiSchema.NoContent
const raw = { disableCodecs: true } as const
// Operation ids are the names alone, as in the official document.
const topLevel = { topLevel: true } as const
const Record = Schema.Record(Schema.String, Schema.Unknown)
const Records = Schema.Array(Record)
const query = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

const CHANNEL = "/channels/:channel_id"
const channel = { channel_id: SnowflakeText }
const overwrite = { ...channel, overwrite_id: SnowflakeText }

export const Channels = HttpApiGroup.make("channels", topLevel).add(
  HttpApiEndpoint.get("get_channel", CHANNEL, { ...raw, params: channel, success: Record }),
  HttpApiEndpoint.patch("update_channel", CHANNEL, { ...raw, params: channel, payload: ChannelEdit, success: Record }),
  HttpApiEndpoint.delete("delete_channel", CHANNEL, { ...raw, params: channel, success: Record }),
  HttpApiEndpoint.put("set_channel_permission_overwrite", `${CHANNEL}/permissions/:overwrite_id`, {
    ...raw,
    params: overwrite,
    payload: OverwriteEdit,
    success: NoContent
  }),
  HttpApiEndpoint.delete("delete_channel_permission_overwrite", `${CHANNEL}/permissions/:overwrite_id`, {
    ...raw,
    params: overwrite,
    success: NoContent
  }),
  HttpApiEndpoint.post("create_thread", `${CHANNEL}/threads`, {
    ...raw,
    params: channel,
    payload: NewThread,
    success: Record.pipe(HttpApiSchema.status(201))
  }),
  HttpApiEndpoint.post("trigger_typing_indicator", `${CHANNEL}/typing`, {
    ...raw,
    params: channel,
    success: NoContent
  }),
  HttpApiEndpoint.post("create_dm", "/users/@me/channels", { ...raw, payload: Recipient, success: Record })
)

const MESSAGES = `${CHANNEL}/messages` as const
const MESSAGE = `${MESSAGES}/:message_id` as const
const PINS = `${MESSAGES}/pins` as const
const message = { ...channel, message_id: SnowflakeText }
const form = withFiles("MessageForm")

export const Messages = HttpApiGroup.make("messages", topLevel).add(
  HttpApiEndpoint.get("list_messages", MESSAGES, {
    ...raw,
    params: channel,
    query: {
      around: query("The id of a message in the middle."),
      before: query("Older than this id."),
      after: query("Newer than this id."),
      limit: query(`1 to ${channelMessages.listMax}. Default: ${channelMessages.listDefault}.`)
    },
    success: Records
  }),
  HttpApiEndpoint.post("create_message", MESSAGES, {
    ...raw,
    params: channel,
    payload: [MessagePayload.NewMessage, form],
    success: Record
  }),
  // Before the messages by their id, of which none is called so.
  HttpApiEndpoint.post("bulk_delete_messages", `${MESSAGES}/bulk-delete`, {
    ...raw,
    params: channel,
    payload: BulkDelete,
    success: NoContent
  }),
  HttpApiEndpoint.get("list_pins", PINS, {
    ...raw,
    params: channel,
    query: {
      before: query("Pinned earlier than this time."),
      limit: query(`1 to ${channelMessages.pinsListMax}. Default: ${channelMessages.pinsListMax}.`)
    },
    success: Record
  }),
  HttpApiEndpoint.put("create_pin", `${PINS}/:message_id`, { ...raw, params: message, success: NoContent }),
  HttpApiEndpoint.delete("delete_pin", `${PINS}/:message_id`, { ...raw, params: message, success: NoContent }),
  HttpApiEndpoint.get("deprecated_list_pins", `${CHANNEL}/pins`, { ...raw, params: channel, success: Records }),
  HttpApiEndpoint.put("deprecated_create_pin", `${CHANNEL}/pins/:message_id`, {
    ...raw,
    params: message,
    success: NoContent
  }),
  HttpApiEndpoint.delete("deprecated_delete_pin", `${CHANNEL}/pins/:message_id`, {
    ...raw,
    params: message,
    success: NoContent
  }),
  HttpApiEndpoint.get("get_message", MESSAGE, { ...raw, params: message, success: Record }),
  HttpApiEndpoint.patch("update_message", MESSAGE, {
    ...raw,
    params: message,
    payload: [MessagePayload.Message, form],
    success: Record
  }),
  HttpApiEndpoint.delete("delete_message", MESSAGE, { ...raw, params: message, success: NoContent }),
  HttpApiEndpoint.post("create_thread_from_message", `${MESSAGE}/threads`, {
    ...raw,
    params: message,
    payload: NewThreadOfMessage,
    success: Record.pipe(HttpApiSchema.status(201))
  })
)

const REACTIONS = `${MESSAGE}/reactions` as const
const reacted = { ...message, emoji_name: Schema.String }

export const Reactions = HttpApiGroup.make("reactions", topLevel).add(
  HttpApiEndpoint.delete("delete_all_message_reactions", REACTIONS, { ...raw, params: message, success: NoContent }),
  HttpApiEndpoint.get("list_message_reactions_by_emoji", `${REACTIONS}/:emoji_name`, {
    ...raw,
    params: reacted,
    query: {
      after: query("Users beyond this id."),
      limit: query(`1 to ${reaction.listMax}. Default: ${reaction.listDefault}.`)
    },
    success: Records
  }),
  HttpApiEndpoint.delete("delete_all_message_reactions_by_emoji", `${REACTIONS}/:emoji_name`, {
    ...raw,
    params: reacted,
    success: NoContent
  }),
  HttpApiEndpoint.put("add_my_message_reaction", `${REACTIONS}/:emoji_name/@me`, {
    ...raw,
    params: reacted,
    success: NoContent
  }),
  HttpApiEndpoint.delete("delete_my_message_reaction", `${REACTIONS}/:emoji_name/@me`, {
    ...raw,
    params: reacted,
    success: NoContent
  }),
  HttpApiEndpoint.delete("delete_user_message_reaction", `${REACTIONS}/:emoji_name/:user_id`, {
    ...raw,
    params: { ...reacted, user_id: SnowflakeText },
    success: NoContent
  })
)
