/** Each failure with what is seen of it on the wire. */
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import * as Failure from "@backlot/domain/error/ServiceError"
import { type Row, THREADS } from "./ThreadErrors.ts"

type Tag = Failure.ServiceError["_tag"]

export const invalid = (...faults: ReadonlyArray<Parameters<typeof fault>>) =>
  new Failure.InvalidForm({ faults: faults.map(([path, error]) => fault(path, error)) })

/** wire-rest.md §3.3 and wire-interactions.md §4.8; one row per failure, which the compiler counts. */
export const TABLE: { readonly [T in Tag]: Row } = {
  ...THREADS,
  Unauthorized: [new Failure.Unauthorized(), 401, 0, "401: Unauthorized"],
  NotFound: [new Failure.NotFound(), 404, 0, "404: Not Found"],
  MethodNotAllowed: [new Failure.MethodNotAllowed(), 405, 0, "405: Method Not Allowed"],
  UnknownApplication: [new Failure.UnknownApplication(), 404, 10002, "Unknown Application"],
  ProvisionalAccounts: [
    new Failure.ProvisionalAccounts({ because: "no game" }),
    400,
    530000,
    "Provisional accounts permission not granted"
  ],
  UnknownChannel: [new Failure.UnknownChannel(), 404, 10003, "Unknown Channel"],
  UnknownGuild: [new Failure.UnknownGuild(), 404, 10004, "Unknown Guild"],
  UnknownIntegration: [new Failure.UnknownIntegration(), 404, 10005, "Unknown Integration"],
  UnknownRole: [new Failure.UnknownRole(), 404, 10011, "Unknown Role"],
  UnknownMember: [new Failure.UnknownMember(), 404, 10007, "Unknown Member"],
  UnknownBan: [new Failure.UnknownBan(), 404, 10026, "Unknown Ban"],
  UnknownVoiceState: [new Failure.UnknownVoiceState(), 404, 10065, "Unknown Voice State"],
  PollVotingBlocked: [new Failure.PollVotingBlocked({ because: "no poll" }), 403, 520000, "Poll voting blocked"],
  PollExpired: [new Failure.PollExpired(), 400, 520001, "Poll expired"],
  ExpiredNonPoll: [new Failure.ExpiredNonPoll(), 400, 520006, "Cannot expire a non-poll message"],
  UnknownSku: [new Failure.UnknownSku(), 404, 10027, "Unknown SKU"],
  UnknownEntitlement: [new Failure.UnknownEntitlement(), 404, 10029, "Unknown entitlement"],
  UnknownEmoji: [new Failure.UnknownEmoji(), 404, 10014, "Unknown Emoji"],
  UnknownInvite: [new Failure.UnknownInvite(), 404, 10006, "Unknown Invite"],
  UnknownSticker: [new Failure.UnknownSticker(), 404, 10060, "Unknown sticker"],
  UnknownStickerPack: [new Failure.UnknownStickerPack(), 404, 10061, "Unknown sticker pack"],
  TooManyStickers: [new Failure.TooManyStickers({ max: 5 }), 400, 30039, "Maximum number of stickers reached (5)"],
  InvalidSticker: [new Failure.InvalidSticker({ because: "there is none" }), 400, 50081, "Invalid sticker sent"],
  UnknownSound: [new Failure.UnknownSound(), 404, 10097, "Unknown sound"],
  TooManySounds: [new Failure.TooManySounds({ max: 8 }), 400, 30045, "Maximum number of soundboard sounds reached (8)"],
  SoundTooLarge: [new Failure.SoundTooLarge(), 400, 50045, "File uploaded exceeds the maximum size"],
  SoundTooLong: [
    new Failure.SoundTooLong(),
    400,
    50124,
    "The provided file duration exceeds maximum length of 5.2 seconds"
  ],
  StickerTooLarge: [new Failure.StickerTooLarge(), 400, 50045, "File uploaded exceeds the maximum size"],
  InvalidAsset: [new Failure.InvalidAsset({ because: "it is Lottie" }), 400, 50046, "Invalid Asset"],
  UnknownMessage: [new Failure.UnknownMessage(), 404, 10008, "Unknown Message"],
  UnknownLobby: [new Failure.UnknownLobby(), 404, 10031, "Unknown Lobby"],
  UnknownUser: [new Failure.UnknownUser(), 404, 10013, "Unknown User"],
  UnknownScheduledEvent: [new Failure.UnknownScheduledEvent(), 404, 10070, "Unknown Guild Scheduled Event"],
  UnknownStageInstance: [new Failure.UnknownStageInstance(), 404, 10067, "Unknown Stage Instance"],
  StageAlreadyOpen: [new Failure.StageAlreadyOpen(), 400, 150006, "The Stage is already open"],
  EventFinished: [new Failure.EventFinished(), 400, 180000, "Cannot update a finished event"],
  TooManyScheduledEvents: [
    new Failure.TooManyScheduledEvents({ max: 100 }),
    400,
    30038,
    "Maximum number of guild scheduled events reached (100)"
  ],
  CommunityChannel: [
    new Failure.CommunityChannel(),
    400,
    50074,
    "Cannot delete a channel required for Community servers"
  ],
  UnknownWelcomeScreen: [new Failure.UnknownWelcomeScreen(), 404, 10069, "Unknown Guild Welcome Screen"],
  WidgetDisabled: [new Failure.WidgetDisabled(), 403, 50004, "Guild Widget Disabled"],
  InvitesPaused: [
    new Failure.InvitesPaused({ because: "until noon" }),
    403,
    40006,
    "This feature has been temporarily disabled server-side"
  ],
  InvalidToken: [
    new Failure.InvalidToken({ because: "it has ended" }),
    403,
    50025,
    "Invalid OAuth2 access token provided"
  ],
  UnknownJoinRequest: [new Failure.UnknownJoinRequest(), 404, 0, "404: Not Found"],
  UnknownTemplate: [new Failure.UnknownTemplate(), 404, 10057, "Unknown guild template"],
  TemplateThere: [new Failure.TemplateThere(), 400, 30031, "Guild already has a template"],
  OnboardingLacks: [new Failure.OnboardingLacks(), 400, 350000, "Cannot enable onboarding, requirements are not met"],
  OnboardingBelow: [new Failure.OnboardingBelow(), 400, 350001, "Cannot update onboarding while below requirements"],
  TooManyRecipients: [
    new Failure.TooManyRecipients({ max: 2 }),
    400,
    30004,
    "Maximum number of recipients reached (2)"
  ],
  UnreadableForward: [new Failure.UnreadableForward(), 400, 160014, "Cannot forward message with unreadable content"],
  InvalidRole: [new Failure.InvalidRole(), 400, 50028, "Invalid Role"],
  TooFewBoosts: [
    new Failure.TooFewBoosts({ because: "no BANNER" }),
    403,
    50101,
    "This server needs more boosts to perform this action"
  ],
  UnknownWebhook: [new Failure.UnknownWebhook(), 404, 10015, "Unknown Webhook"],
  UnknownInteraction: [new Failure.UnknownInteraction(), 404, 10062, "Unknown interaction"],
  UnknownCommand: [new Failure.UnknownCommand(), 404, 10063, "Unknown application command"],
  UnknownCommandPermissions: [
    new Failure.UnknownCommandPermissions(),
    404,
    10066,
    "Unknown application command permissions"
  ],
  TooManyRoles: [new Failure.TooManyRoles({ max: 250 }), 400, 30005, "Maximum number of guild roles reached (250)"],
  TooManyLobbyMembers: [
    new Failure.TooManyLobbyMembers({ max: 1_000 }),
    400,
    30019,
    "Maximum number of lobby members reached (1000)"
  ],
  TooManyLobbies: [new Failure.TooManyLobbies({ max: 100 }), 400, 30001, "Maximum number of lobbies reached (100)"],
  TooManyChannels: [
    new Failure.TooManyChannels({ max: 500 }),
    400,
    30013,
    "Maximum number of guild channels reached (500)"
  ],
  TooManyThreadMembers: [
    new Failure.TooManyThreadMembers({ max: 1_000 }),
    400,
    30033,
    "Maximum number of thread participants reached (1000)"
  ],
  TooManyThreads: [new Failure.TooManyThreads(), 400, 160006, "Maximum number of active threads reached"],
  TooManyNewsThreads: [
    new Failure.TooManyNewsThreads(),
    400,
    160007,
    "Maximum number of active announcement threads reached"
  ],
  NotInVoice: [new Failure.NotInVoice(), 400, 40032, "Target user is not connected to voice."],
  UnknownOverwrite: [new Failure.UnknownOverwrite(), 404, 10009, "Unknown Overwrite"],
  UnknownReactionEmoji: [new Failure.UnknownReactionEmoji(), 400, 10014, "Unknown Emoji"],
  TooManyPins: [
    new Failure.TooManyPins({ max: 250 }),
    400,
    30003,
    "Maximum number of pins reached for the channel (250)"
  ],
  TooManyReactions: [new Failure.TooManyReactions({ max: 20 }), 400, 30010, "Maximum number of reactions reached (20)"],
  TooManyEmojis: [new Failure.TooManyEmojis({ max: 50 }), 400, 30008, "Maximum number of emojis reached (50)"],
  TooManyAnimatedEmojis: [
    new Failure.TooManyAnimatedEmojis({ max: 50 }),
    400,
    30018,
    "Maximum number of animated emojis reached (50)"
  ],
  NotInDirect: [new Failure.NotInDirect(), 400, 50003, "Cannot execute action on a DM channel"],
  NotTheAuthor: [new Failure.NotTheAuthor(), 403, 50005, "Cannot edit a message authored by another user"],
  TooManyInvites: [new Failure.TooManyInvites({ max: 1000 }), 400, 30016, "Maximum number of invites reached (1000)"],
  UserBanned: [new Failure.UserBanned(), 403, 40007, "The user is banned from this guild."],
  NoVanityUrl: [new Failure.NoVanityUrl(), 400, 50020, "Invite code is either invalid or taken."],
  AlreadyCrossposted: [new Failure.AlreadyCrossposted(), 400, 40033, "This message has already been crossposted."],
  WrongMessageType: [new Failure.WrongMessageType(), 400, 50068, "Invalid message type"],
  UnknownAutoModerationRule: [new Failure.UnknownAutoModerationRule(), 404, 0, "404: Not Found"],
  MessageBlocked: [
    new Failure.MessageBlocked({ because: "a rule" }),
    400,
    200_000,
    "Message was blocked by automatic moderation"
  ],
  TooManyWebhooks: [new Failure.TooManyWebhooks({ max: 15 }), 400, 30007, "Maximum number of webhooks reached (15)"],
  ForumThreadMissing: [
    new Failure.ForumThreadMissing(),
    400,
    220001,
    "Webhooks posted to forum channels must have a thread_name or thread_id"
  ],
  ThreadNamedTwice: [
    new Failure.ThreadNamedTwice(),
    400,
    220002,
    "Webhooks posted to forum channels cannot have both a thread_name and thread_id"
  ],
  ThreadOutsideForum: [
    new Failure.ThreadOutsideForum(),
    400,
    220003,
    "Webhooks can only create threads in forum channels"
  ],
  ServiceInForum: [new Failure.ServiceInForum(), 400, 220004, "Webhook services cannot be used in forum channels"],
  BanFailed: [new Failure.BanFailed({ because: "" }), 400, 500000, "Failed to ban users"],
  NotTextChannel: [new Failure.NotTextChannel(), 400, 50008, "Cannot send messages in a non-text channel"],
  BulkDeleteCount: [
    new Failure.BulkDeleteCount(),
    400,
    50016,
    "Provided too few or too many messages to delete. Must provide at least 2 and at most 100 messages to delete"
  ],
  PinnedElsewhere: [
    new Failure.PinnedElsewhere(),
    400,
    50019,
    "A message can only be pinned to the channel it was sent in"
  ],
  WrongChannelType: [new Failure.WrongChannelType(), 400, 50024, "Cannot execute action on this channel type"],
  InvalidRecipient: [new Failure.InvalidRecipient(), 400, 50033, "Invalid Recipient(s)"],
  BulkDeleteAge: [
    new Failure.BulkDeleteAge(),
    400,
    50034,
    "You can only bulk delete messages that are under 14 days old."
  ],
  ThreadArchived: [new Failure.ThreadArchived(), 400, 50083, "Thread is archived"],
  ThreadLocked: [new Failure.ThreadLocked(), 400, 160005, "Thread is locked"],
  ThreadAlreadyThere: [
    new Failure.ThreadAlreadyThere(),
    400,
    160004,
    "A thread has already been created for this message"
  ],
  ReplyWithoutHistory: [
    new Failure.ReplyWithoutHistory(),
    400,
    160002,
    "Cannot reply without permission to read message history"
  ],
  NotForBots: [new Failure.NotForBots(), 403, 20001, "Bots cannot use this endpoint"],
  OnlyBots: [new Failure.OnlyBots(), 403, 20002, "Only bots can use this endpoint"],
  NotThisApplication: [
    new Failure.NotThisApplication(),
    403,
    20012,
    "You are not authorized to perform this action on this application"
  ],
  TooManyCommands: [
    new Failure.TooManyCommands({ type: 2, max: 15 }),
    400,
    30032,
    "Maximum number of application commands reached (15)."
  ],
  RateLimited: [
    new Failure.RateLimited({ refusal: { global: true, retry_after_ms: 64_570 } }),
    429,
    0,
    "You are being rate limited."
  ],
  SlowedDown: [
    new Failure.SlowedDown({ retry_after_ms: 4_200, because: "general is in slow mode" }),
    429,
    20016,
    "This action cannot be performed due to slowmode rate limit"
  ],
  ClosedToMessages: [
    new Failure.ClosedToMessages({ because: "alice has closed their direct messages" }),
    403,
    50007,
    "Cannot send messages to this user"
  ],
  NoMutualGuild: [
    new Failure.NoMutualGuild({ because: "alice is in no guild of Pet Shop" }),
    403,
    50278,
    "Cannot send messages to this user due to having no mutual guilds"
  ],
  DailyCreatesSpent: [
    new Failure.DailyCreatesSpent({ retry_after_ms: 431_207 }),
    429,
    30034,
    "Max number of daily application command creates has been reached (200)"
  ],
  BodyTooLarge: [new Failure.BodyTooLarge(), 413, 40005, "Request entity too large"],
  NameTaken: [new Failure.NameTaken(), 400, 40041, "An application command with that name already exists"],
  AlreadyAcknowledged: [new Failure.AlreadyAcknowledged(), 400, 40060, "Interaction has already been acknowledged."],
  FollowUpLimit: [
    new Failure.FollowUpLimit(),
    400,
    40094,
    "Maximum number of follow-up messages reached for this interaction"
  ],
  MissingAccess: [new Failure.MissingAccess({ because: "it is no member" }), 403, 50001, "Missing Access"],
  EmptyMessage: [new Failure.EmptyMessage(), 400, 50006, "Cannot send an empty message"],
  MissingPermissions: [
    new Failure.MissingPermissions({ because: "it lacks BAN_MEMBERS" }),
    403,
    50013,
    "Missing Permissions"
  ],
  MissingScope: [new Failure.MissingScope({ scope: "identify" }), 403, 50026, "Missing required OAuth2 scope"],
  InvalidWebhookToken: [new Failure.InvalidWebhookToken(), 401, 50027, "Invalid Webhook Token"],
  InvalidForm: [invalid([["name"], FormError.required]), 400, 50035, "Invalid Form Body"],
  InvalidApiVersion: [new Failure.InvalidApiVersion(), 400, 50041, "Invalid API version"],
  InvalidJson: [new Failure.InvalidJson(), 400, 50109, "The request body contains invalid JSON."],
  EntryPointRemoval: [
    new Failure.EntryPointRemoval(),
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation. " +
      "Please include the Entry Point command in your update request or delete it separately."
  ]
}
