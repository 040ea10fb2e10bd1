/**
 * Endpoints of channels, threads, direct channels, messages, pins and reactions. Source: official OpenAPI document, but
 * for `list_my_channels`, which is older.
 */
import { channelMessages, reaction } from "@backlot/domain/base/Limits"
import { search, threadSearch } from "@backlot/domain/base/SearchLimits"
import { thread } from "@backlot/domain/base/ThreadLimits"
import { GroupRecipient, OverwriteEdit, Recipient } from "@backlot/domain/guild/ChannelBody"
import { ChannelEdit, NewThread, NewThreadOfMessage } from "@backlot/domain/guild/ThreadBody"
import { VoiceStatus } from "@backlot/domain/guild/VoiceStatus"
import { PlainShape } from "@backlot/domain/interaction/PlainMessage"
import { BodyShape, BulkDelete } from "@backlot/domain/message/MessageBody"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { created, query, Record, Records } from "../openapi/Endpoint.ts"
import { bots, restGroup } from "../openapi/RestDocument.ts"

const CHANNEL = "/channels/:channel_id"
const OVERWRITE = `${CHANNEL}/permissions/:overwrite_id` as const

const GROUP_RECIPIENT = `${CHANNEL}/recipients/:user_id` as const

export const Channels = restGroup("channels", {
  get_channel: bots.get(CHANNEL, { answer: Record }),
  update_channel: bots.patch(CHANNEL, { body: ChannelEdit, answer: Record }),
  delete_channel: bots.delete(CHANNEL, { answer: Record, text: "A direct channel is only closed: it stays as it is." }),
  set_channel_permission_overwrite: bots.put(OVERWRITE, { body: OverwriteEdit }),
  delete_channel_permission_overwrite: bots.delete(OVERWRITE),
  update_voice_channel_status: bots.put(`${CHANNEL}/voice-status`, { body: VoiceStatus }),
  create_thread: bots.post(`${CHANNEL}/threads`, { body: NewThread, form: "MessageForm", answer: created(Record) }),
  trigger_typing_indicator: bots.post(`${CHANNEL}/typing`),
  list_my_channels: bots.get("/users/@me/channels", {
    answer: Records,
    text: "Empty: a bot finds its direct channels by their users."
  }),
  create_dm: bots.post("/users/@me/channels", {
    body: Recipient,
    answer: Record,
    text: "The conversation with the user, created if there is none."
  }),
  add_group_dm_user: bots.put(GROUP_RECIPIENT, {
    body: GroupRecipient,
    answer: [created(Record), HttpApiSchema.NoContent],
    text: "Brings a user with the scope gdm.join into a group of the bot; 204 when they are in it already."
  }),
  delete_group_dm_user: bots.delete(GROUP_RECIPIENT)
})

const THREAD_MEMBERS = `${CHANNEL}/thread-members` as const
const THREAD_MEMBER = `${THREAD_MEMBERS}/:user_id` as const
const withMember = query("True adds the member of the guild.")
const archivedPage = {
  before: query("Archived earlier than this time."),
  limit: query(`${thread.archivedMin} to ${thread.archivedMax}. Default: ${thread.archivedDefault}.`)
}

export const Threads = restGroup("threads", {
  list_thread_members: bots.get(THREAD_MEMBERS, {
    query: {
      with_member: withMember,
      limit: query(`1 to ${thread.listMax}, with \`with_member\`. Default: ${thread.listMax}.`),
      after: query("Users beyond this id, with `with_member`.")
    },
    answer: Records,
    text: "All of them without `with_member`, else a page. Needs the application flag of the intent GUILD_MEMBERS."
  }),
  join_thread: bots.put(`${THREAD_MEMBERS}/@me`),
  leave_thread: bots.delete(`${THREAD_MEMBERS}/@me`),
  get_thread_member: bots.get(THREAD_MEMBER, { query: { with_member: withMember }, answer: Record }),
  add_thread_member: bots.put(THREAD_MEMBER),
  delete_thread_member: bots.delete(THREAD_MEMBER),
  list_public_archived_threads: bots.get(`${CHANNEL}/threads/archived/public`, {
    query: archivedPage,
    answer: Record,
    text: "Last archived first."
  }),
  list_private_archived_threads: bots.get(`${CHANNEL}/threads/archived/private`, {
    query: archivedPage,
    answer: Record,
    text: "Last archived first. Needs MANAGE_THREADS."
  }),
  list_my_private_archived_threads: bots.get(`${CHANNEL}/users/@me/threads/archived/private`, {
    query: { ...archivedPage, before: query("Threads below this id.") },
    answer: Record,
    text: "Those that the bot has joined, by descending id."
  }),
  thread_search: bots.get(`${CHANNEL}/threads/search`, {
    query: {
      name: query("Words of the name, in their order."),
      slop: query(
        `How many other words may stand between them, 0 to ${search.slopMax}. Default: ${search.slopDefault}.`
      ),
      min_id: query("Threads above this id."),
      max_id: query("Threads below this id."),
      tag: query(`Tags of posts: at most ${threadSearch.tags} ids, repeated or with commas between them.`),
      tag_setting: query("match_all, or match_some (default)."),
      archived: query("True: archived threads only; false: active ones only."),
      sort_by: query("relevance, creation_time, last_message_time (default) or archive_time."),
      sort_order: query("asc, or desc (default)."),
      limit: query(`1 to ${search.limitMax}. Default: ${search.limitMax}.`),
      offset: query(`0 to ${search.offsetMax}. Default: 0.`)
    },
    answer: Record,
    text: "Threads, or posts of a forum, that the bot sees."
  })
})

const MESSAGES = `${CHANNEL}/messages` as const
const MESSAGE = `${MESSAGES}/:message_id` as const
const PINS = `${MESSAGES}/pins` as const
const PIN = `${PINS}/:message_id` as const
const OLD_PIN = `${CHANNEL}/pins/:message_id` as const

export const Messages = restGroup("messages", {
  list_messages: bots.get(MESSAGES, {
    query: {
      around: query("The id of a message in the middle."),
      before: query("Older than this id."),
      after: query("Newer than this id."),
      limit: query(`1 to ${channelMessages.listMax}. Default: ${channelMessages.listDefault}.`)
    },
    answer: Records,
    text: "Newest first. Empty without READ_MESSAGE_HISTORY."
  }),
  create_message: bots.post(MESSAGES, { body: PlainShape, form: "MessageForm", answer: Record }),
  // Before the messages by their id: no id is called so.
  bulk_delete_messages: bots.post(`${MESSAGES}/bulk-delete`, {
    body: BulkDelete,
    text: "2 to 100 messages, none of them older than 14 days."
  }),
  list_pins: bots.get(PINS, {
    query: {
      before: query("Pinned earlier than this time."),
      limit: query(`1 to ${channelMessages.pinsListMax}. Default: ${channelMessages.pinsListMax}.`)
    },
    answer: Record
  }),
  create_pin: bots.put(PIN),
  delete_pin: bots.delete(PIN),
  deprecated_list_pins: bots.get(`${CHANNEL}/pins`, { answer: Records }),
  deprecated_create_pin: bots.put(OLD_PIN),
  deprecated_delete_pin: bots.delete(OLD_PIN),
  get_message: bots.get(MESSAGE, { answer: Record }),
  update_message: bots.patch(MESSAGE, {
    body: BodyShape,
    form: "MessageForm",
    answer: Record,
    text: "One's own message; of another's the flags alone, with MANAGE_MESSAGES."
  }),
  delete_message: bots.delete(MESSAGE),
  crosspost_message: bots.post(`${MESSAGE}/crosspost`, {
    answer: Record,
    text: "Copies the message into the channels that follow its announcement channel."
  }),
  create_thread_from_message: bots.post(`${MESSAGE}/threads`, { body: NewThreadOfMessage, answer: created(Record) })
})

const REACTIONS = `${MESSAGE}/reactions` as const
const EMOJI = `${REACTIONS}/:emoji_name` as const

const POLL = "/channels/:channel_id/polls/:message_id"

export const Polls = restGroup("polls", {
  get_answer_voters: bots.get(`${POLL}/answers/:answer_id`, {
    query: { after: query("Users beyond this id."), limit: query("1 to 100. Default: 25.") },
    answer: Record
  }),
  poll_expire: bots.post(`${POLL}/expire`, { answer: Record })
})

export const Reactions = restGroup("reactions", {
  delete_all_message_reactions: bots.delete(REACTIONS),
  list_message_reactions_by_emoji: bots.get(EMOJI, {
    query: {
      after: query("Users beyond this id."),
      limit: query(`1 to ${reaction.listMax}. Default: ${reaction.listDefault}.`),
      type: query("0: reactions. 1: super reactions, which nobody has here.")
    },
    answer: Records
  }),
  delete_all_message_reactions_by_emoji: bots.delete(EMOJI),
  add_my_message_reaction: bots.put(`${EMOJI}/@me`),
  delete_my_message_reaction: bots.delete(`${EMOJI}/@me`),
  delete_user_message_reaction: bots.delete(`${EMOJI}/:user_id`)
})
