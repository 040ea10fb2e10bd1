/**
 * The one table of wire errors: every expected failure of the service with its HTTP status, JSON code and text.
 * The compiler refuses a `ServiceError` without a row. Source: wire-rest.md §3.1, §3.3; wire-interactions.md §4.8.
 */
import { channelMessages, rateLimit } from "@backlot/domain/base/Limits"
import { type ErrorTree, toErrorTree } from "@backlot/domain/error/Fault"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import * as RateLimitAnswer from "./RateLimitAnswer.ts"

export interface WireError {
  readonly status: number
  readonly code: number
  readonly message: string
}

/** The body of an error: only an invalid form has `errors`, only a 429 has `retry_after` and `global`. */
export interface ErrorBody extends Partial<RateLimitAnswer.Fields> {
  readonly message: string
  /** Absent when a window of requests refused (wire-rest.md §4.1). */
  readonly code?: number
  readonly errors?: ErrorTree
}

type Row<E> = WireError | ((error: E) => WireError)

type Table = { readonly [Tag in ServiceError["_tag"]]: Row<Extract<ServiceError, { readonly _tag: Tag }>> }

const row = (status: number, code: number, message: string): WireError => ({ status, code, message })

const TABLE: Table = {
  Unauthorized: row(401, 0, "401: Unauthorized"),
  NotFound: row(404, 0, "404: Not Found"),
  MethodNotAllowed: row(405, 0, "405: Method Not Allowed"),
  UnknownApplication: row(404, 10002, "Unknown Application"),
  UnknownChannel: row(404, 10003, "Unknown Channel"),
  UnknownGuild: row(404, 10004, "Unknown Guild"),
  UnknownIntegration: row(404, 10005, "Unknown Integration"),
  UnknownMember: row(404, 10007, "Unknown Member"),
  UnknownMessage: row(404, 10008, "Unknown Message"),
  UnknownOverwrite: row(404, 10009, "Unknown Overwrite"),
  UnknownRole: row(404, 10011, "Unknown Role"),
  UnknownLobby: row(404, 10031, "Unknown Lobby"),
  UnknownUser: row(404, 10013, "Unknown User"),
  UnknownEmoji: row(400, 10014, "Unknown Emoji"),
  UnknownWebhook: row(404, 10015, "Unknown Webhook"),
  UnknownInteraction: row(404, 10062, "Unknown interaction"),
  UnknownCommand: row(404, 10063, "Unknown application command"),
  UnknownCommandPermissions: row(404, 10066, "Unknown application command permissions"),
  NotForBots: row(403, 20001, "Bots cannot use this endpoint"),
  OnlyBots: row(403, 20002, "Only bots can use this endpoint"),
  NotThisApplication: row(403, 20012, "You are not authorized to perform this action on this application"),
  RateLimited: row(429, 0, "You are being rate limited."),
  DailyCreatesSpent: row(
    429,
    30034,
    `Max number of daily application command creates has been reached (${rateLimit.dailyCreates})`
  ),
  TooManyRoles: (e) => row(400, 30005, `Maximum number of guild roles reached (${e.max})`),
  TooManyChannels: (e) => row(400, 30013, `Maximum number of guild channels reached (${e.max})`),
  // The codes of members and guilds, which have the same two bounds; the platform shows no codes of lobbies. Our choice:
  // docs/choices.md "Lobbies".
  TooManyLobbyMembers: (e) => row(400, 30019, `Maximum number of lobby members reached (${e.max})`),
  TooManyLobbies: (e) => row(400, 30001, `Maximum number of lobbies reached (${e.max})`),
  NotInVoice: row(400, 40032, "Target user is not connected to voice."),
  TooManyCommands: (e) => row(400, 30032, `Maximum number of application commands reached (${e.max}).`),
  TooManyPins: (e) => row(400, 30003, `Maximum number of pins reached for the channel (${e.max})`),
  TooManyReactions: (e) => row(400, 30010, `Maximum number of reactions reached (${e.max})`),
  BodyTooLarge: row(413, 40005, "Request entity too large"),
  NameTaken: row(400, 40041, "An application command with that name already exists"),
  AlreadyAcknowledged: row(400, 40060, "Interaction has already been acknowledged."),
  FollowUpLimit: row(400, 40094, "Maximum number of follow-up messages reached for this interaction"),
  MissingAccess: row(403, 50001, "Missing Access"),
  NotInDirect: row(400, 50003, "Cannot execute action on a DM channel"),
  NotTheAuthor: row(403, 50005, "Cannot edit a message authored by another user"),
  EmptyMessage: row(400, 50006, "Cannot send an empty message"),
  NotTextChannel: row(400, 50008, "Cannot send messages in a non-text channel"),
  MissingPermissions: row(403, 50013, "Missing Permissions"),
  BulkDeleteCount: row(
    400,
    50016,
    `Provided too few or too many messages to delete. Must provide at least ${channelMessages.deleteMin} and at most ` +
      `${channelMessages.deleteMax} messages to delete`
  ),
  PinnedElsewhere: row(400, 50019, "A message can only be pinned to the channel it was sent in"),
  WrongChannelType: row(400, 50024, "Cannot execute action on this channel type"),
  MissingScope: row(403, 50026, "Missing required OAuth2 scope"),
  InvalidWebhookToken: row(401, 50027, "Invalid Webhook Token"),
  InvalidRecipient: row(400, 50033, "Invalid Recipient(s)"),
  BulkDeleteAge: row(400, 50034, "You can only bulk delete messages that are under 14 days old."),
  InvalidForm: row(400, 50035, "Invalid Form Body"),
  InvalidApiVersion: row(400, 50041, "Invalid API version"),
  ThreadArchived: row(400, 50083, "Thread is archived"),
  InvalidJson: row(400, 50109, "The request body contains invalid JSON."),
  ReplyWithoutHistory: row(400, 160002, "Cannot reply without permission to read message history"),
  ThreadAlreadyThere: row(400, 160004, "A thread has already been created for this message"),
  ThreadLocked: row(400, 160005, "Thread is locked"),
  EntryPointRemoval: row(
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation. " +
      "Please include the Entry Point command in your update request or delete it separately."
  )
}

/** HTTP status of a failure. */
export const statusOf = (error: ServiceError): number => rowOf(error).status

/** JSON code of a failure; 0 when it has none. */
export const codeOf = (error: ServiceError): number => rowOf(error).code

/** JSON body of a failure, keys in the order seen on the wire. */
export const bodyOf = (error: ServiceError): ErrorBody => {
  const { message, code } = rowOf(error)
  switch (error._tag) {
    case "InvalidForm":
      return { message, code, errors: toErrorTree(error.faults) }
    case "RateLimited":
      return { message, ...RateLimitAnswer.fieldsOf(error) }
    case "DailyCreatesSpent":
      return { message, ...RateLimitAnswer.fieldsOf(error), code }
    default:
      return { message, code }
  }
}

/** Headers that belong to a failure alone; undefined for all but a 429. */
export const headersOf = (error: ServiceError): RateLimitAnswer.Headers | undefined =>
  error._tag === "RateLimited" || error._tag === "DailyCreatesSpent" ? RateLimitAnswer.headersOf(error) : undefined

/** A defect: nothing about it reaches the client. */
export const INTERNAL: WireError = row(500, 0, "500: Internal Server Error")

const rowOf = (error: ServiceError): WireError => {
  // The table pairs each tag with a row for exactly that error.
  const entry = TABLE[error._tag] as Row<ServiceError>
  return typeof entry === "function" ? entry(error) : entry
}
