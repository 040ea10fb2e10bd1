/** What a user sees and says in a channel, lobbies and the users connected to them. Source: product.md "Control plane". */
import { control, message } from "@backlot/domain/base/Limits"
import { Overwrites } from "@backlot/domain/permission/CommandPermissionBody"
import * as Shape from "@backlot/domain/validation/Shape"
import { described, text } from "@backlot/domain/validation/ShapeLimits"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { flag, optional, query, Record } from "../openapi/Endpoint.ts"
import { Permissions } from "../rest/Commands.ts"
import { SeenLobby } from "../rest/Lobby.ts"
import { endpoint } from "./ControlEndpoint.ts"
import { Explanation, PickerCommands, Surroundings } from "./PickerPayload.ts"

export const SeenMessage = Schema.StructWithRest(Schema.Struct({ id: SnowflakeText, content: Schema.String }), [
  Record
]).annotate({
  identifier: "SeenMessage",
  description: "A message object of the platform, as the user sees it."
})

/** A file of a body. */
export const file = {
  filename: Shape.needed(Shape.Text),
  content_type: Shape.optional(described(Shape.Text, "A media type such as image/png.")),
  base64: Shape.needed(Shape.Text)
}

export const SaidFile = Schema.Struct(file).annotate({
  identifier: "SaidAttachment",
  description: "A file of the message."
})

const content = text(0, message.contentMax)

export const Say = Schema.Struct({
  content: Shape.optional(content),
  reply_to: Shape.optional(described(Shape.Id, "The id of a message of this channel.")),
  attachments: Shape.optional(Shape.list(SaidFile, control.files)),
  stickers: Shape.optional(
    described(Shape.list(Shape.Text, message.stickers), "Stickers by id, or by name: of the guild, else of a pack.")
  )
}).annotate({ identifier: "Say" })

export const EditSaid = Schema.Struct({ content: Shape.needed(content) }).annotate({ identifier: "EditSaid" })

export const Forward = Schema.Struct({
  channel_id: Shape.needed(described(Shape.Id, "The channel to forward it to."))
}).annotate({ identifier: "Forward" })

export const Vote = Schema.Struct({
  answer_ids: Shape.needed(Shape.list(Shape.Int, 10))
}).annotate({ identifier: "Vote" })

const CHANNEL = "/users/:user_id/channels/:channel_id"
const MESSAGE = `${CHANNEL}/messages/:message_id` as const
const REACTION = `${MESSAGE}/reactions/:emoji_name` as const

const PERMISSIONS = "/users/:user_id/guilds/:guild_id/applications/:application_id/command_permissions/:command_id"

export const user = {
  list_commands: endpoint.get(`${CHANNEL}/commands`, {
    query: {
      query: query("What the user types after the slash. Default: everything."),
      type: query(
        "Command types, separated by commas. Without it 1, 2 and 3: entry points are listed only when asked for."
      ),
      locale: query("The language of the user's client. Default: the user's own."),
      flatten: flag("false lists whole commands instead of a row for each subcommand. Default: true.")
    },
    answer: PickerCommands,
    text: "What the user's picker shows in this channel: commands they see, ranked by `query`, each subcommand a row of its own."
  }),
  explain_command: endpoint.get(`${CHANNEL}/commands/:command_id/explain`, {
    answer: Explanation,
    text:
      "Why the user may or may not use the command here: every step of the decision with what it found. Hidden commands " +
      "are explained too."
  }),
  get_surroundings: endpoint.get(`${CHANNEL}/surroundings`, {
    query: {
      ids: query("Ids of further users, separated by commas, at most 100."),
      everyone: flag("false leaves out the people whom `ids` does not name. Default: true.")
    },
    answer: Surroundings,
    text: "The people, channels and roles that the user can name here, for clients that read texts themselves."
  }),
  get_messages: endpoint.get(`${CHANNEL}/messages`, {
    query: {
      limit: query("1 to 1000. Default: 100."),
      before: query("The id of a message: the page of those before it."),
      ids: query(
        `Ids of messages, separated by commas, at most ${control.messageIds}: exactly those of them that the user sees now, ` +
          "whatever `limit` says. Not with `before`."
      )
    },
    answer: Schema.Struct({ messages: Schema.Array(SeenMessage) }),
    text:
      "The newest messages of the channel that the user sees, oldest first: `me` of `reactions` says whether they reacted " +
      "so, `referenced_message` what a message replies to."
  }),
  say: endpoint.post(`${CHANNEL}/messages`, {
    body: Say,
    answer: SeenMessage,
    text: "The user says something, as in the chat box; mentions are those of the text. In a direct channel to the other."
  }),
  edit_said: endpoint.patch(MESSAGE, {
    body: EditSaid,
    answer: SeenMessage,
    text: "The user changes the text of a message of their own."
  }),
  delete_said: endpoint.delete(MESSAGE, {
    text: "The user deletes a message of their own, or with MANAGE_MESSAGES another's."
  }),
  forward: endpoint.post(`${MESSAGE}/forwards`, {
    body: Forward,
    answer: SeenMessage,
    text:
      "The user forwards a message to another channel, which shows what it says now. They need READ_MESSAGE_HISTORY here, and there what " +
      "a message needs."
  }),
  add_reaction: endpoint.put(REACTION, {
    text:
      "The user reacts to a message, as `PUT …/reactions/{emoji}/@me` has a bot do: with an emoji, or a custom one as " +
      "`name:id`. Nothing happens when they did so already."
  }),
  remove_reaction: endpoint.delete(REACTION, {
    text: "The user takes a reaction of their own away. Nothing happens when there is none."
  }),
  vote: endpoint.put(`${MESSAGE}/votes`, {
    body: Vote,
    text:
      "The user chooses these answers of a poll, and no others; an empty list takes the vote back. Refused after the end of " +
      "the poll with 520001. Bots with the intent GUILD_MESSAGE_POLLS or DIRECT_MESSAGE_POLLS get MESSAGE_POLL_VOTE_ADD and _REMOVE."
  }),
  set_command_permissions: endpoint.put(PERMISSIONS, {
    body: Overwrites,
    answer: Permissions,
    text:
      "The user replaces all overwrites of a command in their guild, as in the settings of the guild; the application's id " +
      "in place of the command's stands for all its commands. The user needs the rights that the API asks for."
  })
}

const CONNECTION = "/users/:user_id/lobbies/:lobby_id/connection"

export const lobbies = {
  connect_lobby: endpoint.put(CONNECTION, {
    text:
      "The user, a member of the lobby, is connected to it until it is disconnected. The lobby does not end " +
      "meanwhile. Nothing happens when they are connected already."
  }),
  disconnect_lobby: endpoint.delete(CONNECTION, {
    text: "The user is disconnected, and stays a member. When nobody is connected the idle time of the lobby begins."
  }),
  list_lobbies: endpoint.get("/lobbies", {
    query: {
      application_id: optional(SnowflakeText, "Those of one application. Default: all.")
    },
    answer: Schema.Struct({ lobbies: Schema.Array(SeenLobby) }),
    text: "Every lobby with its members, and whether each is connected."
  })
}
