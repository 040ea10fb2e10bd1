/** What is known of an interaction beside its answer. Our choice: docs/choices.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional, query } from "../openapi/Endpoint.ts"

const UsedCommand = Schema.Struct({
  id: SnowflakeText,
  name: described(Schema.String, "Default names of command, group and subcommand, separated by spaces."),
  type: Schema.Int,
  guild_id: optional(SnowflakeText, "Of a guild command.")
}).annotate({ identifier: "UsedCommand" })

export const interactionFacts = {
  type: described(Schema.Int, "The platform's interaction type."),
  application_id: SnowflakeText,
  user_id: SnowflakeText,
  channel_id: SnowflakeText,
  guild_id: Schema.NullOr(SnowflakeText),
  command: optional(UsedCommand, "Of a use of a command, and of its autocomplete."),
  custom_id: query("Of the component or the modal."),
  target_id: optional(SnowflakeText, "What a USER or MESSAGE command was used on."),
  message_id: optional(SnowflakeText, "The message of the component."),
  created_ms: described(Schema.Int, "Milliseconds of the service clock."),
  acknowledge_by: described(Schema.String, "When a first answer is late, on the service clock."),
  token_ends_at: described(Schema.String, "When the token ends, on the service clock.")
}
