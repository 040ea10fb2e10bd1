/** Recordings of users. Our choice: docs/choices.md "Recording". Source: product.md "Scenario files" (recording). */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, flag, optional, query } from "../openapi/Endpoint.ts"
import { Command } from "../rest/Command.ts"
import { endpoint } from "./ControlEndpoint.ts"

const NotedMessage = Schema.Struct({
  id: SnowflakeText,
  channel_id: SnowflakeText,
  author_id: SnowflakeText,
  content: Schema.String
}).annotate({ identifier: "NotedMessage" })

export const RecordedEntry = Schema.Struct({
  number: described(Schema.Int, "From 1, in the order in which the acts began."),
  at: described(Schema.Int, "Milliseconds of the service clock when it began."),
  operation: described(
    Schema.String,
    "The operation's name in its OpenAPI document; `authorize` is a decision on a page of consent or in its JSON form, " +
      "`settled` is the outcome of an interaction whose answer was recorded before."
  ),
  user_id: optional(SnowflakeText, "Who did it; absent where it is nobody's act, such as a change of the clock."),
  application_id: optional(SnowflakeText, "Of an act over the API: whose token it was done with."),
  method: Schema.String,
  path: Schema.String,
  params: described(Schema.Record(Schema.String, Schema.String), "What the path names."),
  query: Schema.Record(Schema.String, Schema.String),
  body: optional(Schema.Unknown, "Without secrets, and without that of a whole world."),
  status: Schema.Int,
  answer: optional(Schema.Unknown, "Without secrets."),
  command: optional(Command, "The command that the body's `command_id` meant."),
  messages: optional(Schema.Array(NotedMessage), "The messages that it was about, as the user saw them before.")
}).annotate({ identifier: "RecordedEntry" })
export type RecordedEntry = typeof RecordedEntry.Type

export const RecordingState = Schema.Struct({
  recording: Schema.Boolean,
  total: described(Schema.Int, "Entries so far."),
  full: described(Schema.Boolean, "There is no room for more: what was done since is not recorded."),
  entries: Schema.Array(RecordedEntry)
}).annotate({ identifier: "Recording" })

export const recording = {
  start_recording: endpoint.post("/recording", {
    answer: RecordingState,
    text:
      "From now on what users do over the control plane is recorded, and their consent, command permissions and lobbies over " +
      "the API: what `simulate --record` makes a scenario of. An earlier recording is forgotten."
  }),
  get_recording: endpoint.get("/recording", {
    query: {
      after: query("How many entries are known. Default: 0."),
      wait: flag("true answers once there are more entries, or the recording has ended, or after 10 seconds.")
    },
    answer: RecordingState,
    text:
      "What was recorded, in the order in which it began. Kept in memory, within a bound; readable after the recording was " +
      "stopped, until another one starts."
  }),
  stop_recording: endpoint.delete("/recording", {
    answer: RecordingState,
    text: "Ends the recording and gives all of it."
  })
}
