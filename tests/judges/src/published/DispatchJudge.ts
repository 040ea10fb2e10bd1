/**
 * Judges gateway dispatches to bots by the published type of their event. Source: the platform's types as
 * `discord-api-types` publishes them, with the corrections of `Corrections.ts`.
 */
import { DISPATCH_CORRECTIONS } from "./Corrections.ts"
import { judgePayload, type Kind, tellErrors } from "./Judge.ts"
import { type Validators, validatorsOf } from "./Validators.ts"

/** The published type of each event's data. INTERACTION_CREATE is missing, because it has one type for each kind. */
const TYPES = {
  READY: "GatewayReadyDispatchData",
  GUILD_CREATE: "GatewayGuildCreateDispatchData",
  GUILD_UPDATE: "GatewayGuildUpdateDispatchData",
  GUILD_DELETE: "GatewayGuildDeleteDispatchData",
  GUILD_ROLE_CREATE: "GatewayGuildRoleCreateDispatchData",
  GUILD_ROLE_UPDATE: "GatewayGuildRoleUpdateDispatchData",
  GUILD_ROLE_DELETE: "GatewayGuildRoleDeleteDispatchData",
  GUILD_MEMBER_ADD: "GatewayGuildMemberAddDispatchData",
  GUILD_MEMBER_UPDATE: "GatewayGuildMemberUpdateDispatchData",
  ENTITLEMENT_CREATE: "GatewayEntitlementCreateDispatchData",
  ENTITLEMENT_UPDATE: "GatewayEntitlementUpdateDispatchData",
  ENTITLEMENT_DELETE: "GatewayEntitlementDeleteDispatchData",
  SUBSCRIPTION_CREATE: "GatewaySubscriptionCreateDispatchData",
  SUBSCRIPTION_UPDATE: "GatewaySubscriptionUpdateDispatchData",
  SUBSCRIPTION_DELETE: "GatewaySubscriptionDeleteDispatchData",
  MESSAGE_POLL_VOTE_ADD: "GatewayMessagePollVoteDispatchData",
  MESSAGE_POLL_VOTE_REMOVE: "GatewayMessagePollVoteDispatchData",
  INTEGRATION_CREATE: "GatewayIntegrationCreateDispatchData",
  INTEGRATION_UPDATE: "GatewayIntegrationUpdateDispatchData",
  INTEGRATION_DELETE: "GatewayIntegrationDeleteDispatchData",
  GUILD_INTEGRATIONS_UPDATE: "GatewayGuildIntegrationsUpdateDispatchData",
  VOICE_STATE_UPDATE: "GatewayVoiceStateUpdateDispatchData",
  VOICE_CHANNEL_START_TIME_UPDATE: "GatewayVoiceChannelStartTimeUpdateDispatchData",
  CHANNEL_INFO: "GatewayChannelInfoDispatchData",
  VOICE_SERVER_UPDATE: "GatewayVoiceServerUpdateDispatchData",
  GUILD_AUDIT_LOG_ENTRY_CREATE: "GatewayGuildAuditLogEntryCreateDispatchData",
  GUILD_BAN_ADD: "GatewayGuildBanAddDispatchData",
  GUILD_BAN_REMOVE: "GatewayGuildBanRemoveDispatchData",
  GUILD_SOUNDBOARD_SOUND_CREATE: "GatewayGuildSoundboardSoundCreateDispatchData",
  GUILD_SOUNDBOARD_SOUND_UPDATE: "GatewayGuildSoundboardSoundUpdateDispatchData",
  GUILD_SOUNDBOARD_SOUND_DELETE: "GatewayGuildSoundboardSoundDeleteDispatchData",
  GUILD_SOUNDBOARD_SOUNDS_UPDATE: "GatewayGuildSoundboardSoundsUpdateDispatchData",
  SOUNDBOARD_SOUNDS: "GatewaySoundboardSoundsDispatchData",
  VOICE_CHANNEL_EFFECT_SEND: "GatewayVoiceChannelEffectSendDispatchData",
  RATE_LIMITED: "GatewayRateLimitedRequestGuildMembersDispatchData",
  GUILD_STICKERS_UPDATE: "GatewayGuildStickersUpdateDispatchData",
  GUILD_EMOJIS_UPDATE: "GatewayGuildEmojisUpdateDispatchData",
  INVITE_CREATE: "GatewayInviteCreateDispatchData",
  INVITE_DELETE: "GatewayInviteDeleteDispatchData",
  AUTO_MODERATION_RULE_CREATE: "GatewayAutoModerationRuleCreateDispatchData",
  AUTO_MODERATION_RULE_UPDATE: "GatewayAutoModerationRuleUpdateDispatchData",
  AUTO_MODERATION_RULE_DELETE: "GatewayAutoModerationRuleDeleteDispatchData",
  AUTO_MODERATION_ACTION_EXECUTION: "GatewayAutoModerationActionExecutionDispatchData",
  WEBHOOKS_UPDATE: "GatewayWebhooksUpdateDispatchData",
  GUILD_SCHEDULED_EVENT_CREATE: "GatewayGuildScheduledEventCreateDispatchData",
  GUILD_SCHEDULED_EVENT_UPDATE: "GatewayGuildScheduledEventUpdateDispatchData",
  GUILD_SCHEDULED_EVENT_DELETE: "GatewayGuildScheduledEventDeleteDispatchData",
  GUILD_SCHEDULED_EVENT_USER_ADD: "GatewayGuildScheduledEventUserAddDispatchData",
  GUILD_SCHEDULED_EVENT_USER_REMOVE: "GatewayGuildScheduledEventUserRemoveDispatchData",
  STAGE_INSTANCE_CREATE: "GatewayStageInstanceCreateDispatchData",
  STAGE_INSTANCE_UPDATE: "GatewayStageInstanceUpdateDispatchData",
  STAGE_INSTANCE_DELETE: "GatewayStageInstanceDeleteDispatchData",
  GUILD_MEMBER_REMOVE: "GatewayGuildMemberRemoveDispatchData",
  GUILD_MEMBERS_CHUNK: "GatewayGuildMembersChunkDispatchData",
  CHANNEL_CREATE: "GatewayChannelCreateDispatchData",
  CHANNEL_UPDATE: "GatewayChannelUpdateDispatchData",
  CHANNEL_DELETE: "GatewayChannelDeleteDispatchData",
  CHANNEL_PINS_UPDATE: "GatewayChannelPinsUpdateDispatchData",
  THREAD_CREATE: "GatewayThreadCreateDispatchData",
  THREAD_UPDATE: "GatewayThreadUpdateDispatchData",
  THREAD_DELETE: "GatewayThreadDeleteDispatchData",
  THREAD_MEMBER_UPDATE: "GatewayThreadMemberUpdateDispatchData",
  THREAD_MEMBERS_UPDATE: "GatewayThreadMembersUpdateDispatchData",
  THREAD_LIST_SYNC: "GatewayThreadListSyncDispatchData",
  MESSAGE_CREATE: "GatewayMessageCreateDispatchData",
  MESSAGE_UPDATE: "GatewayMessageUpdateDispatchData",
  MESSAGE_DELETE: "GatewayMessageDeleteDispatchData",
  MESSAGE_DELETE_BULK: "GatewayMessageDeleteBulkDispatchData",
  MESSAGE_REACTION_ADD: "GatewayMessageReactionAddDispatchData",
  MESSAGE_REACTION_REMOVE: "GatewayMessageReactionRemoveDispatchData",
  MESSAGE_REACTION_REMOVE_ALL: "GatewayMessageReactionRemoveAllDispatchData",
  MESSAGE_REACTION_REMOVE_EMOJI: "GatewayMessageReactionRemoveEmojiDispatchData",
  PRESENCE_UPDATE: "GatewayPresenceUpdateDispatchData",
  TYPING_START: "GatewayTypingStartDispatchData",
  USER_UPDATE: "GatewayUserUpdateDispatchData",
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: "GatewayApplicationCommandPermissionsUpdateDispatchData"
} as const

type EventName = keyof typeof TYPES
type TypeName = (typeof TYPES)[EventName]

/** All deviations of an event's data from its published type, one line each; empty when it conforms. */
export const judgeDispatch = (t: string, d: unknown): ReadonlyArray<string> => {
  if (t === "RESUMED" || isUnpublished(t)) return []
  // `judgePayload` reports an unknown kind.
  if (t === "INTERACTION_CREATE") return judgePayload(d as Kind)
  const name = isEvent(t) ? TYPES[t] : undefined
  if (name === undefined) return [`no published type is known of the event ${t}`]
  validators ??= validatorsOf([...new Set(Object.values(TYPES))], DISPATCH_CORRECTIONS)
  const validate = validators[name]
  return validate(d) ? [] : tellErrors(validate.errors)
}

/** Lobby events of client sessions, and the status of voice channels, have no published types. */
const isUnpublished = (t: string): boolean =>
  t === "VOICE_CHANNEL_STATUS_UPDATE" ||
  /^LOBBY_(CREATE|UPDATE|DELETE|MEMBER_(ADD|UPDATE|REMOVE|CONNECT|DISCONNECT)|MESSAGE_(CREATE|UPDATE|DELETE))$/.test(t)

const isEvent = (t: string): t is EventName => Object.hasOwn(TYPES, t)

let validators: Validators<TypeName> | undefined
