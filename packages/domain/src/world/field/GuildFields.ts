/** The settings of a guild, with their rules. */
import { Struct } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import { type Fault, fault } from "../../error/Fault.ts"
import { boostsIn } from "../../guild/Boost.ts"
import { REGION_IDS } from "../../guild/VoiceRegion.ts"
import { AFK_TIMEOUTS, CHANNEL_SETTINGS, limits, NAMED_CHANNELS } from "../../record/GuildSettings.ts"
import type { Guild, World } from "../../record/World.ts"
import { Bool, Id, Int, Text } from "../../validation/Shape.ts"
import { between, type Check, length, oneOf } from "../rule/Check.ts"
import { avatar as hash, refersTo, time } from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { boostedBy, withCount } from "./BoostCount.ts"
import { type Gone, isGone } from "./Gone.ts"
import * as JoinRequests from "./JoinRequestFields.ts"
import * as NewMember from "./NewMemberFields.ts"
import * as Onboarding from "./OnboardingFields.ts"
import * as Template from "./TemplateFields.ts"
import * as Welcome from "./WelcomeFields.ts"

const channelOf = (what: string, types: ReadonlyArray<number>): Check =>
  refersTo(`${what} channel of this guild`, (id, { guild_id, references }) => {
    const guild = references.guild(guild_id)
    return guild === undefined || types.includes(guild.channelType(id) ?? -1)
  })

const written = (name: keyof typeof NAMED_CHANNELS) => [Id, channelOf("text", NAMED_CHANNELS[name])] as const
const picture = [Text, hash] as const
const level = (max: number) => [Int, between(0, max)] as const

/** In the order of the world file. */
export const FIELDS = {
  description: [Text, length(0, limits.descriptionMax)],
  icon: picture,
  banner: picture,
  splash: picture,
  discovery_splash: picture,
  home_header: picture,
  region: [Text, oneOf(REGION_IDS)],
  verification_level: level(4),
  default_message_notifications: level(1),
  explicit_content_filter: level(2),
  mfa_level: level(1),
  nsfw_level: level(3),
  premium_tier: level(3),
  premium_subscription_count: level(limits.boostsMax),
  premium_progress_bar_enabled: [Bool],
  afk_channel_id: [Id, channelOf("voice", NAMED_CHANNELS.afk_channel_id)],
  afk_timeout: [Int, oneOf(AFK_TIMEOUTS)],
  system_channel_id: written("system_channel_id"),
  system_channel_flags: level(limits.flagsMax),
  rules_channel_id: written("rules_channel_id"),
  public_updates_channel_id: written("public_updates_channel_id"),
  safety_alerts_channel_id: written("safety_alerts_channel_id"),
  widget_enabled: [Bool],
  widget_channel_id: [Id, channelOf("usual", NAMED_CHANNELS.widget_channel_id)],
  invites_disabled_until: [Text, time],
  dms_disabled_until: [Text, time],
  welcome_screen: [Welcome.shape],
  new_member_welcome: [NewMember.shape],
  template: [Template.shape],
  onboarding: [Onboarding.shape],
  join_requests: JoinRequests.field
} as const

/** A guild names no channel that goes. A template whose creator goes belongs to the owner of the guild. */
export const without = (guild: Guild, gone: Gone, world: World): Guild => {
  const left = withoutPeople(withoutChannels(guild, gone), gone)
  // Whoever leaves takes their boosts along. The world is that before: what goes may be told more than once.
  const lost = boostsIn(
    world.members.filter((one) => one.guild_id === guild.id && isGone(gone, "members", guild.id, one.user_id))
  )
  const before = lost === 0 ? undefined : world.guilds.find(({ id }) => id === guild.id)
  return before === undefined ? left : withCount(left, boostedBy(before, -lost))
}

const withoutPeople = (guild: Guild, gone: Gone): Guild => {
  const { join_requests: asked, ...others } = guild
  const left = asked && JoinRequests.without(asked, gone)
  return left === asked ? guild : { ...others, ...JoinRequests.build(left) }
}

const withoutChannels = (guild: Guild, gone: Gone): Guild => {
  const names = CHANNEL_SETTINGS.filter((name) => isGone(gone, "channels", guild[name] ?? ""))
  const left: Guild = names.length === 0 ? guild : Struct.omit(guild, names)
  const screen = left.welcome_screen && Welcome.withoutChannels(left.welcome_screen, gone)
  const shown = screen === undefined || screen === left.welcome_screen ? left : { ...left, welcome_screen: screen }
  const guide = shown.new_member_welcome && NewMember.withoutChannels(shown.new_member_welcome, gone)
  const guiding =
    guide === undefined || guide === shown.new_member_welcome ? shown : { ...shown, new_member_welcome: guide }
  const asked = guiding.onboarding && Onboarding.without(guiding.onboarding, guild.id, gone)
  const asking = asked === undefined || asked === guiding.onboarding ? guiding : { ...guiding, onboarding: asked }
  return asking.template !== undefined && isGone(gone, "account", asking.template.creator_id)
    ? { ...asking, template: { ...asking.template, creator_id: guild.owner_id } }
    : asking
}

/** A channel that a guild names keeps a type that it can have there. */
export const namedOtherwise = (guild: Guild, channelId: Snowflake, type: number): ReadonlyArray<Fault> =>
  CHANNEL_SETTINGS.flatMap((name) => {
    const types: ReadonlyArray<number> = NAMED_CHANNELS[name]
    return guild[name] === channelId && !types.includes(type) ? [fault(["type"], WorldError.guildChannel(name))] : []
  })
