/**
 * Every operation of the platform's official OpenAPI document (API v10, repository discord/discord-api-spec, MIT
 * licence), by name and path only: what the platform can do, so that what this version can not do is known and said.
 * Generated, do not edit: `pnpm --filter @backlot/coverage operations FILE` renews it from a newer document.
 */

export interface OfficialOperation {
  readonly method: string
  /** Below the prefix of the API, e.g. `/guilds/{guild_id}/audit-logs`. */
  readonly path: string
  /** e.g. `list_guild_audit_log_entries`. */
  readonly id: string
}

export const officialOperations = (): ReadonlyArray<OfficialOperation> =>
  OPERATIONS.trim()
    .split("\n")
    .flatMap((row) => {
      const [path = "", ...operations] = row.split(" ")
      return operations.map((operation) => {
        const [method = "", id = ""] = operation.split(":")
        return { method, path, id }
      })
    })

/** A row for each path. */
const OPERATIONS = `
/applications/@me GET:get_my_application PATCH:update_my_application
/applications/{application_id} GET:get_application PATCH:update_application
/applications/{application_id}/activity-instances/{instance_id} GET:applications_get_activity_instance
/applications/{application_id}/attachment POST:upload_application_attachment
/applications/{application_id}/commands GET:list_application_commands POST:create_application_command PUT:bulk_set_application_commands
/applications/{application_id}/commands/{command_id} DELETE:delete_application_command GET:get_application_command PATCH:update_application_command
/applications/{application_id}/emojis GET:list_application_emojis POST:create_application_emoji
/applications/{application_id}/emojis/{emoji_id} DELETE:delete_application_emoji GET:get_application_emoji PATCH:update_application_emoji
/applications/{application_id}/entitlements GET:get_entitlements POST:create_entitlement
/applications/{application_id}/entitlements/{entitlement_id} DELETE:delete_entitlement GET:get_entitlement
/applications/{application_id}/entitlements/{entitlement_id}/consume POST:consume_entitlement
/applications/{application_id}/guilds/{guild_id}/commands GET:list_guild_application_commands POST:create_guild_application_command PUT:bulk_set_guild_application_commands
/applications/{application_id}/guilds/{guild_id}/commands/permissions GET:list_guild_application_command_permissions
/applications/{application_id}/guilds/{guild_id}/commands/{command_id} DELETE:delete_guild_application_command GET:get_guild_application_command PATCH:update_guild_application_command
/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions GET:get_guild_application_command_permissions PUT:set_guild_application_command_permissions
/applications/{application_id}/role-connections/metadata GET:get_application_role_connections_metadata PUT:update_application_role_connections_metadata
/channels/{channel_id} DELETE:delete_channel GET:get_channel PATCH:update_channel
/channels/{channel_id}/followers POST:follow_channel
/channels/{channel_id}/invites GET:list_channel_invites POST:create_channel_invite
/channels/{channel_id}/messages GET:list_messages POST:create_message
/channels/{channel_id}/messages/bulk-delete POST:bulk_delete_messages
/channels/{channel_id}/messages/pins GET:list_pins
/channels/{channel_id}/messages/pins/{message_id} DELETE:delete_pin PUT:create_pin
/channels/{channel_id}/messages/{message_id} DELETE:delete_message GET:get_message PATCH:update_message
/channels/{channel_id}/messages/{message_id}/crosspost POST:crosspost_message
/channels/{channel_id}/messages/{message_id}/reactions DELETE:delete_all_message_reactions
/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name} DELETE:delete_all_message_reactions_by_emoji GET:list_message_reactions_by_emoji
/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me DELETE:delete_my_message_reaction PUT:add_my_message_reaction
/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id} DELETE:delete_user_message_reaction
/channels/{channel_id}/messages/{message_id}/threads POST:create_thread_from_message
/channels/{channel_id}/permissions/{overwrite_id} DELETE:delete_channel_permission_overwrite PUT:set_channel_permission_overwrite
/channels/{channel_id}/pins GET:deprecated_list_pins
/channels/{channel_id}/pins/{message_id} DELETE:deprecated_delete_pin PUT:deprecated_create_pin
/channels/{channel_id}/polls/{message_id}/answers/{answer_id} GET:get_answer_voters
/channels/{channel_id}/polls/{message_id}/expire POST:poll_expire
/channels/{channel_id}/recipients/{user_id} DELETE:delete_group_dm_user PUT:add_group_dm_user
/channels/{channel_id}/send-soundboard-sound POST:send_soundboard_sound
/channels/{channel_id}/thread-members GET:list_thread_members
/channels/{channel_id}/thread-members/@me DELETE:leave_thread PUT:join_thread
/channels/{channel_id}/thread-members/{user_id} DELETE:delete_thread_member GET:get_thread_member PUT:add_thread_member
/channels/{channel_id}/threads POST:create_thread
/channels/{channel_id}/threads/archived/private GET:list_private_archived_threads
/channels/{channel_id}/threads/archived/public GET:list_public_archived_threads
/channels/{channel_id}/threads/search GET:thread_search
/channels/{channel_id}/typing POST:trigger_typing_indicator
/channels/{channel_id}/users/@me/threads/archived/private GET:list_my_private_archived_threads
/channels/{channel_id}/voice-status PUT:update_voice_channel_status
/channels/{channel_id}/webhooks GET:list_channel_webhooks POST:create_webhook
/gateway GET:get_gateway
/gateway/bot GET:get_bot_gateway
/guilds/templates/{code} GET:get_guild_template
/guilds/{guild_id} GET:get_guild PATCH:update_guild
/guilds/{guild_id}/audit-logs GET:list_guild_audit_log_entries
/guilds/{guild_id}/auto-moderation/rules GET:list_auto_moderation_rules POST:create_auto_moderation_rule
/guilds/{guild_id}/auto-moderation/rules/{rule_id} DELETE:delete_auto_moderation_rule GET:get_auto_moderation_rule PATCH:update_auto_moderation_rule
/guilds/{guild_id}/bans GET:list_guild_bans
/guilds/{guild_id}/bans/{user_id} DELETE:unban_user_from_guild GET:get_guild_ban PUT:ban_user_from_guild
/guilds/{guild_id}/bulk-ban POST:bulk_ban_users_from_guild
/guilds/{guild_id}/channels GET:list_guild_channels PATCH:bulk_update_guild_channels POST:create_guild_channel
/guilds/{guild_id}/emojis GET:list_guild_emojis POST:create_guild_emoji
/guilds/{guild_id}/emojis/{emoji_id} DELETE:delete_guild_emoji GET:get_guild_emoji PATCH:update_guild_emoji
/guilds/{guild_id}/incident-actions PUT:update_guild_incident_actions
/guilds/{guild_id}/integrations GET:list_guild_integrations
/guilds/{guild_id}/integrations/{integration_id} DELETE:delete_guild_integration
/guilds/{guild_id}/invites GET:list_guild_invites
/guilds/{guild_id}/members GET:list_guild_members
/guilds/{guild_id}/members/@me PATCH:update_my_guild_member
/guilds/{guild_id}/members/search GET:search_guild_members
/guilds/{guild_id}/members/{user_id} DELETE:delete_guild_member GET:get_guild_member PATCH:update_guild_member PUT:add_guild_member
/guilds/{guild_id}/members/{user_id}/roles/{role_id} DELETE:delete_guild_member_role PUT:add_guild_member_role
/guilds/{guild_id}/messages/search GET:guild_search
/guilds/{guild_id}/new-member-welcome GET:get_guild_new_member_welcome
/guilds/{guild_id}/onboarding GET:get_guilds_onboarding PUT:put_guilds_onboarding
/guilds/{guild_id}/preview GET:get_guild_preview
/guilds/{guild_id}/prune GET:preview_prune_guild POST:prune_guild
/guilds/{guild_id}/regions GET:list_guild_voice_regions
/guilds/{guild_id}/requests GET:get_guild_join_requests
/guilds/{guild_id}/requests/{request_id} PATCH:action_guild_join_request
/guilds/{guild_id}/roles GET:list_guild_roles PATCH:bulk_update_guild_roles POST:create_guild_role
/guilds/{guild_id}/roles/member-counts GET:guild_role_member_counts
/guilds/{guild_id}/roles/{role_id} DELETE:delete_guild_role GET:get_guild_role PATCH:update_guild_role
/guilds/{guild_id}/scheduled-events GET:list_guild_scheduled_events POST:create_guild_scheduled_event
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id} DELETE:delete_guild_scheduled_event GET:get_guild_scheduled_event PATCH:update_guild_scheduled_event
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions POST:create_guild_scheduled_event_exception
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions/{exception_id} DELETE:delete_guild_scheduled_event_exception PATCH:update_guild_scheduled_event_exception
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users GET:list_guild_scheduled_event_users
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users/counts GET:count_guild_scheduled_event_users
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/{guild_scheduled_event_exception_id}/users GET:list_guild_scheduled_event_exception_users
/guilds/{guild_id}/soundboard-sounds GET:list_guild_soundboard_sounds POST:create_guild_soundboard_sound
/guilds/{guild_id}/soundboard-sounds/{sound_id} DELETE:delete_guild_soundboard_sound GET:get_guild_soundboard_sound PATCH:update_guild_soundboard_sound
/guilds/{guild_id}/stickers GET:list_guild_stickers POST:create_guild_sticker
/guilds/{guild_id}/stickers/{sticker_id} DELETE:delete_guild_sticker GET:get_guild_sticker PATCH:update_guild_sticker
/guilds/{guild_id}/templates GET:list_guild_templates POST:create_guild_template
/guilds/{guild_id}/templates/{code} DELETE:delete_guild_template PATCH:update_guild_template PUT:sync_guild_template
/guilds/{guild_id}/threads/active GET:get_active_guild_threads
/guilds/{guild_id}/vanity-url GET:get_guild_vanity_url
/guilds/{guild_id}/voice-states/@me GET:get_self_voice_state PATCH:update_self_voice_state
/guilds/{guild_id}/voice-states/{user_id} GET:get_voice_state PATCH:update_voice_state
/guilds/{guild_id}/webhooks GET:get_guild_webhooks
/guilds/{guild_id}/welcome-screen GET:get_guild_welcome_screen PATCH:update_guild_welcome_screen
/guilds/{guild_id}/widget GET:get_guild_widget_settings PATCH:update_guild_widget_settings
/guilds/{guild_id}/widget.json GET:get_guild_widget
/guilds/{guild_id}/widget.png GET:get_guild_widget_png
/interactions/{interaction_id}/{interaction_token}/callback POST:create_interaction_response
/invites/{code} DELETE:invite_revoke GET:invite_resolve
/invites/{code}/target-users GET:get_invite_target_users PUT:update_invite_target_users
/invites/{code}/target-users/job-status GET:get_invite_target_users_job_status
/lobbies POST:create_lobby PUT:create_or_join_lobby
/lobbies/{lobby_id} DELETE:delete_lobby GET:get_lobby PATCH:edit_lobby
/lobbies/{lobby_id}/channel-linking PATCH:edit_lobby_channel_link
/lobbies/{lobby_id}/members/@me DELETE:leave_lobby
/lobbies/{lobby_id}/members/@me/invites POST:create_linked_lobby_guild_invite_for_self
/lobbies/{lobby_id}/members/bulk POST:bulk_update_lobby_members
/lobbies/{lobby_id}/members/{user_id} DELETE:delete_lobby_member PUT:add_lobby_member
/lobbies/{lobby_id}/members/{user_id}/invites POST:create_linked_lobby_guild_invite_for_user
/lobbies/{lobby_id}/messages GET:get_lobby_messages POST:create_lobby_message
/lobbies/{lobby_id}/messages/{message_id}/moderation-metadata PUT:update_lobby_message_external_moderation_metadata
/oauth2/@me GET:get_my_oauth2_authorization
/oauth2/applications/@me GET:get_my_oauth2_application
/oauth2/keys GET:get_public_keys
/oauth2/userinfo GET:get_openid_connect_userinfo
/partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata PUT:update_user_message_external_moderation_metadata
/partner-sdk/provisional-accounts/unmerge POST:partner_sdk_unmerge_provisional_account
/partner-sdk/provisional-accounts/unmerge/bot POST:bot_partner_sdk_unmerge_provisional_account
/partner-sdk/token POST:partner_sdk_token
/partner-sdk/token/bot POST:bot_partner_sdk_token
/skus/{sku_id}/subscriptions GET:get_sku_subscriptions
/skus/{sku_id}/subscriptions/{subscription_id} GET:get_sku_subscription
/soundboard-default-sounds GET:get_soundboard_default_sounds
/stage-instances POST:create_stage_instance
/stage-instances/{channel_id} DELETE:delete_stage_instance GET:get_stage_instance PATCH:update_stage_instance
/sticker-packs GET:list_sticker_packs
/sticker-packs/{pack_id} GET:get_sticker_pack
/stickers/{sticker_id} GET:get_sticker
/users/@me GET:get_my_user PATCH:update_my_user
/users/@me/applications/{application_id}/entitlements GET:get_current_user_application_entitlements
/users/@me/applications/{application_id}/role-connection DELETE:delete_application_user_role_connection GET:get_application_user_role_connection PUT:update_application_user_role_connection
/users/@me/channels POST:create_dm
/users/@me/connections GET:list_my_connections
/users/@me/guilds GET:list_my_guilds
/users/@me/guilds/{guild_id} DELETE:leave_guild
/users/@me/guilds/{guild_id}/member GET:get_my_guild_member
/users/{user_id} GET:get_user
/voice/regions GET:list_voice_regions
/webhooks/{webhook_id} DELETE:delete_webhook GET:get_webhook PATCH:update_webhook
/webhooks/{webhook_id}/{webhook_token} DELETE:delete_webhook_by_token GET:get_webhook_by_token PATCH:update_webhook_by_token POST:execute_webhook
/webhooks/{webhook_id}/{webhook_token}/github POST:execute_github_compatible_webhook
/webhooks/{webhook_id}/{webhook_token}/messages/@original DELETE:delete_original_webhook_message GET:get_original_webhook_message PATCH:update_original_webhook_message
/webhooks/{webhook_id}/{webhook_token}/messages/{message_id} DELETE:delete_webhook_message GET:get_webhook_message PATCH:update_webhook_message
/webhooks/{webhook_id}/{webhook_token}/slack POST:execute_slack_compatible_webhook
`
