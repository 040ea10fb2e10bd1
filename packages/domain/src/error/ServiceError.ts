/**
 * Every expected failure of the service: one tag per meaning, with its HTTP status, JSON code and text. Source:
 * wire-rest.md §3.1, §3.3; wire-interactions.md §4.8.
 */
import { channelMessages, rateLimit } from "../base/Limits.ts"
import type { Refusal } from "../limit/RateLimit.ts"
import type { CommandType } from "../record/ApplicationCommand.ts"
import { failure } from "./Failure.ts"
import type { Fault } from "./Fault.ts"
import type * as Failures from "./ServiceError.ts"

export {
  CommunityChannel,
  InvalidRole,
  InvalidToken,
  InvitesPaused,
  OnboardingBelow,
  OnboardingLacks,
  SoundTooLarge,
  SoundTooLong,
  TemplateThere,
  TooFewBoosts,
  TooManySounds,
  UnknownJoinRequest,
  UnknownSound,
  UnknownTemplate,
  UnknownWelcomeScreen,
  WidgetDisabled
} from "./GuildError.ts"
export { ProvisionalAccounts, UnknownLobby } from "./SdkError.ts"
export {
  NoOpenTag,
  OnSystemMessage,
  TagRequired,
  ThreadAlreadyThere,
  TitleBlocked,
  TooManyPinnedPosts,
  TooManyThreads,
  TwinTags,
  UnknownTag
} from "./ThreadError.ts"

interface Because {
  readonly because: string
}

interface Max {
  readonly max: number
}

export class Unauthorized extends failure("Unauthorized", 401, 0, "401: Unauthorized")<{}> {}
export class MissingScope extends failure("MissingScope", 403, 50026, "Missing required OAuth2 scope")<{
  readonly scope: string
}> {}
export class NotThisApplication extends failure(
  "NotThisApplication",
  403,
  20012,
  "You are not authorized to perform this action on this application"
)<{}> {}
export class UnknownApplication extends failure("UnknownApplication", 404, 10002, "Unknown Application")<{}> {}
export class UnknownGuild extends failure("UnknownGuild", 404, 10004, "Unknown Guild")<{}> {}
export class UnknownChannel extends failure("UnknownChannel", 404, 10003, "Unknown Channel")<{}> {}
export class UnknownUser extends failure("UnknownUser", 404, 10013, "Unknown User")<{}> {}
export class UnknownRole extends failure("UnknownRole", 404, 10011, "Unknown Role")<{}> {}
/** The application is not installed there. */
export class UnknownIntegration extends failure("UnknownIntegration", 404, 10005, "Unknown Integration")<{}> {}
export class UnknownMember extends failure("UnknownMember", 404, 10007, "Unknown Member")<{}> {}
export class UnknownBan extends failure("UnknownBan", 404, 10026, "Unknown Ban")<{}> {}
export class UnknownVoiceState extends failure("UnknownVoiceState", 404, 10065, "Unknown Voice State")<{}> {}
export class UnknownEmoji extends failure("UnknownEmoji", 404, 10014, "Unknown Emoji")<{}> {}
export class UnknownSticker extends failure("UnknownSticker", 404, 10060, "Unknown sticker")<{}> {}
export class UnknownStickerPack extends failure("UnknownStickerPack", 404, 10061, "Unknown sticker pack")<{}> {}
/** No such invite, or it has expired, or has been used up. */
export class UnknownInvite extends failure("UnknownInvite", 404, 10006, "Unknown Invite")<{}> {}
export class UnknownScheduledEvent extends failure(
  "UnknownScheduledEvent",
  404,
  10070,
  "Unknown Guild Scheduled Event"
)<{}> {}
export class UnknownStageInstance extends failure("UnknownStageInstance", 404, 10067, "Unknown Stage Instance")<{}> {}
export class StageAlreadyOpen extends failure("StageAlreadyOpen", 400, 150006, "The Stage is already open")<{}> {}
/** A completed or canceled event never changes again. */
export class EventFinished extends failure("EventFinished", 400, 180000, "Cannot update a finished event")<{}> {}
export class TooManyScheduledEvents extends failure(
  "TooManyScheduledEvents",
  400,
  30038,
  ({ max }: Max) => `Maximum number of guild scheduled events reached (${max})`
)<Max> {}
export class UnknownSku extends failure("UnknownSku", 404, 10027, "Unknown SKU")<{}> {}
export class UnknownEntitlement extends failure("UnknownEntitlement", 404, 10029, "Unknown entitlement")<{}> {}
export class UnknownMessage extends failure("UnknownMessage", 404, 10008, "Unknown Message")<{}> {}
export class UnknownCommand extends failure("UnknownCommand", 404, 10063, "Unknown application command")<{}> {}
/** The command or application has no overwrites in this guild. */
export class UnknownCommandPermissions extends failure(
  "UnknownCommandPermissions",
  404,
  10066,
  "Unknown application command permissions"
)<{}> {}
export class UnknownInteraction extends failure("UnknownInteraction", 404, 10062, "Unknown interaction")<{}> {}
export class UnknownWebhook extends failure("UnknownWebhook", 404, 10015, "Unknown Webhook")<{}> {}
export class InvalidWebhookToken extends failure("InvalidWebhookToken", 401, 50027, "Invalid Webhook Token")<{}> {}
export class AlreadyAcknowledged extends failure(
  "AlreadyAcknowledged",
  400,
  40060,
  "Interaction has already been acknowledged."
)<{}> {}
export class EmptyMessage extends failure("EmptyMessage", 400, 50006, "Cannot send an empty message")<{}> {}
export class FollowUpLimit extends failure(
  "FollowUpLimit",
  400,
  40094,
  "Maximum number of follow-up messages reached for this interaction"
)<{}> {}
/** `because`: what decided it; for the person who tests an app, never in the body. */
export class MissingAccess extends failure("MissingAccess", 403, 50001, "Missing Access")<Because> {}
/** The user of the token may not do this (wire-rest.md §3.3). */
export class MissingPermissions extends failure("MissingPermissions", 403, 50013, "Missing Permissions")<Because> {}
/** The user has closed their direct messages. */
export class ClosedToMessages extends failure(
  "ClosedToMessages",
  403,
  50007,
  "Cannot send messages to this user"
)<Because> {}
/** The user has nothing in common with the bot. */
export class NoMutualGuild extends failure(
  "NoMutualGuild",
  403,
  50278,
  "Cannot send messages to this user due to having no mutual guilds"
)<Because> {}
/** Not possible in a direct channel of two. */
export class NotInDirect extends failure("NotInDirect", 400, 50003, "Cannot execute action on a DM channel")<{}> {}
export class NotTheAuthor extends failure(
  "NotTheAuthor",
  403,
  50005,
  "Cannot edit a message authored by another user"
)<{}> {}
export class PollVotingBlocked extends failure("PollVotingBlocked", 403, 520000, "Poll voting blocked")<Because> {}
export class PollExpired extends failure("PollExpired", 400, 520001, "Poll expired")<{}> {}
export class ExpiredNonPoll extends failure("ExpiredNonPoll", 400, 520006, "Cannot expire a non-poll message")<{}> {}
export class AlreadyCrossposted extends failure(
  "AlreadyCrossposted",
  400,
  40033,
  "This message has already been crossposted."
)<{}> {}
/** Only plain messages can be crossposted. */
export class WrongMessageType extends failure("WrongMessageType", 400, 50068, "Invalid message type")<{}> {}
export class TooManyWebhooks extends failure(
  "TooManyWebhooks",
  400,
  30007,
  ({ max }: Max) => `Maximum number of webhooks reached (${max})`
)<Max> {}
export class ForumThreadMissing extends failure(
  "ForumThreadMissing",
  400,
  220001,
  "Webhooks posted to forum channels must have a thread_name or thread_id"
)<{}> {}
export class ThreadNamedTwice extends failure(
  "ThreadNamedTwice",
  400,
  220002,
  "Webhooks posted to forum channels cannot have both a thread_name and thread_id"
)<{}> {}
export class ThreadOutsideForum extends failure(
  "ThreadOutsideForum",
  400,
  220003,
  "Webhooks can only create threads in forum channels"
)<{}> {}
/** A message in the form of another service, without a thread. */
export class ServiceInForum extends failure(
  "ServiceInForum",
  400,
  220004,
  "Webhook services cannot be used in forum channels"
)<{}> {}
/** None of many. */
export class BanFailed extends failure("BanFailed", 400, 500000, "Failed to ban users")<Because> {}
/** The channel cannot contain messages. */
export class NotTextChannel extends failure(
  "NotTextChannel",
  400,
  50008,
  "Cannot send messages in a non-text channel"
)<{}> {}
export class ThreadArchived extends failure("ThreadArchived", 400, 50083, "Thread is archived")<{}> {}
export class ThreadLocked extends failure("ThreadLocked", 400, 160005, "Thread is locked")<{}> {}
export class ReplyWithoutHistory extends failure(
  "ReplyWithoutHistory",
  400,
  160002,
  "Cannot reply without permission to read message history"
)<{}> {}
export class BulkDeleteCount extends failure(
  "BulkDeleteCount",
  400,
  50016,
  `Provided too few or too many messages to delete. Must provide at least ${channelMessages.deleteMin} and at most ` +
    `${channelMessages.deleteMax} messages to delete`
)<{}> {}
export class BulkDeleteAge extends failure(
  "BulkDeleteAge",
  400,
  50034,
  "You can only bulk delete messages that are under 14 days old."
)<{}> {}
export class PinnedElsewhere extends failure(
  "PinnedElsewhere",
  400,
  50019,
  "A message can only be pinned to the channel it was sent in"
)<{}> {}
export class TooManyPins extends failure(
  "TooManyPins",
  400,
  30003,
  ({ max }: Max) => `Maximum number of pins reached for the channel (${max})`
)<Max> {}
/** A reaction with an emoji that there is not, or that the speaker may not use. */
export class UnknownReactionEmoji extends failure("UnknownReactionEmoji", 400, 10014, "Unknown Emoji")<{}> {}
export class TooManyReactions extends failure(
  "TooManyReactions",
  400,
  30010,
  ({ max }: Max) => `Maximum number of reactions reached (${max})`
)<Max> {}
export class UnknownOverwrite extends failure("UnknownOverwrite", 404, 10009, "Unknown Overwrite")<{}> {}
/** A direct channel without a recipient, or with another bot. */
export class InvalidRecipient extends failure("InvalidRecipient", 400, 50033, "Invalid Recipient(s)")<{}> {}
export class WrongChannelType extends failure(
  "WrongChannelType",
  400,
  50024,
  "Cannot execute action on this channel type"
)<{}> {}
export class TooManyRoles extends failure(
  "TooManyRoles",
  400,
  30005,
  ({ max }: Max) => `Maximum number of guild roles reached (${max})`
)<Max> {}
export class TooManyEmojis extends failure(
  "TooManyEmojis",
  400,
  30008,
  ({ max }: Max) => `Maximum number of emojis reached (${max})`
)<Max> {}
export class TooManyAnimatedEmojis extends failure(
  "TooManyAnimatedEmojis",
  400,
  30018,
  ({ max }: Max) => `Maximum number of animated emojis reached (${max})`
)<Max> {}
export class TooManyStickers extends failure(
  "TooManyStickers",
  400,
  30039,
  ({ max }: Max) => `Maximum number of stickers reached (${max})`
)<Max> {}
/** A sticker of a message that there is not, or that the speaker may not use. */
export class InvalidSticker extends failure("InvalidSticker", 400, 50081, "Invalid sticker sent")<Because> {}
export class StickerTooLarge extends failure(
  "StickerTooLarge",
  400,
  50045,
  "File uploaded exceeds the maximum size"
)<{}> {}
export class TooManyRecipients extends failure(
  "TooManyRecipients",
  400,
  30004,
  ({ max }: Max) => `Maximum number of recipients reached (${max})`
)<Max> {}
/** The application may not read what the message says. */
export class UnreadableForward extends failure(
  "UnreadableForward",
  400,
  160014,
  "Cannot forward message with unreadable content"
)<{}> {}
export class InvalidAsset extends failure("InvalidAsset", 400, 50046, "Invalid Asset")<Because> {}
export class TooManyChannels extends failure(
  "TooManyChannels",
  400,
  30013,
  ({ max }: Max) => `Maximum number of guild channels reached (${max})`
)<Max> {}
export class TooManyInvites extends failure(
  "TooManyInvites",
  400,
  30016,
  ({ max }: Max) => `Maximum number of invites reached (${max})`
)<Max> {}
export class UnknownAutoModerationRule extends failure("UnknownAutoModerationRule", 404, 0, "404: Not Found")<{}> {}
/** `because`: the rule that it breaks. */
export class MessageBlocked extends failure(
  "MessageBlocked",
  400,
  200000,
  "Message was blocked by automatic moderation"
)<Because> {}
/** The user is banned from the guild that they want to join. */
export class UserBanned extends failure("UserBanned", 403, 40007, "The user is banned from this guild.")<{}> {}
export class NoVanityUrl extends failure("NoVanityUrl", 400, 50020, "Invite code is either invalid or taken.")<{}> {}
export class TooManyThreadMembers extends failure(
  "TooManyThreadMembers",
  400,
  30033,
  ({ max }: Max) => `Maximum number of thread participants reached (${max})`
)<Max> {}
export class TooManyNewsThreads extends failure(
  "TooManyNewsThreads",
  400,
  160007,
  "Maximum number of active announcement threads reached"
)<{}> {}
// The codes of members and guilds, which have the same two bounds; the platform shows no codes of lobbies. Our choice:
// docs/choices.md "Lobbies".
export class TooManyLobbyMembers extends failure(
  "TooManyLobbyMembers",
  400,
  30019,
  ({ max }: Max) => `Maximum number of lobby members reached (${max})`
)<Max> {}
/** The user is in the maximum number of lobbies of an application. */
export class TooManyLobbies extends failure(
  "TooManyLobbies",
  400,
  30001,
  ({ max }: Max) => `Maximum number of lobbies reached (${max})`
)<Max> {}
/** An edit of the voice state of a member who is not connected to voice. */
export class NotInVoice extends failure("NotInVoice", 400, 40032, "Target user is not connected to voice.")<{}> {}
export class NotForBots extends failure("NotForBots", 403, 20001, "Bots cannot use this endpoint")<{}> {}
export class OnlyBots extends failure("OnlyBots", 403, 20002, "Only bots can use this endpoint")<{}> {}
export class NameTaken extends failure(
  "NameTaken",
  400,
  40041,
  "An application command with that name already exists"
)<{}> {}
export class EntryPointRemoval extends failure(
  "EntryPointRemoval",
  400,
  50240,
  "You cannot remove this app's Entry Point command in a bulk update operation. " +
    "Please include the Entry Point command in your update request or delete it separately."
)<{}> {}
export class TooManyCommands extends failure(
  "TooManyCommands",
  400,
  30032,
  ({ max }: Max) => `Maximum number of application commands reached (${max}).`
)<{
  readonly type: CommandType
  readonly max: number
}> {}
/** The window has no requests left. */
export class RateLimited extends failure("RateLimited", 429, 0, "You are being rate limited.")<{
  readonly refusal: Refusal
}> {}
/** No more command creates for this application and scope today (decision 26). */
export class DailyCreatesSpent extends failure(
  "DailyCreatesSpent",
  429,
  30034,
  `Max number of daily application command creates has been reached (${rateLimit.dailyCreates})`
)<{ readonly retry_after_ms: number }> {}
/** A user writes again too soon in a channel in slow mode. */
export class SlowedDown extends failure(
  "SlowedDown",
  429,
  20016,
  "This action cannot be performed due to slowmode rate limit"
)<{ readonly retry_after_ms: number; readonly because: string }> {}
/** Every fault of the body. Never empty. */
export class InvalidForm extends failure("InvalidForm", 400, 50035, "Invalid Form Body")<{
  readonly faults: ReadonlyArray<Fault>
}> {}
/** Failures of HTTP itself. */
export class InvalidJson extends failure("InvalidJson", 400, 50109, "The request body contains invalid JSON.")<{}> {}
export class BodyTooLarge extends failure("BodyTooLarge", 413, 40005, "Request entity too large")<{}> {}
export class NotFound extends failure("NotFound", 404, 0, "404: Not Found")<{}> {}
export class MethodNotAllowed extends failure("MethodNotAllowed", 405, 0, "405: Method Not Allowed")<{}> {}
export class InvalidApiVersion extends failure("InvalidApiVersion", 400, 50041, "Invalid API version")<{}> {}

/** Every failure of this module. */
export type ServiceError = InstanceType<(typeof Failures)[keyof typeof Failures]>
