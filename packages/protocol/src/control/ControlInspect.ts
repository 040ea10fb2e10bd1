/** What the server holds and waits for, for inspectors. Our choice: docs/choices.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional, query } from "../openapi/Endpoint.ts"
import { clockFields } from "./ControlClock.ts"
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

const Coming = Schema.Struct({
  due_ms: described(Schema.Int, "Milliseconds of the service clock."),
  kind: described(
    Schema.String,
    "acknowledge, deferral, interaction_token, lobby_idle, invite_expiry, thread_archive, subscription_period, poll_end, webhook_event, access_token, " +
      "authorization_code or sign_in."
  ),
  what: described(Schema.String, "What will happen, as a sentence."),
  id: query(
    "Of the interaction or the lobby, the code of the invite, or the event of the log that a webhook event reports."
  ),
  application_id: optional(SnowflakeText),
  user_id: optional(SnowflakeText)
}).annotate({ identifier: "ComingDeadline" })

const more = described(Schema.Boolean, "There are others, which this answer leaves out.")

const Ends = described(Schema.NullOr(Schema.String), "When it ends, on the service clock; null never.")

const GivenAuthorization = Schema.Struct({
  application_id: SnowflakeText,
  user_id: described(Schema.NullOr(SnowflakeText), "null for tokens that an application got for itself."),
  scopes: described(Schema.Array(Schema.String), "Those of all its tokens."),
  ends_at: Ends,
  tokens: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(["bearer", "refresh"]),
      scopes: Schema.Array(Schema.String),
      expires_at: Ends,
      fixture: described(Schema.Boolean, "It stands in the world file, and was not issued.")
    })
  )
}).annotate({ identifier: "GivenAuthorization" })

const ofApplication = optional(SnowflakeText, "Only those of this application.")
const ofUser = optional(SnowflakeText, "Only those of this user.")

export const inspect = {
  list_interactions: endpoint.get("/interactions", {
    query: {
      limit: query("1 to 100. Default: 50."),
      before: optional(SnowflakeText, "Only interactions with lower ids: the last id of the page before."),
      application_id: ofApplication,
      user_id: ofUser,
      channel_id: optional(SnowflakeText, "Only those in this channel.")
    },
    answer: Schema.Struct({ interactions: Schema.Array(InteractionSummary) }),
    text: "The kept interactions, newest first. A page that is not full is the last one."
  }),
  list_deadlines: endpoint.get("/deadlines", {
    answer: Schema.Struct({ ...clockFields, deadlines: Schema.Array(Coming), more }),
    text:
      "What will happen or end when the service clock advances, in the order of time: ends to answer interactions, idle " +
      "lobbies, webhook events to be sent again, and the ends of tokens, codes and sign-ins."
  }),
  list_authorizations: endpoint.get("/authorizations", {
    query: { application_id: ofApplication, user_id: ofUser },
    answer: Schema.Struct({ authorizations: Schema.Array(GivenAuthorization), more }),
    text:
      "Who authorized which application: the scopes and the kinds of the valid tokens, never a token. Bot tokens are " +
      "left out."
  })
}
