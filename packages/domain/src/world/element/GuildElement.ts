/** A guild, with all that it holds. */

import { emoji } from "../../base/EmojiLimits.ts"
import { scalarText } from "../../base/Scalar.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { sound } from "../../base/SoundLimits.ts"
import { sticker } from "../../base/StickerLimits.ts"
import { elementsOf, type FileElement, type Target } from "../../element/WorldTarget.ts"
import { UnknownGuild } from "../../error/ServiceError.ts"
import { atLeast, boostsIn, countOf, isBoosterRole, recounted, withBoosterRole } from "../../guild/Boost.ts"
import { limits as autoModeration } from "../../record/AutoModeration.ts"
import { limits as eventLimits } from "../../record/EventLimits.ts"
import { SETTING_NAMES, SETTINGS } from "../../record/GuildSettings.ts"
import type { Guild, Lists, World } from "../../record/World.ts"
import { Any, Id, Int, list, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { rivals as emojiRivals } from "../field/EmojiFields.ts"
import { goneKey } from "../field/Gone.ts"
import * as Settings from "../field/GuildFields.ts"
import * as JoinRequests from "../field/JoinRequestFields.ts"
import * as NewMember from "../field/NewMemberFields.ts"
import * as Onboarding from "../field/OnboardingFields.ts"
import * as Template from "../field/TemplateFields.ts"
import * as Welcome from "../field/WelcomeFields.ts"
import { notCrowded } from "../rule/AutoModeration.ts"
import { between, distinct, each, length, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { type Placed, type PlacedTable, place } from "../rule/Placed.ts"
import { type GuildReferences, referencesIn, withGuild } from "../rule/References.ts"
import { by, idsOf, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import * as AutoModeration from "./AutoModerationElement.ts"
import * as Ban from "./BanElement.ts"
import * as Channel from "./ChannelElement.ts"
import { listsOf } from "./Composed.ts"
import { type Building, type Element, nameIn, pick, type RootKind, rivals, sorted } from "./Element.ts"
import * as Emoji from "./EmojiElement.ts"
import * as Install from "./GuildInstallElement.ts"
import * as Invite from "./InviteElement.ts"
import * as Member from "./MemberElement.ts"
import * as Role from "./RoleElement.ts"
import * as RoleIds from "./RoleIds.ts"
import * as ScheduledEvent from "./ScheduledEventElement.ts"
import * as Sound from "./SoundElement.ts"
import * as StageInstance from "./StageInstanceElement.ts"
import * as Sticker from "./StickerElement.ts"
import * as VoiceState from "./VoiceStateElement.ts"
import * as Webhook from "./WebhookElement.ts"

/** The kinds that a guild holds, by the names of their lists. */
const HELD = {
  roles: Role.element,
  channels: Channel.element,
  // Their events come before those of their members: who leaves the guild leaves voice first.
  voice_states: VoiceState.element,
  members: Member.element,
  bans: Ban.element,
  emojis: Emoji.element,
  invites: Invite.element,
  webhooks: Webhook.element,
  scheduled_events: ScheduledEvent.element,
  stage_instances: StageInstance.element,
  stickers: Sticker.element,
  auto_moderation_rules: AutoModeration.element,
  soundboard_sounds: Sound.element,
  installs: Install.element
}

const own = fieldsOf(
  "guild",
  {
    id: [Id, required],
    name: [Text, required, length(1, 100)],
    owner_id: [Id, required, Value.user],
    preferred_locale: [Text, Value.locale],
    features: [list(Any), each(Value.text), distinct],
    vanity_url_code: [Text, Value.vanityCode],
    vanity_url_uses: [Int, between(0, 2 ** 31 - 1)],
    ...Settings.FIELDS,
    ...listsOf(HELD),
    emojis: [list(Emoji.element.shape), size(0, emoji.held)],
    scheduled_events: [list(ScheduledEvent.element.shape), size(0, eventLimits.held)],
    stickers: [list(Sticker.element.shape), size(0, sticker.held)],
    auto_moderation_rules: [list(AutoModeration.element.shape), size(0, autoModeration.perGuild), notCrowded],
    soundboard_sounds: [list(Sound.element.shape), size(0, sound.held)]
  },
  HELD
)

export type Draft = typeof own.shape.Type

const places = (guilds: ReadonlyArray<Placed<Draft>>) => {
  const all = guilds.map((g) => ({ ...g, guild_id: g.value.id ?? "" }))
  return {
    ...own.places(all),
    ...Welcome.places(all),
    ...NewMember.places(all),
    ...Template.places(all),
    ...Onboarding.places(all),
    ...JoinRequests.places(all)
  }
}

/** What the elements of a guild can refer to in it. */
export const references = (id: Snowflake, draft: Draft, botOf: Building["botOf"]): GuildReferences => {
  const bots = (draft.installs ?? []).flatMap((i) => {
    const bot = botOf(i.application_id ?? "")
    return bot && Value.hasBotScope(i.scopes) ? [bot] : []
  })
  const roles = new Set([id, ...(draft.roles ?? []).map((r) => r.id)])
  const managed = new Set(RoleIds.managedIn(id, draft.installs ?? []))
  const emojis = new Set((draft.emojis ?? []).map((e) => e.id))
  const events = new Set((draft.scheduled_events ?? []).map((e) => e.id))
  const members = new Set([draft.owner_id, ...(draft.members ?? []).map((m) => m.user_id), ...bots])
  // Of several channels with one id the first counts: the others are at fault.
  const channels = new Map(
    (draft.channels ?? []).toReversed().map((c) => [c.id, c.type ?? Channel.element.defaults.channel.type])
  )
  const tags = new Set(
    (draft.channels ?? []).flatMap((c) => (c.available_tags ?? []).map((tag) => `${c.id}/${tag.id}`))
  )
  return {
    role: (role) => roles.has(role),
    managedRole: (role) => managed.has(role),
    member: (member) => members.has(member),
    channelType: (channel) => channels.get(channel),
    forumTag: (channel, tag) => tags.has(`${channel}/${tag}`),
    scheduledEvent: (event) => events.has(event),
    emoji: (emoji) => emojis.has(emoji)
  }
}

const defaults = {
  guild: {
    preferred_locale: "en-US",
    features: [],
    vanity_url_code: null,
    vanity_url_uses: 0,
    ...SETTINGS,
    invites_disabled_until: null,
    dms_disabled_until: null,
    welcome_screen: null,
    new_member_welcome: null,
    template: null,
    onboarding: null,
    join_requests: [],
    ...Object.fromEntries(Object.keys(HELD).map((name) => [name, []]))
  },
  ...Welcome.defaults,
  ...NewMember.defaults,
  ...Template.defaults,
  ...Onboarding.defaults,
  ...JoinRequests.defaults
} as const

/** In any case. */
const uniqueVanity: UniqueRule<{ readonly guild?: ReadonlyArray<Placed<Pick<Draft, "vanity_url_code">>> }> = {
  entries: ({ guild = [] }) => by(guild, "vanity_url_code", (one) => one.vanity_url_code?.toLowerCase()),
  problem: WorldError.duplicateEntry("A vanity URL leads into one guild.")
}

const TIMES = ["invites_disabled_until", "dms_disabled_until"] as const

const build = (draft: Draft): Guild => ({
  id: draft.id ?? "",
  name: draft.name ?? "",
  owner_id: draft.owner_id ?? "",
  preferred_locale: Value.localeOr(draft.preferred_locale, defaults.guild.preferred_locale),
  features: Value.texts(draft.features),
  ...beyond(
    { ...draft, ...atLeast(countOf(draft), draft.members ?? []) },
    ["vanity_url_code", "vanity_url_uses", ...TIMES, ...SETTING_NAMES],
    defaults.guild
  ),
  ...(draft.welcome_screen ? { welcome_screen: Welcome.build(draft.welcome_screen) } : {}),
  ...(draft.new_member_welcome ? { new_member_welcome: NewMember.build(draft.new_member_welcome) } : {}),
  ...(draft.template ? { template: Template.build(draft.template) } : {}),
  ...(draft.onboarding ? { onboarding: Onboarding.build(draft.onboarding) } : {}),
  ...JoinRequests.build(draft.join_requests)
})

/** The records of every list of a guild. */
const buildHeld = (draft: Draft, { botOf, mint }: Pick<Building, "botOf" | "mint">): Partial<Lists> => {
  const guild = build(draft)
  const installs = Install.element.buildAll(draft.installs ?? [], guild)
  const bots = installs.flatMap((i) => (i.scopes.includes("bot") ? [botOf(i.application_id) ?? ""] : []))
  const lists: Partial<Lists> = Object.fromEntries(
    // Each kind builds from the drafts of its own list.
    Object.entries(HELD).map(([name, kind]) => [
      kind.list,
      kind.buildAll((draft[name as keyof typeof HELD] ?? []) as never, guild, { bots, mint })
    ])
  )
  const boosters = lists.roles?.find(isBoosterRole)
  return boosters === undefined
    ? lists
    : { ...lists, members: (lists.members ?? []).map((member) => withBoosterRole(member, boosters)) }
}

const botIn = (world: World) => (id: Snowflake) => world.applications.find((a) => a.id === id)?.bot.id

const idsIn = (drafts: ReadonlyArray<{ readonly id?: string | null }> | null | undefined) =>
  (drafts ?? []).flatMap(({ id }) => (id ? [id] : []))

/**
 * What its lists no longer name goes. The @everyone role stays, and the owner and the bots of installations stay members;
 * a bot that loses its scope leaves.
 */
const dropped = (
  world: World,
  { guild_id }: Target<"guild">,
  before: FileElement,
  after: FileElement
): ReadonlyArray<string> => {
  const bots = botsIn(world, after)
  const stays: Readonly<Record<string, ReadonlySet<string>>> = {
    roles: new Set([guild_id]),
    members: new Set([scalarText(after["owner_id"]), ...bots])
  }
  const unnamed = Object.entries(HELD).flatMap(([name, kind]) => {
    const named = new Set([...elementsOf(after, name).map((e) => scalarText(e[nameIn(kind)])), ...(stays[name] ?? [])])
    return keysIn(world, guild_id, kind)
      .filter((key) => !named.has(key.at(-1) ?? ""))
      .map((key) => goneKey(kind.list, ...key))
  })
  const left = [...botsIn(world, before)].filter((id) => !bots.has(id))
  return [
    ...unnamed,
    ...left.map((id) => goneKey("members", guild_id, id)),
    ...Install.rolesLost(guild_id, elementsOf(before, "installs"), elementsOf(after, "installs"))
  ]
}

const botsIn = (world: World, guild: FileElement) => {
  const installs = elementsOf(guild, "installs").filter(Install.hasBot)
  return Install.botsOf(world, new Set(installs.map((install) => scalarText(install["application_id"]))))
}

type HeldList = (typeof HELD)[keyof typeof HELD]["list"]

/** What an edit of its boosts, or of its members, makes of a tier that follows them. */
const boosted = (body: FileElement, merged: FileElement, before: FileElement): FileElement => {
  const was = countOf(before)
  const more = boostsIn(elementsOf(merged, "members")) - boostsIn(elementsOf(before, "members"))
  const { premium_subscription_count: given } = countOf(merged)
  const count = recounted(was, body["premium_subscription_count"] === undefined ? given + more : given)
  if (count.premium_subscription_count === was.premium_subscription_count) return {}
  return { ...count, ...pick(merged, body["premium_tier"] === undefined ? [] : ["premium_tier"]) }
}

/** Who has the ids of what its lists hold. */
const rivalsIn = (world: World, guildId: Snowflake, draft: Draft): PlacedTable =>
  Object.assign(
    {},
    ...Object.entries(HELD).map(([name, kind]) =>
      rivals(
        kind,
        world,
        elementsOf(draft, name).map(({ id }) => scalarText(id)),
        guildId
      )
    )
  )

/** The keys of the records of a guild. */
const keysIn = (world: World, guildId: Snowflake, kind: Pick<Element, "key"> & { readonly list: HeldList }) =>
  world[kind.list].flatMap((record) => (record.guild_id === guildId ? [kind.key(record)] : []))

export const element = {
  list: "guilds",
  ...own,
  places,
  rules: {
    ...own.rules,
    ...Welcome.rules,
    ...NewMember.rules,
    ...Template.rules,
    ...Onboarding.rules,
    ...JoinRequests.rules
  },
  defaults,
  ids: idsOf("guild"),
  unique: [uniqueVanity, Template.unique, ...JoinRequests.unique],
  build,
  holds: HELD,
  buildHeld,
  collections: ["guild"],
  key: (g) => [g.id],
  without: Settings.without,
  event: (guild) => ({ guild_id: guild.id, guild }),
  beforeWith: ["join_requests"],
  edit: {
    unknown: UnknownGuild,
    dependents: { commands: "guild" },
    timed: true,
    kept: Object.keys(HELD),
    lists: Object.keys(HELD),
    dropped,
    completed: ({ body }, merged, before) => (before === undefined ? {} : boosted(body, merged, before)),
    around: (world, { guild_id }, draft) => ({
      references: withGuild(referencesIn(world), guild_id, references(guild_id, draft, botIn(world))),
      rivals: {
        ...rivalsIn(world, guild_id, draft),
        ...RoleIds.rivals(
          world,
          [guild_id, ...idsIn(draft.roles), ...RoleIds.managedIn(guild_id, draft.installs ?? [])],
          guild_id
        ),
        ...Channel.rivals(world, idsIn(draft.channels), guild_id),
        ...emojiRivals(world, idsIn(draft.emojis), guild_id),
        ...Invite.rivals(world, guild_id),
        template: world.guilds.flatMap(({ id, template }) =>
          id === guild_id || template === undefined ? [] : [place([], { code: template.code })]
        ),
        guild: world.guilds.flatMap(({ id, vanity_url_code }) =>
          id === guild_id || vanity_url_code === undefined ? [] : [place([], { id, vanity_url_code })]
        )
      }
    }),
    record: (_, draft) => build(draft),
    settled: (_, world, { guild_id }, draft, mint) => ({
      ...world,
      ...adopted(world, guild_id, buildHeld(draft, { botOf: botIn(world), mint }))
    })
  }
} satisfies RootKind<Guild, Draft, "guild">

/** The lists of a world with the records of one guild in place of its old ones. */
const adopted = (world: World, guildId: Snowflake, lists: Partial<Lists>): Partial<Lists> =>
  Object.fromEntries(
    Object.values(HELD).map((kind) => [
      kind.list,
      [
        ...world[kind.list].filter(({ guild_id }) => guild_id !== guildId),
        ...sorted<object>(kind, lists[kind.list] ?? [])
      ]
    ])
  )
