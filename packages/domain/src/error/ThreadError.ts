/** Failures of threads, forums and messages of the service: `ServiceError` has them too. Source: the platform's list of JSON error codes. */
import { failure } from "./Failure.ts"

export class UnknownTag extends failure("UnknownTag", 404, 10087, "Unknown tag")<{}> {}
export class TwinTags extends failure("TwinTags", 400, 40061, "Tag names must be unique")<{}> {}
export class NoOpenTag extends failure(
  "NoOpenTag",
  400,
  40066,
  "There are no tags available that can be set by non-moderators"
)<{}> {}
export class TagRequired extends failure(
  "TagRequired",
  400,
  40067,
  "A tag is required to create a forum post in this channel"
)<{}> {}
export class TooManyPinnedPosts extends failure(
  "TooManyPinnedPosts",
  400,
  30047,
  "Maximum number of pinned threads in a forum channel has been reached"
)<{}> {}
/** `because`: the rule that the title breaks. */
export class TitleBlocked extends failure("TitleBlocked", 400, 200001, "Title was blocked by automatic moderation")<{
  readonly because: string
}> {}
export class OnSystemMessage extends failure(
  "OnSystemMessage",
  403,
  50021,
  "Cannot execute action on a system message"
)<{}> {}
export class ThreadAlreadyThere extends failure(
  "ThreadAlreadyThere",
  400,
  160004,
  "A thread has already been created for this message"
)<{}> {}
export class TooManyThreads extends failure(
  "TooManyThreads",
  400,
  160006,
  "Maximum number of active threads reached"
)<{}> {}
