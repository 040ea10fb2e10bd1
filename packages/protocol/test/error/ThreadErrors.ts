/** The rows of failures about threads, forums and messages of the service. */
import * as Failure from "@backlot/domain/error/ServiceError"

export type Row = readonly [failure: Failure.ServiceError, status: number, code: number, message: string]

export const THREADS = {
  UnknownTag: [new Failure.UnknownTag(), 404, 10087, "Unknown tag"],
  TwinTags: [new Failure.TwinTags(), 400, 40061, "Tag names must be unique"],
  NoOpenTag: [new Failure.NoOpenTag(), 400, 40066, "There are no tags available that can be set by non-moderators"],
  TagRequired: [new Failure.TagRequired(), 400, 40067, "A tag is required to create a forum post in this channel"],
  TooManyPinnedPosts: [
    new Failure.TooManyPinnedPosts(),
    400,
    30047,
    "Maximum number of pinned threads in a forum channel has been reached"
  ],
  TitleBlocked: [
    new Failure.TitleBlocked({ because: "a rule" }),
    400,
    200_001,
    "Title was blocked by automatic moderation"
  ],
  OnSystemMessage: [new Failure.OnSystemMessage(), 403, 50021, "Cannot execute action on a system message"]
} as const satisfies Readonly<Record<string, Row>>
