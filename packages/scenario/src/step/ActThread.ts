/** Threads that users start, join and leave. */
import { Schema } from "effect"
import { field, textOf } from "../Fields.ts"
import { Name, optional, or, Text } from "../Vocabulary.ts"
import { type Acts, describeFiles, named, on, quoted, verb } from "./Act.ts"
import { File } from "./Beside.ts"

const ThreadStart = Schema.Struct({
  name: Text.annotate({ description: "Its name." }),
  type: optional(Schema.Finite, "11 public, 12 private. Default: 11, and 10 in an announcement channel."),
  message: optional(
    Schema.Unknown,
    "In a forum: the text of the first message, or a message of the platform. Refused elsewhere."
  ),
  attachments: optional(Schema.Array(File), "In a forum: files of the first message. Refused elsewhere."),
  applied_tags: optional(Schema.Array(Text), "In a forum: tags, by their names or ids. Refused elsewhere."),
  auto_archive_duration: optional(Schema.Finite, "Minutes: 60, 1440, 4320 or 10080."),
  rate_limit_per_user: optional(Schema.Finite, "Seconds of slow mode."),
  invitable: optional(Schema.Boolean, "Of a private thread: whether its members may add people.")
}).annotate({ identifier: "ThreadStart" })

export const threadActs = {
  start_thread: {
    shape: or(ThreadStart).annotate({
      description:
        "The user starts a thread in the channel, or with `on` from a message, by its name; or posts in a forum. The outcome has the thread."
    }),
    actor: "user in channel",
    sentence: (value, step) =>
      `starts the thread ${quoted(textOf(value, "name") ?? value)}${describeFiles(field(value, "attachments"))}${on(step)}`,
    takes: ["on"],
    files: "attachments"
  },
  join_thread: named("The user joins a thread, by its name or id.", "joins the thread"),
  leave_thread: named("The user leaves a thread, by its name or id.", "leaves the thread"),
  add_to_thread: {
    shape: Name.annotate({ description: "The user adds a member of the guild to the thread that they are in (`in`)." }),
    actor: "user in channel",
    sentence: verb("adds to the thread")
  },
  remove_from_thread: {
    shape: Name.annotate({ description: "The user removes somebody from the thread that they are in (`in`)." }),
    actor: "user in channel",
    sentence: verb("removes from the thread")
  }
} as const satisfies Acts
