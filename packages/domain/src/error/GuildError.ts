/** Failures of what a guild says of itself: `ServiceError` has them too. Source: the platform's list of JSON error codes. */
import { failure } from "./Failure.ts"

export class CommunityChannel extends failure(
  "CommunityChannel",
  400,
  50074,
  "Cannot delete a channel required for Community servers"
)<{}> {}
export class TooFewBoosts extends failure(
  "TooFewBoosts",
  403,
  50101,
  "This server needs more boosts to perform this action"
)<{ readonly because: string }> {}
