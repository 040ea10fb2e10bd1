/** What the OpenAPI documents say of operations: the sentences that their names and shapes do not. */
import { type Json, mapOperations } from "./OpenDocument.ts"

/** By operation id. Edits of the world say theirs in `ControlEdits.ts`. */
export const CONTROL_TEXTS: Readonly<Record<string, string>> = {
  health: "200 while the server takes requests; 503 from the moment it is told to stop.",
  metrics: "For Prometheus.",
  get_world: "The whole state as a world file in JSON; PUT of it gives the same world again. It holds secrets.",
  put_world:
    "Replaces the whole state by a world file, JSON or YAML, or changes nothing and names every fault in `errors`.",
  reset: "Back to the world that the server was started with or last given. What apps registered since is gone.",
  get_clock: "The service clock: deadlines, tokens and rate limits run on it.",
  set_clock: "Give exactly one field. What falls due by a jump has happened when this answers.",
  list_commands:
    "What the user's picker shows in this channel: commands they see, ranked by `query`, each subcommand a row of its own.",
  explain_command:
    "Why the user may or may not use the command here: every step of the decision with what it found. Hidden commands " +
    "are explained too.",
  get_surroundings:
    "The people, channels and roles that the user can name here, for clients that read texts themselves.",
  use_command:
    "The user uses a command: its interaction is made, sent to the app, and answered with what the user sees. Give " +
    "`text`, or `command_id` with `options` or `target_id`. A use that is refused reaches no app and is answered with a " +
    "`reason`: 404 unknown, 403 invisible, context or permission, 409 stale, 400 options.",
  use_component:
    "The user presses a button or chooses in a select of a message that they see. `values` are those of the options " +
    "chosen, or ids of users, roles and channels; a button takes none.",
  submit_modal:
    "The user submits the modal that an interaction of theirs was answered with; `interaction_id` is that interaction. " +
    "A modal is submitted once.",
  say: "The user says something, as in the chat box; mentions are those of the text. In a direct channel to the other.",
  edit_said: "The user changes the text of a message of their own.",
  delete_said: "The user deletes a message of their own, or with MANAGE_MESSAGES another's.",
  add_reaction:
    "The user reacts to a message, as `PUT …/reactions/{emoji}/@me` has a bot do: with an emoji, or a custom one as " +
    "`name:id`. Nothing happens when they did so already.",
  remove_reaction: "The user takes a reaction of their own away. Nothing happens when there is none.",
  get_messages:
    "The newest messages of the channel that the user sees, oldest first: `me` of `reactions` says whether they reacted " +
    "so, `referenced_message` what a message replies to.",
  get_interaction:
    "What became of an interaction, and its trace: decisions, requests to the app, its answers and calls, state changes.",
  list_faults: "The planned faults in the order planned, with what they did; those that are spent stay until removed.",
  plan_fault:
    "From now on this happens to who fits: of several faults the oldest, until it is spent. Kept in memory; a reset and a " +
    "new world clear it. The control plane is never hit. Without an event a gateway session is disconnected, invalidated or " +
    "told to reconnect at once, and `hits` says how many were.",
  remove_faults: "All of them.",
  remove_fault: "One of them.",
  events:
    "Server-sent events of everything that happens, from now on, or after the position in the header `Last-Event-ID`. " +
    "`data` is `{seq, type, at, data}`, `event` the type, `id` the position.",
  openapi: "This document."
}

/** By operation id. */
export const REST_TEXTS: Readonly<Record<string, string>> = {
  create_application_command:
    "Upsert: 201 when the name was free in its scope, 200 when the command of that name was replaced.",
  create_guild_application_command:
    "Upsert: 201 when the name was free in its scope, 200 when the command of that name was replaced.",
  list_guild_application_command_permissions:
    "Every command of the application with overwrites in the guild, and the application itself.",
  get_guild_application_command_permissions:
    "The application's id in place of the command's asks for its overwrites for all commands. 404 where there are none.",
  set_guild_application_command_permissions:
    "Only with the bearer token of a user who manages the guild and its roles and may use the command. The " +
    "application's id in place of the command's sets those for all commands.",
  delete_channel: "A direct channel is only closed: it stays as it is.",
  create_dm: "The conversation with the user, made when there is none.",
  list_messages: "Newest first. Empty without READ_MESSAGE_HISTORY.",
  update_message: "One's own message; of another's the flags alone, with MANAGE_MESSAGES.",
  bulk_delete_messages: "2 to 100 messages, none of them older than 14 days.",
  create_interaction_response: "The first answer to an interaction, within 3 seconds and once.",
  execute_webhook: "A follow-up; the first one after a deferral completes it.",
  get_webhook_message: "`@original` as message_id is the original response.",
  update_webhook_message: "`@original` as message_id is the original response; an edit completes a deferral.",
  delete_webhook_message: "`@original` as message_id is the original response."
}

/** The document with the texts at their operations. */
export const withTexts = (document: Json, texts: Readonly<Record<string, string>>): Record<string, unknown> =>
  mapOperations(document, (operation) => {
    const description = texts[String(operation["operationId"])]
    return description === undefined ? operation : { ...operation, description }
  })
