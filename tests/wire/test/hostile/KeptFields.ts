/** Fields and operations that the test of kept fields leaves out, each with the reason. */

/** Operations whose bodies are not kept. */
export const UNCHANGED: Readonly<Record<string, string>> = {
  create_interaction_response: "an interaction is answered once, and a new world has none",
  update_webhook_message: "as for the answers of interactions; update_message has the same body",
  update_user_message_external_moderation_metadata: "refused here: 50001",
  partner_sdk_token: "refused here: 530000",
  bot_partner_sdk_token: "refused here: 530000",
  partner_sdk_unmerge_provisional_account: "refused here: 530000",
  bot_partner_sdk_unmerge_provisional_account: "refused here: 530000"
}

const THERE = "who is there already is not added again; the tests of new members and of groups add others"
const NO_MESSAGES = "deletes messages, and they have written none"
const BESIDE = "a field beside it says the same and counts"
const IN_FORUMS = "of forums; the tests of messages of webhooks have them"

/** By `operation field`: what changes nothing in the scene. */
export const DROPPED: Readonly<Record<string, string>> = {
  "add_group_dm_user .*": THERE,
  "add_guild_member .*": THERE,
  "(bulk_)?ban_users?_from_guild delete_message_.*": NO_MESSAGES,
  "bulk_delete_messages .*": NO_MESSAGES,
  ".*guild_application_commands? .*(contexts|integration_types).*": "ignored by decision 6",
  "bulk_update_guild_channels .*lock_permissions": "the channel has the overwrites of its category already",
  "(create|update)_guild_role color": BESIDE,
  "create_guild_soundboard_sound emoji_name": BESIDE,
  "create_lobby_message allowed_mentions.*": "the message names nobody",
  "create_message enforce_nonce": "no message with this nonce was sent before",
  "create_message message_reference.fail_if_not_exists": "the message that it replies to exists",
  "create_channel_invite unique":
    "whether an invite that was there is given instead; which one it is differs by chance",
  "create_stage_instance send_start_notification": "a notification, which people alone see",
  "execute_github_compatible_webhook .*": "in the form of another service, of which the message shows a part",
  "execute_webhook (applied_tags|thread_name)": IN_FORUMS,
  "prune_guild (days|include_roles.*)": "nobody of the scene is that old",
  "send_soundboard_sound source_guild_id": "without it the sound is of the guild, as in the sample",
  "update_(self_)?voice_state channel_id": "the channel that they are connected to, named or not",
  "put_guilds_onboarding .*id": "a prompt with an unknown id is new"
}

const HIDDEN = "the platform's object has no field for it"

/** What is kept, and what the answer of a write does not show. */
export const UNANSWERED: Readonly<Record<string, string>> = {
  "create_.*emoji image": "the platform's object names its picture by the id alone",
  "create_guild_soundboard_sound sound": "as for the picture of an emoji",
  ".*lobby idle_timeout_seconds": HIDDEN,
  "create_lobby_message nonce": HIDDEN,
  "create_or_join_lobby secret": HIDDEN,
  "update_my_guild_member bio": HIDDEN,
  "update_guild_welcome_screen enabled": "a feature of the guild says it",
  "create_channel_invite unique": "an invite that was there is given instead of another",
  "follow_channel webhook_channel_id": "the answer names the webhook there",
  "execute_slack_compatible_webhook .*": "answers `ok`"
}

const UNTOLD = "the platform has no gateway event of it"

/** What is kept, and what no gateway event of a bot carries. */
export const UNHEARD: Readonly<Record<string, string>> = {
  ".*application_commands? .*": UNTOLD,
  "update_(my_)?application .*": UNTOLD,
  "(create|update)_application_emoji .*": UNTOLD,
  "update_application_(role_connections_metadata|user_role_connection) .*": UNTOLD,
  "create_guild_template .*": UNTOLD,
  "update_guild_template .*": UNTOLD,
  "put_guilds_onboarding .*": UNTOLD,
  "action_guild_join_request .*": UNTOLD,
  "create_oauth2_authorization .*": UNTOLD,
  "create_dm .*": "a new direct channel is told of to people alone",
  ".*lobby.* .*": "bots hear nothing of lobbies; LobbyDispatches.test.ts has what clients hear",
  "update_guild_welcome_screen (description|welcome_channels.*)": "the guild of an event has no welcome screen",
  "(create|update)_webhook(_by_token)? (name|avatar)": "WEBHOOKS_UPDATE names guild and channel alone",
  "prune_guild compute_prune_count": "asks for a number in the answer"
}

const OF_ID = "the id is of a role"

/** What no other value is valid for: it is refused in words. */
export const REFUSED: Readonly<Record<string, string>> = {
  "add_guild_member access_token": "one token allows it",
  "create_entitlement owner_type": "the owner is a user",
  ".* permission_overwrites\\[\\].type": OF_ID,
  "set_channel_permission_overwrite type": OF_ID,
  ".*guild_scheduled_event privacy_level": "there is one level",
  ".*guild_scheduled_event entity_type": "the place beside it is of one type",
  "create_guild_scheduled_event entity_metadata": "only events elsewhere have it; its location is tried",
  ".*guild_scheduled_event recurrence_rule.by_month": "null in a monthly rule, which has none; a yearly one is tried",
  ".*_lobby override_event_webhooks_url": "a URL is called first, and nobody answers here",
  ".* components.*\\.type": "each type has fields of its own",
  "create_oauth2_authorization user_id": "alice alone may install something",
  "put_guilds_onboarding enabled": "asks for seven channels",
  "update_auto_moderation_rule (event_type|trigger_type)": "the trigger never changes, and has one event",
  "create_auto_moderation_rule event_type": "the trigger has one event",
  "create_auto_moderation_rule trigger_metadata": "empty in a rule against spam, which has none",
  "create_channel_invite target_application_id": "one application of the scene has an Activity",
  "create_channel_invite target_type": "the target beside it is of one type"
}
