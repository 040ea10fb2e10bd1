/** What users set about themselves: language, nickname, presence. */
import { STATUSES } from "@backlot/domain/gateway/Presence"
import { Schema } from "effect"
import { textOf } from "../Fields.ts"
import { Name, optional, or, Text } from "../Vocabulary.ts"
import { type Acts, plain, quoted, verb } from "./Act.ts"

const Nickname = Schema.Struct({
  guild: optional(Name, "Default: the guild of the channel."),
  nick: Text.annotate({ description: "An empty text removes it." })
}).annotate({ identifier: "Nickname" })

const Status = Schema.Literals(STATUSES)

const Activity = Schema.Struct({
  name: Text.annotate({ description: "What they are busy with." }),
  type: optional(Schema.Finite, "0 playing, 1 streaming, 2 listening, 3 watching, 4 custom, 5 competing. Default: 0."),
  state: optional(Text, "What they do in it; of a custom one the text.")
}).annotate({ identifier: "Activity" })

const Presence = Schema.Struct({
  status: Status.annotate({ description: "Who is offline is busy with nothing." }),
  activities: optional(Schema.Array(Activity), "At most five.")
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
  set_presence: {
    shape: Schema.Union([Status, Presence]).annotate({
      description: "From now on the user has this presence: a status, or with activities."
    }),
    actor: "user",
    sentence: (value) => `is ${textOf(value, "status") ?? plain(value)}`
  }
} as const satisfies Acts
