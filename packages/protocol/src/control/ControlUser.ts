/** What a user sees and says in a channel. Source: product.md "Control plane". */
import { control, message } from "@backlot/domain/base/Limits"
import * as Shape from "@backlot/domain/validation/Shape"
import { described, text } from "@backlot/domain/validation/ShapeLimits"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { query, Record } from "../openapi/Endpoint.ts"
import { guarded } from "./ControlEndpoint.ts"
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

const SaidFile = Schema.Struct(file).annotate({ identifier: "SaidAttachment", description: "A file of the message." })

const content = text(0, message.contentMax)

export const Say = Schema.Struct({
  content: Shape.optional(content),
  reply_to: Shape.optional(described(Shape.Id, "The id of a message of this channel.")),
  attachments: Shape.optional(Shape.list(SaidFile, control.files))
}).annotate({ identifier: "Say" })

export const EditSaid = Schema.Struct({ content: Shape.needed(content) }).annotate({ identifier: "EditSaid" })

const CHANNEL = "/users/:user_id/channels/:channel_id"
const MESSAGE = `${CHANNEL}/messages/:message_id` as const
const REACTION = `${MESSAGE}/reactions/:emoji_name` as const

export const user = guarded({
  list_commands: {
    method: "GET",
    path: `${CHANNEL}/commands`,
    query: {
      query: query("What the user types after the slash. Default: everything."),
      type: query(
        "Command types, separated by commas. Without it 1, 2 and 3: entry points are listed only when asked for."
      ),
      locale: query("The language of the user's client. Default: the user's own."),
      flatten: Schema.optionalKey(
        Schema.Literals(["true", "false"]).annotate({
          description: "false lists whole commands instead of a row for each subcommand. Default: true."
        })
      )
    },
    answer: PickerCommands,
    refuses: [400, 404],
    text: "What the user's picker shows in this channel: commands they see, ranked by `query`, each subcommand a row of its own."
  },
  explain_command: {
    method: "GET",
    path: `${CHANNEL}/commands/:command_id/explain`,
    answer: Explanation,
    refuses: [400, 404],
    text:
      "Why the user may or may not use the command here: every step of the decision with what it found. Hidden commands " +
      "are explained too."
  },
  get_surroundings: {
    method: "GET",
    path: `${CHANNEL}/surroundings`,
    query: {
      ids: query("Ids of further users, separated by commas, at most 100."),
      everyone: Schema.optionalKey(
        Schema.Literals(["true", "false"]).annotate({
          description: "false leaves out the people whom `ids` does not name. Default: true."
        })
      )
    },
    answer: Surroundings,
    refuses: [400, 404],
    text: "The people, channels and roles that the user can name here, for clients that read texts themselves."
  },
  get_messages: {
    method: "GET",
    path: `${CHANNEL}/messages`,
    query: { limit: query("1 to 1000. Default: 100.") },
    answer: Schema.Struct({ messages: Schema.Array(SeenMessage) }),
    refuses: [400, 404],
    text:
      "The newest messages of the channel that the user sees, oldest first: `me` of `reactions` says whether they reacted " +
      "so, `referenced_message` what a message replies to."
  },
  say: {
    method: "POST",
    path: `${CHANNEL}/messages`,
    body: Say,
    answer: SeenMessage,
    refuses: [400, 404, 413],
    text: "The user says something, as in the chat box; mentions are those of the text. In a direct channel to the other."
  },
  edit_said: {
    method: "PATCH",
    path: MESSAGE,
    body: EditSaid,
    answer: SeenMessage,
    refuses: [400, 404, 413],
    text: "The user changes the text of a message of their own."
  },
  delete_said: {
    method: "DELETE",
    path: MESSAGE,
    refuses: [400, 404],
    text: "The user deletes a message of their own, or with MANAGE_MESSAGES another's."
  },
  add_reaction: {
    method: "PUT",
    path: REACTION,
    refuses: [400, 404],
    text:
      "The user reacts to a message, as `PUT …/reactions/{emoji}/@me` has a bot do: with an emoji, or a custom one as " +
      "`name:id`. Nothing happens when they did so already."
  },
  remove_reaction: {
    method: "DELETE",
    path: REACTION,
    refuses: [400, 404],
    text: "The user takes a reaction of their own away. Nothing happens when there is none."
  }
})
