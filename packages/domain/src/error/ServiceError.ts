/** Expected failures, one tag per meaning; `@backlot/protocol/error/ErrorTable` maps each to the wire. */
import { Data } from "effect"
import type { Refusal } from "../limit/RateLimit.ts"
import type { CommandType } from "../record/ApplicationCommand.ts"
import type { Fault } from "./Fault.ts"
import type * as Failures from "./ServiceError.ts"

export class Unauthorized extends Data.TaggedError("Unauthorized")<{}> {}
export class MissingScope extends Data.TaggedError("MissingScope")<{ readonly scope: string }> {}
export class NotThisApplication extends Data.TaggedError("NotThisApplication")<{}> {}
export class UnknownApplication extends Data.TaggedError("UnknownApplication")<{}> {}
export class UnknownGuild extends Data.TaggedError("UnknownGuild")<{}> {}
export class UnknownChannel extends Data.TaggedError("UnknownChannel")<{}> {}
export class UnknownLobby extends Data.TaggedError("UnknownLobby")<{}> {}
export class UnknownUser extends Data.TaggedError("UnknownUser")<{}> {}
export class UnknownRole extends Data.TaggedError("UnknownRole")<{}> {}
/** The application is not installed there. */
export class UnknownIntegration extends Data.TaggedError("UnknownIntegration")<{}> {}
export class UnknownMember extends Data.TaggedError("UnknownMember")<{}> {}
export class UnknownMessage extends Data.TaggedError("UnknownMessage")<{}> {}
export class UnknownCommand extends Data.TaggedError("UnknownCommand")<{}> {}
/** The command or application has no overwrites in this guild. */
export class UnknownCommandPermissions extends Data.TaggedError("UnknownCommandPermissions")<{}> {}
export class UnknownInteraction extends Data.TaggedError("UnknownInteraction")<{}> {}
export class UnknownWebhook extends Data.TaggedError("UnknownWebhook")<{}> {}
export class InvalidWebhookToken extends Data.TaggedError("InvalidWebhookToken")<{}> {}
export class AlreadyAcknowledged extends Data.TaggedError("AlreadyAcknowledged")<{}> {}
export class EmptyMessage extends Data.TaggedError("EmptyMessage")<{}> {}
export class FollowUpLimit extends Data.TaggedError("FollowUpLimit")<{}> {}
export class MissingAccess extends Data.TaggedError("MissingAccess")<{}> {}
/** The user of the token may not do this (wire-rest.md §3.3). */
export class MissingPermissions extends Data.TaggedError("MissingPermissions")<{}> {}
/** Not possible in a direct channel of two. */
export class NotInDirect extends Data.TaggedError("NotInDirect")<{}> {}
export class NotTheAuthor extends Data.TaggedError("NotTheAuthor")<{}> {}
/** The channel cannot contain messages. */
export class NotTextChannel extends Data.TaggedError("NotTextChannel")<{}> {}
export class ThreadArchived extends Data.TaggedError("ThreadArchived")<{}> {}
export class ThreadLocked extends Data.TaggedError("ThreadLocked")<{}> {}
export class ReplyWithoutHistory extends Data.TaggedError("ReplyWithoutHistory")<{}> {}
export class BulkDeleteCount extends Data.TaggedError("BulkDeleteCount")<{}> {}
export class BulkDeleteAge extends Data.TaggedError("BulkDeleteAge")<{}> {}
export class PinnedElsewhere extends Data.TaggedError("PinnedElsewhere")<{}> {}
export class TooManyPins extends Data.TaggedError("TooManyPins")<{ readonly max: number }> {}
export class UnknownEmoji extends Data.TaggedError("UnknownEmoji")<{}> {}
export class TooManyReactions extends Data.TaggedError("TooManyReactions")<{ readonly max: number }> {}
export class UnknownOverwrite extends Data.TaggedError("UnknownOverwrite")<{}> {}
/** A direct channel without a recipient, or with another bot. */
export class InvalidRecipient extends Data.TaggedError("InvalidRecipient")<{}> {}
export class WrongChannelType extends Data.TaggedError("WrongChannelType")<{}> {}
export class TooManyRoles extends Data.TaggedError("TooManyRoles")<{ readonly max: number }> {}
export class TooManyChannels extends Data.TaggedError("TooManyChannels")<{ readonly max: number }> {}
export class ThreadAlreadyThere extends Data.TaggedError("ThreadAlreadyThere")<{}> {}
export class TooManyLobbyMembers extends Data.TaggedError("TooManyLobbyMembers")<{ readonly max: number }> {}
/** The user is in the maximum number of lobbies of an application. */
export class TooManyLobbies extends Data.TaggedError("TooManyLobbies")<{ readonly max: number }> {}
/** An edit of the voice state of a member who is not connected to voice. */
export class NotInVoice extends Data.TaggedError("NotInVoice")<{}> {}
export class NotForBots extends Data.TaggedError("NotForBots")<{}> {}
export class OnlyBots extends Data.TaggedError("OnlyBots")<{}> {}
export class NameTaken extends Data.TaggedError("NameTaken")<{}> {}
export class EntryPointRemoval extends Data.TaggedError("EntryPointRemoval")<{}> {}
export class TooManyCommands extends Data.TaggedError("TooManyCommands")<{
  readonly type: CommandType
  readonly max: number
}> {}
/** The window has no requests left. */
export class RateLimited extends Data.TaggedError("RateLimited")<{ readonly refusal: Refusal }> {}
/** No more command creates for this application and scope today (decision 26). */
export class DailyCreatesSpent extends Data.TaggedError("DailyCreatesSpent")<{ readonly retry_after_ms: number }> {}
/** Every fault of the body. Never empty. */
export class InvalidForm extends Data.TaggedError("InvalidForm")<{ readonly faults: ReadonlyArray<Fault> }> {}
/** Failures of HTTP itself. */
export class InvalidJson extends Data.TaggedError("InvalidJson")<{}> {}
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{}> {}
export class NotFound extends Data.TaggedError("NotFound")<{}> {}
export class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{}> {}
export class InvalidApiVersion extends Data.TaggedError("InvalidApiVersion")<{}> {}

/** Every failure of this module. */
export type ServiceError = InstanceType<(typeof Failures)[keyof typeof Failures]>
