/** The rows of failures of what a guild says of itself. */
import * as Failure from "@backlot/domain/error/ServiceError"

type Row = readonly [failure: Failure.ServiceError, status: number, code: number, message: string]

export const GUILD_FAILURES = {
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
  UnknownTemplate: [new Failure.UnknownTemplate(), 404, 10057, "Unknown guild template"],
  TemplateThere: [new Failure.TemplateThere(), 400, 30031, "Guild already has a template"],
  OnboardingLacks: [new Failure.OnboardingLacks(), 400, 350000, "Cannot enable onboarding, requirements are not met"],
  OnboardingBelow: [new Failure.OnboardingBelow(), 400, 350001, "Cannot update onboarding while below requirements"],
  TooFewBoosts: [
    new Failure.TooFewBoosts({ because: "no BANNER" }),
    403,
    50101,
    "This server needs more boosts to perform this action"
  ]
} satisfies Readonly<Record<string, Row>>
