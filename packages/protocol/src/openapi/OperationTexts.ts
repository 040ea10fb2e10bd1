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
  connect_lobby:
    "The user, a member of the lobby, is connected to it until told otherwise. The lobby does not end meanwhile. Nothing " +
    "happens when they are connected so already.",
  disconnect_lobby:
    "The user is connected no more, and stays a member. When nobody is connected the idle time of the lobby begins.",
  list_lobbies: "Every lobby with its members and who of them is connected.",
  list_faults: "The planned faults in the order planned, with what they did; those that are spent stay until removed.",
  plan_fault:
    "From now on this happens to who fits: of several faults the oldest, until it is spent. Kept in memory; a reset and a " +
    "new world clear it. The control plane is never hit. Without an event a gateway session is disconnected, invalidated or " +
    "told to reconnect at once, and `hits` says how many were.",
  remove_faults: "All of them.",
  remove_fault: "One of them.",
  start_recording:
    "From now on what users do over the control plane is recorded, and their consent, command permissions and lobbies over " +
    "the API: what `simulate --record` makes a scenario of. An earlier recording is forgotten.",
  get_recording:
    "What was recorded, in the order in which it began. Kept in memory, within a bound; readable after the recording was " +
    "stopped, until another one starts.",
  stop_recording: "Ends the recording and gives all of it.",
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
  exchange_token: "Only forms are read: parameters in JSON or in the query count as none.",
  revoke_token:
    "Ends all tokens of the user and the application that the token is of. A token that is unknown, or another " +
    "application's, is no error.",
  get_my_oauth2_authorization: "The user stands there with the scope identify.",
  get_openid_connect_userinfo: "Claims as far as the scopes identify and email go.",
  list_guild_channels:
    "Without threads. A bearer token lists what its user may view in a guild that they are a member of.",
  get_oauth2_authorization: "What an authorize link asks for; a link that must be sent back gives its location.",
  create_oauth2_authorization:
    "The decision of a user, as the page of consent takes it. A server that others reach wants its control token as bearer.",
  delete_channel: "A direct channel is only closed: it stays as it is.",
  create_dm: "The conversation with the user, made when there is none.",
  list_messages: "Newest first. Empty without READ_MESSAGE_HISTORY.",
  update_message: "One's own message; of another's the flags alone, with MANAGE_MESSAGES.",
  bulk_delete_messages: "2 to 100 messages, none of them older than 14 days.",
  create_lobby: "A lobby that clients can neither join nor leave by themselves.",
  edit_lobby: "`members`, where they are given, become the members of the lobby; metadata is replaced as a whole.",
  delete_lobby: "204 too when there is no such lobby any more.",
  add_lobby_member: "Adds the user, or says everything of a member anew.",
  delete_lobby_member: "204 too when the user is no member; 404 when there is no such lobby.",
  bulk_update_lobby_members:
    "Puts 1 to 25 members, or removes those with `remove_member`. An unknown user fails all of it; users for whom there is " +
    "no room are left out of the answer.",
  create_or_join_lobby:
    "Finds the lobby by its secret, or makes it, and makes the user a member of it. A bot finds or makes it alone.",
  leave_lobby: "204 too when the user is no member. A lobby that a server made is not left by this.",
  edit_lobby_channel_link:
    "By the bot, or by a member with the flag to; the channel is one in which they may manage, view and send. Without a " +
    "channel the link ends.",
  create_linked_lobby_guild_invite_for_self: "To the guild of the linked channel. This service accepts no invites.",
  create_linked_lobby_guild_invite_for_user: "To the guild of the linked channel. This service accepts no invites.",
  get_lobby_messages: "Newest first, none older than 72 hours. Of a linked lobby those of the channel too.",
  create_lobby_message: "By a member or the bot. While the lobby is linked the message stands in the channel.",
  update_lobby_message_external_moderation_metadata: "Told to the members of the lobby alone.",
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
