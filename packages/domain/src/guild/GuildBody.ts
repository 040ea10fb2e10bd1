/**
 * The body that edits a guild; the rules of the world judge channels and numbers. Our
 * choice: docs/choices.md "Guilds and members". Source: official OpenAPI document, `GuildPatchRequestPartial`; the
 * platform's documentation of `Modify Guild` and of guild features.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { LOCALES } from "../base/Locale.ts"
import { bytesOf, pictureOf } from "../base/Picture.ts"
import { profile } from "../base/ProfileLimits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { AFK_TIMEOUTS, COMMUNITY_CHANNELS, limits } from "../record/GuildSettings.ts"
import type { Guild } from "../record/World.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, Int, list, nullable, Text } from "../validation/Shape.ts"
import { described, oneOf, text, whole } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"
import { type Boosted, hasFeature } from "./Feature.ts"
import { sentPicture } from "./PictureBody.ts"
import { REGION_IDS } from "./VoiceRegion.ts"

const picture = field(described(Text, "A picture as a data URI."))
const level = (max: number) => field(whole(0, max))

export const GuildEdit = Schema.Struct({
  name: field(text(Limits.guild.nameMin, Limits.guild.nameMax)),
  description: field(text(0, limits.descriptionMax)),
  icon: picture,
  banner: picture,
  splash: picture,
  discovery_splash: picture,
  home_header: picture,
  region: field(oneOf(Text, REGION_IDS)),
  preferred_locale: field(oneOf(Text, LOCALES)),
  verification_level: level(4),
  default_message_notifications: level(1),
  explicit_content_filter: level(2),
  premium_progress_bar_enabled: field(Bool),
  afk_channel_id: field(Id),
  afk_timeout: field(oneOf(Int, AFK_TIMEOUTS)),
  system_channel_id: field(Id),
  system_channel_flags: level(limits.flagsMax),
  rules_channel_id: field(Id),
  public_updates_channel_id: field(Id),
  safety_alerts_channel_id: field(Id),
  features: field(list(nullable(Text), limits.featuresMax)),
  owner_id: field(described(Id, "Refused: a bot owns no guild, and only the owner passes a guild on."))
}).annotate({ identifier: "GuildEditBody" })

const decode = decoder(GuildEdit)

/** The features that an edit can give and take. */
const EDITABLE_FEATURES: ReadonlyArray<string> = [
  "COMMUNITY",
  "DISCOVERABLE",
  "INVITES_DISABLED",
  "RAID_ALERTS_DISABLED"
]

/** Those that only an administrator gives and takes. */
const OF_ADMINISTRATORS: ReadonlyArray<string> = ["COMMUNITY", "DISCOVERABLE"]

const PICTURES = ["icon", "banner", "splash", "discovery_splash", "home_header"] as const

export interface GuildBody extends ElementBody {
  /** What only an administrator changes. */
  readonly byAdministrators: ReadonlyArray<string>
  /** Another owner was asked for. */
  readonly passesOn: boolean
  /** The features that the guild lacks for its pictures, for want of boosts. */
  readonly boosted: ReadonlyArray<Boosted>
}

/** An edit of a guild. `sha256`: of a text, in hexadecimal digits. */
export const guildBody = (sent: unknown, guild: Guild, sha256: (text: string) => string): GuildBody => {
  const { value, faults } = decode(sent)
  const { owner_id, name, features: listed, description, ...same } = value
  const features = listed == null ? undefined : featuresAfter(guild.features, listed)
  const pictures = PICTURES.map((field) => [field, sentPicture(value[field], profile.pictureBytes, sha256)] as const)
  const body = said({
    ...same,
    ...Object.fromEntries(pictures.map(([field, { hash }]) => [field, hash])),
    name: unlessNull(name),
    description: description === "" ? null : description,
    features
  })
  return {
    body,
    faults: [
      ...faults,
      // The world file also allows a name of one letter.
      ...at(["name"], lengthError(name, Limits.guild.nameMin, Limits.guild.nameMax)),
      ...pictures.flatMap(([field, { error }]) => at([field], error)),
      ...featureFaults(guild.features, listed ?? []),
      ...communityFaults(guild, { ...guild, ...body })
    ],
    places: {},
    pictures: pictures.flatMap(([, { kept }]) => kept),
    byAdministrators: OF_ADMINISTRATORS.filter(
      (feature) => features !== undefined && features.includes(feature) !== guild.features.includes(feature)
    ),
    passesOn: owner_id != null && owner_id !== guild.owner_id,
    boosted: wanted(value).filter((feature) => !hasFeature(guild, feature))
  }
}

/** A picture is animated by its bytes, whatever its address says. */
const moves = (uri: string): boolean => {
  const bytes = bytesOf(uri)
  return bytes !== undefined && pictureOf(bytes)?.animated === true
}

/** The features that pictures need. */
const wanted = ({ icon, banner, splash }: typeof GuildEdit.Type): ReadonlyArray<Boosted> => [
  ...(icon != null && moves(icon) ? (["ANIMATED_ICON"] as const) : []),
  ...(banner != null ? (["BANNER"] as const) : []),
  ...(banner != null && moves(banner) ? (["ANIMATED_BANNER"] as const) : []),
  ...(splash != null ? (["INVITE_SPLASH"] as const) : [])
]

/** Features that no edit can take stay, listed or not. */
const featuresAfter = (before: ReadonlyArray<string>, sent: ReadonlyArray<string | null | undefined>) => [
  ...before.filter((feature) => !EDITABLE_FEATURES.includes(feature) || sent.includes(feature)),
  ...EDITABLE_FEATURES.filter((feature) => sent.includes(feature) && !before.includes(feature))
]

const featureFaults = (
  before: ReadonlyArray<string>,
  sent: ReadonlyArray<string | null | undefined>
): ReadonlyArray<Fault> =>
  sent.flatMap((feature, i) => {
    if (feature == null || before.includes(feature) || EDITABLE_FEATURES.includes(feature)) return []
    return [fault(["features", i], FormError.choices(EDITABLE_FEATURES))]
  })

interface Wanted {
  readonly features?: unknown
  readonly rules_channel_id?: unknown
  readonly public_updates_channel_id?: unknown
}

/**
 * A guild with COMMUNITY needs channels, and DISCOVERABLE needs COMMUNITY. What a world gave without them stays: only an
 * edit that takes something away is refused, or one that adds a feature which lacks something.
 */
const communityFaults = (before: Wanted, after: Wanted): ReadonlyArray<Fault> => {
  const had = featuresOf(before)
  const has = featuresOf(after)
  const isNew = !had.community
  const lacking = has.community ? COMMUNITY_CHANNELS.filter((name) => after[name] == null) : []
  return [
    ...lacking.filter((name) => isNew || before[name] != null).map((name) => fault([name], FormError.required)),
    ...(has.isAlone && !had.isAlone ? [fault(["features"], NEEDS_COMMUNITY)] : [])
  ]
}

/** `isAlone`: DISCOVERABLE without COMMUNITY. */
const featuresOf = ({ features }: Wanted) => {
  const all: ReadonlyArray<unknown> = Array.isArray(features) ? features : []
  const community = all.includes("COMMUNITY")
  return { community, isAlone: !community && all.includes("DISCOVERABLE") }
}

const NEEDS_COMMUNITY = FormError.of(
  "GUILD_DISCOVERABLE_REQUIREMENTS",
  "A guild with DISCOVERABLE needs the feature COMMUNITY."
)
