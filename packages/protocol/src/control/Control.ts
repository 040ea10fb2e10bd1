/**
 * The control plane's contract: how tests and tools play the users and turn the world. Its OpenAPI document is
 * generated from here. Source: product.md "Control plane".
 */

import { message } from "@backlot/domain/base/Limits"
import { OptionType } from "@backlot/domain/record/ApplicationCommand"
import { Schema } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { openDocument } from "../openapi/OpenDocument.ts"
import { CONTROL_TEXTS, withTexts } from "../openapi/OperationTexts.ts"
import { Localizations, SnowflakeText } from "../rest/Command.ts"
import { editEndpoints, withElementSchemas } from "./ControlEdits.ts"
import { refused } from "./ControlError.ts"
import { faultEndpoints } from "./ControlFaults.ts"
import { lobbyEndpoints } from "./ControlLobbies.ts"
import { recordingEndpoints } from "./ControlRecording.ts"
import { Explanation, PickerCommands, Surroundings } from "./PickerPayload.ts"

const raw = { disableCodecs: true } as const
const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))
const object = Schema.Record(Schema.String, Schema.Unknown)
const locale = text("The language of the user's client. Default: the user's own.")

/** How long a request that plays a user waits. */
const patience = {
  until: Schema.optionalKey(
    Schema.Literals(["acknowledged", "responded"]).annotate({
      description:
        "acknowledged (default): the app's first answer, a deferral too. responded: a deferral counts once completed. " +
        "After 10 seconds of real time the answer comes as it is, with `wait_expired`; at once where the clock is " +
        "frozen and nothing could be delivered."
    })
  ),
  wait: Schema.optionalKey(
    Schema.Literals(["true", "false"]).annotate({ description: "false answers at once. Default: true." })
  )
}

/** The health of a server that has been told to stop. */
export const Stopping = Schema.Struct({ status: Schema.Literal("stopping"), version: Schema.String })
  .annotate({ identifier: "Stopping" })
  .pipe(HttpApiSchema.status(503))

/** Options in wire shape; `type` may be left out, subcommands nest. */
export const UsedOption = Schema.Struct({
  name: Schema.String,
  type: Schema.optionalKey(Schema.Literals(Object.values(OptionType))),
  value: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])),
  focused: Schema.optionalKey(Schema.Boolean),
  options: Schema.optionalKey(Schema.Array(Schema.Unknown))
}).annotate({ identifier: "UsedOption" })

const file = {
  filename: Schema.String,
  content_type: text("A media type such as image/png."),
  base64: Schema.String
}

export const Attachment = Schema.Struct({ option: Schema.String, ...file }).annotate({
  identifier: "UploadedAttachment",
  description: "A file for the attachment option named by `option`."
})

export const ModalAttachment = Schema.Struct({ field: Schema.String, ...file }).annotate({
  identifier: "ModalAttachment",
  description: "A file for the file upload whose `custom_id` is `field`."
})

export const Use = Schema.Struct({
  command_id: Schema.optionalKey(SnowflakeText),
  text: text("As typed into the chat box: /adopt animal:Dog name:Rex. In place of command_id, options and target_id."),
  version: Schema.optionalKey(SnowflakeText),
  options: Schema.optionalKey(Schema.Array(UsedOption)),
  target_id: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The id of what a USER command (a user or a bot) or a MESSAGE command (a message of this channel) is used on."
    })
  ),
  locale,
  attachments: Schema.optionalKey(Schema.Array(Attachment)),
  autocomplete: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Asks the app for `choices` of the option that is `focused`, or the last of the text."
    })
  )
}).annotate({
  identifier: "UseCommand",
  description: "`version`: the one that this client knows, if its use shall be refused as stale when it is not current."
})

export const UseComponent = Schema.Struct({
  custom_id: Schema.String,
  values: Schema.optionalKey(Schema.Array(Schema.String)),
  locale
}).annotate({ identifier: "UseComponent" })

export const SubmitModal = Schema.Struct({
  fields: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Unknown).annotate({
      description:
        "By custom_id: a text, a value, a list of values, or true or false. What is left out stays as the modal shows it; null empties it."
    })
  ),
  locale,
  attachments: Schema.optionalKey(Schema.Array(ModalAttachment))
}).annotate({ identifier: "SubmitModal" })

const said = Schema.String.check(Schema.isMaxCodePoints(message.contentMax))

export const Say = Schema.Struct({
  content: Schema.optionalKey(said),
  reply_to: Schema.optionalKey(SnowflakeText.annotate({ description: "The id of a message of this channel." })),
  attachments: Schema.optionalKey(
    Schema.Array(Schema.Struct(file).annotate({ identifier: "SaidAttachment", description: "A file of the message." }))
  )
}).annotate({ identifier: "Say" })

export const EditSaid = Schema.Struct({ content: said }).annotate({ identifier: "EditSaid" })

export const STATES = ["pending", "deferred", "responded", "failed", "timed_out", "launched"] as const

/** A choice as the app answered it, and the name that the user reads. */
export const ShownChoice = Schema.Struct({
  name: Schema.String,
  name_localized: Schema.String,
  name_localizations: Schema.optionalKey(Localizations),
  value: Schema.Union([Schema.String, Schema.Finite])
}).annotate({ identifier: "ShownChoice" })

export const TraceLine = Schema.Struct({
  at: Schema.Int.annotate({ description: "Milliseconds of the service clock." }),
  what: Schema.String,
  detail: Schema.Unknown
}).annotate({ identifier: "TraceLine" })

export const SeenMessage = Schema.StructWithRest(Schema.Struct({ id: SnowflakeText, content: Schema.String }), [
  object
]).annotate({
  identifier: "SeenMessage",
  description: "A message object of the platform, as the user sees it."
})

const OpenedModal = Schema.StructWithRest(
  Schema.Struct({ custom_id: Schema.String, title: Schema.String, components: Schema.Array(Schema.Unknown) }),
  [object]
).annotate({
  identifier: "OpenedModal",
  description: "The modal that the app answered with; `interaction_id` beside it leads to its submission."
})

const Response = Schema.Struct({
  type: Schema.Int.annotate({ description: "The type of the app's callback." }),
  ephemeral: Schema.Boolean
}).annotate({ identifier: "UsedResponse" })

/** What an answer advises where the service clock stands still, so that no deadline passes by itself. */
export const ADVANCE = "advance it by POST /control/v1/clock"

export const Used = Schema.Struct({
  interaction_id: SnowflakeText,
  state: Schema.Literals(STATES),
  response: Schema.optionalKey(Response),
  message: Schema.optionalKey(SeenMessage),
  choices: Schema.optionalKey(Schema.Array(ShownChoice)),
  modal: Schema.optionalKey(OpenedModal),
  activity_instance: Schema.optionalKey(
    Schema.Struct({ id: Schema.String }).annotate({
      description: "The Activity that was launched, by the answer or (state `launched`) by the service itself."
    })
  ),
  error: text("What went wrong with the app's answer, or is about to."),
  wait_expired: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "The wait ended before what `until` asked for." })
  )
}).annotate({ identifier: "UsedInteraction" })

export const ClockState = Schema.Struct({
  now: Schema.String,
  mode: Schema.Literals(["real", "frozen"])
}).annotate({ identifier: "Clock" })

const place = { user_id: SnowflakeText, channel_id: SnowflakeText }
const reaction = { ...place, message_id: SnowflakeText, emoji_name: Schema.String }
const REACTION = "/users/:user_id/channels/:channel_id/messages/:message_id/reactions/:emoji_name"

export const ControlGroup = HttpApiGroup.make("control", { topLevel: true }).add(
  HttpApiEndpoint.get("health", "/health", {
    ...raw,
    success: Schema.Struct({ status: Schema.Literal("ok"), version: Schema.String }),
    error: [...refused(), Stopping]
  }),
  HttpApiEndpoint.get("metrics", "/metrics", {
    ...raw,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" })).annotate({
      description: "Metrics in the text format that Prometheus reads."
    }),
    error: refused()
  }),
  HttpApiEndpoint.get("get_world", "/world", { ...raw, success: Schema.Unknown, error: refused() }),
  HttpApiEndpoint.put("put_world", "/world", {
    ...raw,
    payload: Schema.Unknown,
    success: HttpApiSchema.NoContent,
    error: refused(400, 413)
  }),
  HttpApiEndpoint.post("reset", "/reset", { ...raw, success: HttpApiSchema.NoContent, error: refused() }),
  HttpApiEndpoint.get("get_clock", "/clock", { ...raw, success: ClockState, error: refused() }),
  HttpApiEndpoint.post("set_clock", "/clock", {
    ...raw,
    payload: Schema.Struct({
      advance_ms: Schema.optionalKey(Schema.Int.annotate({ description: "0 or more." })),
      now: Schema.optionalKey(
        Schema.Union([Schema.String, Schema.Finite]).annotate({
          description: "An ISO 8601 time, or milliseconds since 1970."
        })
      ),
      mode: Schema.optionalKey(Schema.Literals(["real", "frozen"]))
    }),
    success: ClockState,
    error: refused(400, 413)
  }),
  HttpApiEndpoint.get("list_commands", "/users/:user_id/channels/:channel_id/commands", {
    ...raw,
    params: place,
    query: {
      query: text("What the user types after the slash. Default: everything."),
      type: Schema.optionalKey(
        Schema.String.annotate({
          description:
            "Command types, separated by commas. Without it 1, 2 and 3: entry points are listed only when asked for."
        })
      ),
      locale,
      flatten: Schema.optionalKey(
        Schema.Literals(["true", "false"]).annotate({
          description: "false lists whole commands instead of a row for each subcommand. Default: true."
        })
      )
    },
    success: PickerCommands,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.get("explain_command", "/users/:user_id/channels/:channel_id/commands/:command_id/explain", {
    ...raw,
    params: { ...place, command_id: SnowflakeText },
    success: Explanation,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.get("get_surroundings", "/users/:user_id/channels/:channel_id/surroundings", {
    ...raw,
    params: place,
    query: {
      ids: Schema.optionalKey(
        Schema.String.annotate({ description: "Ids of further users, separated by commas, at most 100." })
      ),
      everyone: Schema.optionalKey(
        Schema.Literals(["true", "false"]).annotate({
          description: "false leaves out the people whom `ids` does not name. Default: true."
        })
      )
    },
    success: Surroundings,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.post("use_command", "/users/:user_id/channels/:channel_id/interactions", {
    ...raw,
    params: place,
    query: patience,
    payload: Use,
    success: Used,
    error: refused(400, 404, 409, 413)
  }),
  HttpApiEndpoint.post("use_component", "/users/:user_id/messages/:message_id/components", {
    ...raw,
    params: { user_id: SnowflakeText, message_id: SnowflakeText },
    query: patience,
    payload: UseComponent,
    success: Used,
    error: refused(400, 404, 413)
  }),
  HttpApiEndpoint.post("submit_modal", "/users/:user_id/modals/:interaction_id", {
    ...raw,
    params: { user_id: SnowflakeText, interaction_id: SnowflakeText },
    query: patience,
    payload: SubmitModal,
    success: Used,
    error: refused(400, 404, 413)
  }),
  HttpApiEndpoint.post("say", "/users/:user_id/channels/:channel_id/messages", {
    ...raw,
    params: place,
    payload: Say,
    success: SeenMessage,
    error: refused(400, 404, 413)
  }),
  HttpApiEndpoint.patch("edit_said", "/users/:user_id/channels/:channel_id/messages/:message_id", {
    ...raw,
    params: { ...place, message_id: SnowflakeText },
    payload: EditSaid,
    success: SeenMessage,
    error: refused(400, 404, 413)
  }),
  HttpApiEndpoint.delete("delete_said", "/users/:user_id/channels/:channel_id/messages/:message_id", {
    ...raw,
    params: { ...place, message_id: SnowflakeText },
    success: HttpApiSchema.NoContent,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.put("add_reaction", REACTION, {
    ...raw,
    params: reaction,
    success: HttpApiSchema.NoContent,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.delete("remove_reaction", REACTION, {
    ...raw,
    params: reaction,
    success: HttpApiSchema.NoContent,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.get("get_messages", "/users/:user_id/channels/:channel_id/messages", {
    ...raw,
    params: place,
    query: { limit: text("1 to 1000. Default: 100.") },
    success: Schema.Struct({ messages: Schema.Array(SeenMessage) }),
    error: refused(400, 404)
  }),
  HttpApiEndpoint.get("get_interaction", "/interactions/:interaction_id", {
    ...raw,
    params: { interaction_id: SnowflakeText },
    success: Schema.Struct({ ...Used.fields, trace: Schema.Array(TraceLine) }),
    error: refused(400, 404)
  }),
  ...editEndpoints,
  ...lobbyEndpoints,
  ...faultEndpoints,
  ...recordingEndpoints,
  HttpApiEndpoint.get("events", "/events", { ...raw, success: Schema.String, error: refused() }),
  HttpApiEndpoint.get("openapi", "/openapi.json", { ...raw, success: Schema.Unknown, error: refused() })
)

export const Control = HttpApi.make("backlot-control")
  .add(ControlGroup)
  .prefix("/control/v1")
  .annotate(OpenApi.Transform, (document) => withTexts(openDocument(withElementSchemas(document)), CONTROL_TEXTS))
  .annotateMerge(OpenApi.annotations({ title: "Backlot control plane", version: "1" }))
