/**
 * Bodies of what a guild shows to others: its welcome screen and its widget; and of what it stops for a while, and of who asks to join it. Source:
 * official OpenAPI document, `WelcomeScreenPatchRequestPartial`, `update_guild_widget_settings`, `GuildIncidentActionsRequest`, `action_guild_join_request`.
 */
import { Schema } from "effect"
import { formatTime, parseTime, toTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { type JoinRequest, limits as requests } from "../record/JoinRequest.ts"
import { limits, WELCOME_FEATURE, type WelcomeScreen } from "../record/WelcomeScreen.ts"
import type { Guild } from "../record/World.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, list, needed, Text } from "../validation/Shape.ts"
import { described, oneOf, text } from "../validation/ShapeLimits.ts"
import type { UserObject } from "./GuildWire.ts"

const Channel = Schema.Struct({
  channel_id: needed(Id),
  description: needed(text(1, limits.channelDescriptionMax)),
  emoji_id: field(Id),
  emoji_name: field(text(0, limits.emojiNameMax))
}).annotate({ identifier: "WelcomeChannelBody" })

export const WelcomeScreenEdit = Schema.Struct({
  description: field(text(0, limits.descriptionMax)),
  welcome_channels: field(list(Channel, limits.channels)),
  enabled: field(Bool)
}).annotate({ identifier: "WelcomeScreenBody" })

const decodeScreen = decoder(WelcomeScreenEdit)

export const NO_SCREEN: WelcomeScreen = { enabled: false, description: null, welcome_channels: [] }

/** An edit of the welcome screen of a guild; what it leaves out stays. */
export const welcomeBody = (sent: unknown, { features, welcome_screen = NO_SCREEN }: Guild): ElementBody => {
  const { value, faults } = decodeScreen(sent)
  const enabled = value.enabled ?? welcome_screen.enabled
  const screen = said({
    ...welcome_screen,
    enabled,
    description: value.description === undefined ? welcome_screen.description : value.description || null,
    welcome_channels: value.welcome_channels === null ? [] : (value.welcome_channels ?? welcome_screen.welcome_channels)
  })
  const others = features.filter((feature) => feature !== WELCOME_FEATURE)
  return {
    body: { welcome_screen: screen, features: enabled ? [...others, WELCOME_FEATURE] : others },
    faults,
    // The fields of the screen are those of the body.
    places: { welcome_screen: [] }
  }
}

/** The screen without its switch. */
export const welcomeObject = ({ enabled: _, ...shown }: WelcomeScreen) => shown

export const WidgetEdit = Schema.Struct({ enabled: field(Bool), channel_id: field(Id) }).annotate({
  identifier: "WidgetBody"
})

const decodeWidget = decoder(WidgetEdit)

export const widgetBody = (sent: unknown): ElementBody => {
  const { value, faults } = decodeWidget(sent)
  return {
    body: said({ widget_enabled: value.enabled ?? undefined, widget_channel_id: value.channel_id }),
    faults,
    places: { widget_enabled: ["enabled"], widget_channel_id: ["channel_id"] }
  }
}

const until = field(described(Text, "A date and time of ISO 8601, at most 24 hours in the future; null ends it."))

export const IncidentActions = Schema.Struct({ invites_disabled_until: until, dms_disabled_until: until }).annotate({
  identifier: "IncidentActionsBody"
})

const decodeIncidents = decoder(IncidentActions)

const NAMES = ["invites_disabled_until", "dms_disabled_until"] as const

const DAY_MS = 86_400_000

/** Code and text are our choice: docs/choices.md "Guilds and members". */
const TOO_LONG = FormError.of("INCIDENT_ACTIONS_UNTIL_TOO_LONG", "Must be at most 24 hours in the future.")

/** What a guild stops until when. A time that is over ends it, and what is left out stays. */
export const incidentsBody = (sent: unknown, nowMs: number): ElementBody => {
  const { value, faults } = decodeIncidents(sent)
  const times = NAMES.map((name) => [name, value[name], parseTime(value[name] ?? "")] as const)
  return {
    body: said(
      Object.fromEntries(
        times.map(([name, given, ms]) => [
          name,
          given == null || ms === undefined ? given : ms > nowMs ? formatTime(ms) : null
        ])
      )
    ),
    faults: [
      ...faults,
      ...times.flatMap(([name, given, ms]): ReadonlyArray<Fault> => {
        if (given == null) return []
        return at([name], ms === undefined ? FormError.notTime(given) : ms - nowMs > DAY_MS ? TOO_LONG : undefined)
      })
    ],
    places: {}
  }
}

type Incidents = Pick<Guild, (typeof NAMES)[number]>

/** Null where a guild stops nothing. */
export const incidentsData = ({ invites_disabled_until: invites, dms_disabled_until: dms }: Incidents) =>
  invites === undefined && dms === undefined
    ? null
    : {
        invites_disabled_until: invites === undefined ? null : (toTimestamp(invites) ?? invites),
        dms_disabled_until: dms === undefined ? null : (toTimestamp(dms) ?? dms)
      }

/** Whether nobody can join by an invite now. */
export const arePaused = ({ features, invites_disabled_until: until }: Guild, nowMs: number): boolean =>
  features.includes("INVITES_DISABLED") || isLater(until, nowMs)

/** Whether its members cannot write to each other because of it now. */
export const isQuiet = ({ dms_disabled_until: until }: Guild, nowMs: number): boolean => isLater(until, nowMs)

const isLater = (until: string | undefined, nowMs: number) => until !== undefined && (parseTime(until) ?? 0) > nowMs

/** The feature of a guild whose rules whoever joins accepts first. Source: the platform's documentation of membership screening. */
const SCREENING = "MEMBER_VERIFICATION_GATE_ENABLED"

/** What the rules of a guild make of somebody who joins it with these roles: a role lets them in. */
export const screened = (
  { features }: Pick<Guild, "features">,
  roles: ReadonlyArray<Snowflake>
): { readonly pending?: true } => (features.includes(SCREENING) && roles.length === 0 ? { pending: true } : {})

export const Review = Schema.Struct({
  action: needed(oneOf(Text, ["APPROVED", "REJECTED"])),
  rejection_reason: field(text(0, requests.reasonMax))
}).annotate({ identifier: "JoinRequestBody" })

const decodeReview = decoder(Review)
const judgeReview = judgeLimits(Review)

/** What becomes of a request to join. Nobody rejects whom they have let in. */
export const reviewBody = (sent: unknown, { application_status: status }: Pick<JoinRequest, "application_status">) => {
  const { value, faults } = decodeReview(sent)
  const isLate = status === "APPROVED" && value.action === "REJECTED"
  const action = value.action === "APPROVED" ? "APPROVED" : "REJECTED"
  return {
    application_status: action,
    rejection_reason: action === "REJECTED" ? (value.rejection_reason ?? null) : null,
    faults: [...faults, ...judgeReview(value), ...(isLate ? at(["action"], FormError.choices(["APPROVED"])) : [])]
  } as const
}

/** `people`: the applicant and the reviewer. The rules of a guild have no questions, and so a request has no answers. */
export const joinRequestObject = (
  { reviewer_id, created_at, reviewed_at, ...request }: JoinRequest,
  guild_id: Snowflake,
  people: ReadonlyMap<Snowflake, UserObject>
) => ({
  ...request,
  guild_id,
  created_at: toTimestamp(created_at) ?? created_at,
  reviewed_at: reviewed_at === null ? null : (toTimestamp(reviewed_at) ?? reviewed_at),
  user: people.get(request.user_id) ?? null,
  form_responses: [],
  actioned_by_user: people.get(reviewer_id ?? "") ?? null
})
