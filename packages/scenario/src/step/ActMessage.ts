/** Messages, reactions and pins of users. */
import { Schema } from "effect"
import { field, textOf } from "../Fields.ts"
import { Name, optional, or, Text } from "../Vocabulary.ts"
import { type Acts, describeFiles, list, on, plain, quoted, short, verb } from "./Act.ts"
import { File, MessageRef } from "./Beside.ts"

const Said = Schema.Struct({
  content: optional(Text, "Its text."),
  reply_to: optional(MessageRef, "The message that it replies to."),
  attachments: optional(Schema.Array(File), "Its files."),
  stickers: optional(Schema.Array(Text), "Its stickers, at most 3, by name or id: of the guild, else of a pack.")
}).annotate({ identifier: "Said" })

const describeSaid = (value: unknown): string => {
  if (typeof value === "string") return `says ${quoted(value)}`
  const reply = field(value, "reply_to")
  const answering = reply === undefined ? "" : ` in reply to ${describeMessage(reply)}`
  const stickers = field(value, "stickers")
  const stuck = stickers === undefined ? "" : ` with the sticker ${list(stickers)}`
  const words = quoted(textOf(value, "content") ?? "")
  return `says ${words}${answering}${describeFiles(field(value, "attachments"))}${stuck}`
}

const describeMessage = (value: unknown): string => {
  if (value === "last") return "the last message"
  return typeof value === "string" ? `the message ${value}` : `a message like ${short(value)}`
}

export const messageActs = {
  say: {
    shape: or(Said).annotate({ description: 'Sends a message; with `in: "@bob"` a direct message.' }),
    actor: "user in channel",
    sentence: describeSaid,
    files: "attachments",
    load: true
  },
  revise: {
    shape: Text.annotate({ description: "Edits the user's own message to this content; `on` selects it." }),
    actor: "user in channel",
    sentence: (value, step) => `changes ${on(step, "").trim() || "a message"} to ${quoted(value)}`,
    takes: ["on"]
  },
  erase: {
    shape: MessageRef.annotate({ description: "Deletes the user's own message." }),
    actor: "user in channel",
    sentence: (value) => `deletes ${describeMessage(value)}`
  },
  react: {
    shape: Text.annotate({ description: "Adds a reaction; `on` selects the message." }),
    actor: "user in channel",
    sentence: (value, step) => `reacts with ${plain(value)}${on(step, "to")}`,
    takes: ["on"]
  },
  unreact: {
    shape: Text.annotate({ description: "Removes a reaction; `on` selects the message." }),
    actor: "user in channel",
    sentence: (value, step) => `takes back ${plain(value)}${on(step, "from")}`,
    takes: ["on"]
  },
  forward: {
    shape: Text.annotate({ description: "Forwards a message to this channel; `on` selects the message." }),
    actor: "user in channel",
    sentence: (value, step) => `forwards ${on(step, "").trim() || "a message"} to ${plain(value)}`,
    takes: ["on"]
  },
  vote: {
    shape: Schema.Union([Text, Schema.Int, Schema.Array(Schema.Union([Text, Schema.Int]))]).annotate({
      description: "Chooses answers of a poll, by text or number, and no others; `on` selects the message."
    }),
    actor: "user in channel",
    sentence: (value, step) => `votes for ${list(value)}${on(step)}`,
    takes: ["on"]
  },
  unvote: {
    shape: Schema.Literal(true).annotate({ description: "Takes the vote of a poll back; `on` selects the message." }),
    actor: "user in channel",
    sentence: (_, step) => `takes back their vote${on(step)}`,
    takes: ["on"]
  },
  read: {
    shape: Schema.Union([Schema.Boolean, Schema.Finite]).annotate({
      description: "Reads the channel as this user sees it: true, or the number of messages."
    }),
    actor: "user in channel",
    sentence: (value) => (typeof value === "number" ? `reads the last ${value} messages` : "reads the channel"),
    load: true
  },
  pin: {
    shape: MessageRef.annotate({ description: "Pins a message." }),
    actor: "user in channel",
    sentence: (value) => `pins ${describeMessage(value)}`
  },
  unpin: {
    shape: MessageRef.annotate({ description: "Unpins a message." }),
    actor: "user in channel",
    sentence: (value) => `unpins ${describeMessage(value)}`
  },
  start_typing: {
    shape: Schema.Literal(true).annotate({ description: "Shows the others that the user is writing." }),
    actor: "user in channel",
    sentence: () => "is typing"
  },
  play_sound: {
    shape: Name.annotate({
      description:
        "Plays a sound of a soundboard in the voice channel that the user is connected to, by its name or id: one of the guild, else a default one."
    }),
    actor: "user in channel",
    sentence: verb("plays the sound")
  },
  send_effect: {
    shape: Text.annotate({ description: "Sends an emoji into the voice channel that the user is connected to." }),
    actor: "user in channel",
    sentence: (value) => `sends the effect ${plain(value)}`
  }
} as const satisfies Acts
