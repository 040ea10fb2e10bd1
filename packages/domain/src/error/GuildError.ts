/** Failures of what a guild says of itself: `ServiceError` has them too. Source: the platform's list of JSON error codes. */
import { failure } from "./Failure.ts"

export class CommunityChannel extends failure(
  "CommunityChannel",
  400,
  50074,
  "Cannot delete a channel required for Community servers"
)<{}> {}
export class UnknownWelcomeScreen extends failure(
  "UnknownWelcomeScreen",
  404,
  10069,
  "Unknown Guild Welcome Screen"
)<{}> {}
export class WidgetDisabled extends failure("WidgetDisabled", 403, 50004, "Guild Widget Disabled")<{}> {}
/** Nobody joins by an invite now. Our choice: docs/choices.md "Guilds and members". */
export class InvitesPaused extends failure(
  "InvitesPaused",
  403,
  40006,
  "This feature has been temporarily disabled server-side"
)<{ readonly because: string }> {}
export class InvalidToken extends failure("InvalidToken", 403, 50025, "Invalid OAuth2 access token provided")<{
  readonly because: string
}> {}
export class UnknownTemplate extends failure("UnknownTemplate", 404, 10057, "Unknown guild template")<{}> {}
export class TemplateThere extends failure("TemplateThere", 400, 30031, "Guild already has a template")<{}> {}
export class OnboardingLacks extends failure(
  "OnboardingLacks",
  400,
  350000,
  "Cannot enable onboarding, requirements are not met"
)<{}> {}
export class OnboardingBelow extends failure(
  "OnboardingBelow",
  400,
  350001,
  "Cannot update onboarding while below requirements"
)<{}> {}
/** Nobody deletes the role of boosters. */
export class InvalidRole extends failure("InvalidRole", 400, 50028, "Invalid Role")<{}> {}
export class TooFewBoosts extends failure(
  "TooFewBoosts",
  403,
  50101,
  "This server needs more boosts to perform this action"
)<{ readonly because: string }> {}
/** A sound that there is not, or that is not available. */
export class UnknownSound extends failure("UnknownSound", 404, 10097, "Unknown sound")<{}> {}
export class TooManySounds extends failure(
  "TooManySounds",
  400,
  30045,
  ({ max }: { readonly max: number }) => `Maximum number of soundboard sounds reached (${max})`
)<{ readonly max: number }> {}
export class SoundTooLarge extends failure("SoundTooLarge", 400, 50045, "File uploaded exceeds the maximum size")<{}> {}
export class SoundTooLong extends failure(
  "SoundTooLong",
  400,
  50124,
  "The provided file duration exceeds maximum length of 5.2 seconds"
)<{}> {}
export class UnknownJoinRequest extends failure("UnknownJoinRequest", 404, 0, "404: Not Found")<{}> {}
