/** What the server holds and waits for, for inspectors. Our choice: docs/choices.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { optional, query } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"
import { Response, STATES } from "./ControlInteraction.ts"
import { interactionFacts } from "./InteractionFacts.ts"

const InteractionSummary = Schema.Struct({
  id: SnowflakeText,
  state: Schema.Literals(STATES),
  ...interactionFacts,
  response: Schema.optionalKey(Response),
  error: query("What went wrong with the app's answer, or is about to.")
}).annotate({ identifier: "InteractionSummary" })

export const inspect = {
  list_interactions: endpoint.get("/interactions", {
    query: {
      limit: query("1 to 100. Default: 50."),
      before: optional(SnowflakeText, "Only interactions with lower ids: the last id of the page before."),
      application_id: optional(SnowflakeText, "Only those of this application."),
      user_id: optional(SnowflakeText, "Only those of this user."),
      channel_id: optional(SnowflakeText, "Only those in this channel.")
    },
    answer: Schema.Struct({ interactions: Schema.Array(InteractionSummary) }),
    text: "The kept interactions, newest first. A page that is not full is the last one."
  })
}
