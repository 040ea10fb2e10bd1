/** What users set about themselves: language, nickname, presence. */
import { STATUSES } from "@backlot/domain/gateway/Presence"
import { Schema } from "effect"
import { field, textOf } from "../Fields.ts"
import { Name, optional, or, Text } from "../Vocabulary.ts"
import { type Acts, list, named, plain, quoted, verb } from "./Act.ts"

const Nickname = Schema.Struct({
  guild: optional(Name, "Default: the guild of the channel."),
  nick: Text.annotate({ description: "An empty text removes it." })
}).annotate({ identifier: "Nickname" })

const Group = Schema.Struct({
  recipients: Schema.Array(Name).annotate({ description: "The others, at most nine." }),
  name: optional(Text, "Its name.")
}).annotate({ identifier: "Group" })

const Status = Schema.Literals(STATUSES)

const Client = Schema.Literals(["online", "dnd", "idle"])

const Activity = Schema.Struct({
  name: Text.annotate({ description: "What they are busy with." }),
  type: optional(Schema.Finite, "0 playing, 1 streaming, 2 listening, 3 watching, 4 custom, 5 competing. Default: 0."),
  state: optional(Text, "What they do in it; of a custom one the text."),
  details: optional(Text, "What they do."),
  url: optional(Text, "Of a stream."),
  state_url: optional(Text, "Where the state leads."),
  details_url: optional(Text, "Where the details lead."),
  status_display_type: optional(Schema.Finite, "0 the name, 1 the state, 2 the details. Default: 0."),
  created_at: optional(Schema.Finite, "Milliseconds. Default: now."),
  timestamps: optional(
    Schema.Struct({ start: optional(Schema.Finite, "When it began."), end: optional(Schema.Finite, "When it ends.") }),
    "Milliseconds."
  ),
  application_id: optional(Text, "The application whose activity it is."),
  emoji: optional(
    Schema.Struct({
      name: Text.annotate({ description: "The emoji itself, or its name." }),
      id: optional(Text, "Of a custom emoji."),
      animated: optional(Schema.Boolean, "It moves.")
    }),
    "Of a custom one."
  ),
  party: optional(
    Schema.Struct({ id: optional(Text, "Which party."), size: optional(Schema.Array(Schema.Finite), "Two numbers.") }),
    "With whom; `size` is how many there are, and how many at most."
  ),
  assets: optional(
    Schema.Record(Schema.String, Text),
    "Pictures: large_image, large_text, small_image, small_text and more."
  ),
  instance: optional(Schema.Boolean, "The game has one session."),
  flags: optional(Schema.Finite, "Bits."),
  buttons: optional(Schema.Array(Text), "The labels of at most two."),
  sync_id: optional(Text, "Of music."),
  session_id: optional(Text, "Of music.")
}).annotate({ identifier: "Activity" })

const Presence = Schema.Struct({
  status: Status.annotate({ description: "Who is offline is busy with nothing." }),
  activities: optional(Schema.Array(Activity), "At most five."),
  client_status: optional(
    Schema.Struct({
      desktop: optional(Client, "On a desk."),
      mobile: optional(Client, "On a phone."),
      web: optional(Client, "In a browser.")
    }),
    "By client: online, dnd or idle. Default: on the desktop."
  )
}).annotate({ identifier: "Presence" })

export const selfActs = {
  set_locale: {
    shape: Text.annotate({ description: "The user sets this language." }),
    actor: "user",
    sentence: verb("sets the language to"),
    load: "it changes the user for everybody who plays them; write `locale` beside the step"
  },
  set_nickname: {
    shape: or(Nickname).annotate({ description: "The user sets their nickname in a guild; an empty text removes it." }),
    actor: "user",
    sentence: (value) => `sets the nickname ${quoted(textOf(value, "nick") ?? value)}`
  },
  open_direct: named(
    "The user opens their direct channel with another user or with an app; the outcome has it.",
    "opens direct messages with"
  ),
  open_group: {
    shape: Schema.Union([Schema.Array(Name), Group]).annotate({
      description: "The user opens a group with others, by their names; the outcome has the channel."
    }),
    actor: "user",
    sentence: (value) => `opens a group with ${list(field(value, "recipients") ?? value)}`
  },
  set_presence: {
    shape: Schema.Union([Status, Presence]).annotate({
      description: "From now on the user has this presence: a status, or with activities."
    }),
    actor: "user",
    sentence: (value) => `is ${textOf(value, "status") ?? plain(value)}`
  }
} as const satisfies Acts
