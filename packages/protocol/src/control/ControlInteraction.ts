/** Interactions that users make: uses of commands and components, and modals. Source: product.md "Control plane". */
import { component, control } from "@backlot/domain/base/Limits"
import { UsedOptions } from "@backlot/domain/typing/RawOption"
import * as Shape from "@backlot/domain/validation/Shape"
import { described } from "@backlot/domain/validation/ShapeLimits"
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { choice, flag, optional, query, Record } from "../openapi/Endpoint.ts"
import { Localizations } from "../rest/Command.ts"
import { endpoint } from "./ControlEndpoint.ts"
import { file, SeenMessage } from "./ControlUser.ts"
import { interactionFacts } from "./InteractionFacts.ts"

/** How long a request that plays a user waits. */
const patience = {
  until: choice(
    ["acknowledged", "responded"],
    "acknowledged (default): the app's first answer, a deferral too. responded: a deferral counts once completed. " +
      "After 10 seconds of real time the answer comes as it is, with `wait_expired`; at once where the clock is " +
      "frozen and nothing could be delivered."
  ),
  wait: flag("false answers at once. Default: true."),
  answers_within_ms: query(
    "While the clock is frozen: real milliseconds to the app's first answer, after which the answer comes as it is, with " +
      "`wait_expired`. Default: 10000, which is the maximum."
  )
}

const locale = Shape.optional(described(Shape.Text, "The language of the user's client. Default: the user's own."))

const UseFile = Schema.Struct({ option: Shape.needed(Shape.Text), ...file }).annotate({
  identifier: "UploadedAttachment",
  description: "A file for the attachment option named by `option`."
})

const ModalFile = Schema.Struct({ field: Shape.needed(Shape.Text), ...file }).annotate({
  identifier: "ModalAttachment",
  description: "A file for the file upload whose `custom_id` is `field`."
})

export const Use = Schema.Struct({
  command_id: Shape.optional(Shape.Id),
  text: Shape.optional(
    described(
      Shape.Text,
      "As typed into the chat box: /adopt animal:Dog name:Rex. In place of command_id, options and target_id."
    )
  ),
  version: Shape.optional(Shape.Id),
  // Malformed options are refused with the reason `options`, when the use reads them.
  options: Shape.optional(Shape.shownAs(Shape.Any, () => shownOf(UsedOptions))),
  locale,
  autocomplete: Shape.optional(
    described(Shape.Bool, "Asks the app for `choices` of the option that is `focused`, or the last of the text.")
  ),
  target_id: Shape.optional(
    described(
      Shape.Id,
      "The id of what a USER command (a user or a bot) or a MESSAGE command (a message of this channel) is used on."
    )
  ),
  attachments: Shape.optional(Shape.list(UseFile, control.files))
}).annotate({
  identifier: "UseCommand",
  description: "`version`: the one that this client knows, if its use shall be refused as stale when it is not current."
})

export const UseComponent = Schema.Struct({
  custom_id: Shape.needed(Shape.Text),
  values: Shape.optional(Shape.list(Shape.Text, component.values)),
  locale
}).annotate({ identifier: "UseComponent" })

export const SubmitModal = Schema.Struct({
  fields: Shape.optional(
    described(
      Shape.dict(Shape.Any, control.modalFields),
      "By custom_id: a text, a value, a list of values, or true or false. What is left out stays as the modal shows it; null empties it."
    )
  ),
  locale,
  attachments: Shape.optional(Shape.list(ModalFile, control.files))
}).annotate({ identifier: "SubmitModal" })

export const STATES = ["pending", "deferred", "responded", "failed", "timed_out", "launched"] as const

/** A choice of the app's answer, with the name that the user reads. */
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

const OpenedModal = Schema.StructWithRest(
  Schema.Struct({ custom_id: Schema.String, title: Schema.String, components: Schema.Array(Schema.Unknown) }),
  [Record]
).annotate({
  identifier: "OpenedModal",
  description: "The modal that the app answered with; `interaction_id` beside it leads to its submission."
})

export const Response = Schema.Struct({
  type: Schema.Int.annotate({ description: "The type of the app's callback." }),
  ephemeral: Schema.Boolean
}).annotate({ identifier: "UsedResponse" })

/** The advice of an answer while the service clock is frozen, because no deadline passes then. */
export const ADVANCE = "advance it by POST /control/v1/clock"

export const Used = Schema.Struct({
  interaction_id: SnowflakeText,
  state: Schema.Literals(STATES),
  response: Schema.optionalKey(Response),
  message: Schema.optionalKey(SeenMessage),
  choices: Schema.optionalKey(Schema.Array(ShownChoice)),
  modal: Schema.optionalKey(OpenedModal),
  activity_instance: optional(
    Schema.Struct({ id: Schema.String }),
    "The Activity that was launched, by the answer or (state `launched`) by the service itself."
  ),
  error: query("What went wrong with the app's answer, or is about to."),
  wait_expired: optional(Schema.Boolean, "The wait ended before what `until` asked for.")
}).annotate({ identifier: "UsedInteraction" })

export const interaction = {
  use_command: endpoint.post("/users/:user_id/channels/:channel_id/interactions", {
    query: patience,
    body: Use,
    answer: Used,
    refuses: [409],
    text:
      "The user uses a command: its interaction is made, sent to the app, and answered with what the user sees. Give " +
      "`text`, or `command_id` with `options` or `target_id`. A use that is refused reaches no app and is answered with a " +
      "`reason`: 404 unknown, 403 invisible, context or permission, 409 stale, 400 options."
  }),
  use_component: endpoint.post("/users/:user_id/messages/:message_id/components", {
    query: patience,
    body: UseComponent,
    answer: Used,
    text:
      "The user presses a button or chooses in a select of a message that they see. `values` are those of the options " +
      "chosen, or ids of users, roles and channels; a button takes none."
  }),
  submit_modal: endpoint.post("/users/:user_id/modals/:interaction_id", {
    query: patience,
    body: SubmitModal,
    answer: Used,
    text:
      "The user submits the modal that an interaction of theirs was answered with; `interaction_id` is that interaction. " +
      "A modal is submitted once."
  }),
  get_interaction: endpoint.get("/interactions/:interaction_id", {
    answer: Schema.Struct({
      ...Used.fields,
      ...interactionFacts,
      now: described(Schema.String, "The service clock: how much is left of the times beside it."),
      trace: Schema.Array(TraceLine)
    }),
    text: "What became of an interaction, and its trace: decisions, requests to the app, its answers and calls, state changes."
  })
}
