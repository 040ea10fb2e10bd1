import { wireOf } from "@backlot/domain/error/Failure"
import { fault, toErrorTree } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import * as Failure from "@backlot/domain/error/ServiceError"
import { describe, expect, test } from "vitest"
import { becauseIn, bodyOf, headersOf, INTERNAL, statusOf } from "../../src/error/ErrorBody.ts"
import { type Row, THREADS } from "./ThreadErrors.ts"

type Tag = Failure.ServiceError["_tag"]

const invalid = (...faults: ReadonlyArray<Parameters<typeof fault>>) =>
  new Failure.InvalidForm({ faults: faults.map(([path, error]) => fault(path, error)) })

/** wire-rest.md §3.3 and wire-interactions.md §4.8; one row per failure, which the compiler counts. */
const TABLE: { readonly [T in Tag]: Row } = {
  ...THREADS,
  Unauthorized: [new Failure.Unauthorized(), 401, 0, "401: Unauthorized"],
  NotFound: [new Failure.NotFound(), 404, 0, "404: Not Found"],
  MethodNotAllowed: [new Failure.MethodNotAllowed(), 405, 0, "405: Method Not Allowed"],
  UnknownApplication: [new Failure.UnknownApplication(), 404, 10002, "Unknown Application"],
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

describe("numeric codes and HTTP status", () => {
  test.each(Object.entries(TABLE))("%s has the status, code and text seen on the wire", (_, [failure, ...row]) => {
    expect([statusOf(failure), wireOf(failure).code, bodyOf(failure).message]).toEqual(row)
  })

  test("a failure for too many commands names the limit of the type", () => {
    expect(bodyOf(new Failure.TooManyCommands({ type: 1, max: 100 })).message).toBe(
      "Maximum number of application commands reached (100)."
    )
  })

  test("a defect tells nothing about itself", () => {
    expect(INTERNAL).toEqual({ status: 500, code: 0, message: "500: Internal Server Error" })
  })
})

describe("error bodies", () => {
  test("only an invalid form has errors", () => {
    const withErrors = Object.values(TABLE).filter(([failure]) => "errors" in bodyOf(failure))
    expect(withErrors.map(([failure]) => failure._tag)).toEqual(["InvalidForm"])
  })

  test("the keys stand in the order message, code, errors", () => {
    expect(JSON.stringify(bodyOf(new Failure.MissingAccess({ because: "it is no member" })))).toBe(
      '{"message":"Missing Access","code":50001}'
    )
    expect(JSON.stringify(bodyOf(invalid([["name"], FormError.required])))).toBe(
      '{"message":"Invalid Form Body","code":50035,' +
        '"errors":{"name":{"_errors":[{"code":"BASE_TYPE_REQUIRED","message":"This field is required"}]}}}'
    )
  })

  test("a 429 has message, retry_after and global in that order, and a code only for some limits", () => {
    expect(JSON.stringify(bodyOf(TABLE.RateLimited[0]))).toBe(
      '{"message":"You are being rate limited.","retry_after":64.57,"global":true}'
    )
    expect(JSON.stringify(bodyOf(TABLE.DailyCreatesSpent[0]))).toBe(
      '{"message":"Max number of daily application command creates has been reached (200)",' +
        '"retry_after":431.207,"global":false,"code":30034}'
    )
  })

  test("array positions are decimal string keys, and all violations are reported together", () => {
    const failure = invalid(
      [[7], FormError.duplicateCommand],
      [[0, "options", 2], FormError.requiredAfterOptional],
      [[0, "name"], FormError.badLength(1, 32)],
      [[0, "name"], FormError.invalidName]
    )
    expect(JSON.parse(JSON.stringify(bodyOf(failure).errors))).toEqual({
      "0": {
        name: {
          _errors: [
            { code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 32 in length." },
            { code: "APPLICATION_COMMAND_INVALID_NAME", message: "Command name is invalid" }
          ]
        },
        options: {
          "2": {
            _errors: [
              {
                code: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                message: "Required options must be placed before non-required options"
              }
            ]
          }
        }
      },
      "7": {
        _errors: [{ code: "APPLICATION_COMMANDS_DUPLICATE_NAME", message: "Application command names must be unique" }]
      }
    })
  })

  test("_errors may sit at the root of errors", () => {
    const { errors } = bodyOf(invalid([[], FormError.tooLarge(8000)]))
    expect(JSON.stringify(errors)).toBe(
      '{"_errors":[{"code":"APPLICATION_COMMAND_TOO_LARGE","message":"Command exceeds maximum size (8000)"}]}'
    )
  })

  test("no field name of a body can damage the tree", () => {
    const names = ["__proto__", "constructor", "_errors", "toString", ""]
    const tree = toErrorTree(names.map((name) => fault(["name_localizations", name], FormError.required)))
    const keys = Object.keys(JSON.parse(JSON.stringify(tree))["name_localizations"])
    expect(keys.sort()).toEqual(["", "__proto__", "_errors_", "constructor", "toString"])
  })
})

/** wire-rest.md §0 (3, 4), §4.1. */
describe("the headers of a 429", () => {
  const window = { limit: 5, remaining: 0, reset_ms: 1_668_618_055_755, reset_after_ms: 5_588, bucket: "b".repeat(32) }

  test("a global one carries no bucket headers, and whole seconds rounded up", () => {
    expect(headersOf(TABLE.RateLimited[0])).toEqual({
      via: "1.1 backlot",
      "retry-after": "65",
      "x-ratelimit-scope": "global",
      "x-ratelimit-global": "true"
    })
  })

  test("one of a bucket shows the bucket", () => {
    const failure = new Failure.RateLimited({ refusal: { global: false, retry_after_ms: 5_588, window } })
    expect(headersOf(failure)).toEqual({
      via: "1.1 backlot",
      "retry-after": "6",
      "x-ratelimit-scope": "user",
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "1668618055.755",
      "x-ratelimit-reset-after": "5.588",
      "x-ratelimit-bucket": window.bucket
    })
    expect(bodyOf(failure)).toEqual({ message: "You are being rate limited.", retry_after: 5.588, global: false })
  })

  test("one of the daily creates is shared and shows no bucket", () => {
    expect(headersOf(TABLE.DailyCreatesSpent[0])).toEqual({
      via: "1.1 backlot",
      "retry-after": "432",
      "x-ratelimit-scope": "shared"
    })
  })

  test("the reason of a 403 is read as it was written, whatever its names", () => {
    for (const because of ["it lacks BAN_MEMBERS", "100 % 🐶 Künstler\r\nx: y", "\ud83d"]) {
      const headers = headersOf(new Failure.MissingPermissions({ because })) ?? {}
      expect(Object.values(headers).join("")).toMatch(/^[\x20-\x7e]*$/)
      expect(becauseIn(headers)).toBe(because.toWellFormed())
    }
  })

  test("only they and the reasons of a 403 have headers of their own", () => {
    const own = Object.entries(TABLE).filter(([, [failure]]) => headersOf(failure) !== undefined)
    expect(own.map(([tag]) => tag)).toEqual([
      "RateLimited",
      "SlowedDown",
      "DailyCreatesSpent",
      "MissingAccess",
      "MissingPermissions"
    ])
  })
})
