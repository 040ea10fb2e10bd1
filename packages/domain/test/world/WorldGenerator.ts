/** World files drawn from a seed: valid, and different in everything a world may say. */
import { APPLICATION_FLAGS } from "../../src/application/ApplicationFlag.ts"
import { formatTime } from "../../src/base/IsoTime.ts"
import { LOCALES } from "../../src/base/Locale.ts"
import { BITS } from "../../src/permission/Permission.ts"
import { SCOPES } from "../../src/record/Scope.ts"
import { NOW, sha256 } from "../fixture/WorldFixture.ts"

export const generateWorld = (seed: number): unknown => {
  const draw = drawFrom(seed)
  const users = draw.ids("user", 2, 5)
  const applications = draw.ids("application", 1, 3)
  const guilds = draw.ids("guild", draw.int(0, 9) === 0 ? 0 : 1, 2)
  const described = applications.map((id, i) => application(draw, id, i, users))
  const world = {
    ...draw.maybe({ now: formatTime(NOW + draw.int(0, 1e9)) }),
    applications: described,
    users: users.map((id, i) => user(draw, id, i, applications)),
    guilds: guilds.map((id) => guild(draw, id, users, applications)),
    direct_channels: [
      { id: draw.id("direct"), recipients: [users[0], described[0]?.bot?.id ?? applications[0]] },
      { id: draw.id("direct"), type: 3, recipients: users.slice(0, 2), ...draw.maybe({ name: "group" }) }
    ],
    tokens: applications.map((application_id, i) => ({
      ...(draw.int(0, 1) === 0 ? { token: `bearer-${i}` } : { token_hash: sha256(`hash ${i}`) }),
      application_id,
      ...draw.maybe({ user_id: users[0] }),
      scopes: draw.some(SCOPES),
      ...draw.maybe({ kind: "refresh" }),
      ...draw.maybe({ family: sha256(`family ${i}`) }),
      ...draw.oneOf([{}, { expires_in: draw.int(0, 1e6) }, { expires_at: formatTime(NOW + draw.int(0, 1e12)) }])
    })),
    rate_limits: Object.fromEntries(draw.some(applications).map((id) => [id, draw.maybe({ per_second: 7 })])),
    commands: applications.flatMap((application_id) => commands(draw, application_id, guilds)),
    lobbies: draw.ids("lobby", 0, 2).map((id) => ({
      id,
      application_id: applications[0],
      ...draw.maybe({ metadata: { [`k${draw.int(0, 9)}`]: "v" } }),
      members: draw
        .some(users)
        .map((member) => ({ id: member, ...draw.maybe({ flags: 1 }), ...draw.maybe({ additional_name: "Al" }) })),
      ...draw.maybe({ secret_hash: sha256(id), secret_expires_at: formatTime(NOW + draw.int(0, 1e9)) }),
      ...draw.maybe({ override_event_webhooks_url: "http://127.0.0.1:1/events" }),
      ...draw.maybe({ idle_timeout_seconds: draw.int(5, 604_800) })
    }))
  }
  const direct = world.direct_channels.map((c) => c.id)
  return {
    ...world,
    command_permissions: guilds.map((guild_id) => ({
      id: applications[0],
      application_id: applications[0],
      guild_id,
      permissions: [{ id: guild_id, type: 1, permission: draw.int(0, 1) === 1 }]
    })),
    messages: direct.map((channel_id) => ({ id: draw.id("message"), channel_id, content: `text ${draw.int(0, 99)}` }))
  }
}

type Draw = ReturnType<typeof drawFrom>
type Ids = ReadonlyArray<string>

const application = (draw: Draw, id: string, i: number, users: Ids) => ({
  id,
  name: `App ${i}`,
  owner_id: draw.oneOf(users),
  bot: {
    ...draw.maybe({ id: draw.id("bot") }),
    ...draw.maybe({ token: `bot-${i}`, avatar: "b".repeat(32), flags: 1 << 16 })
  },
  ...draw.maybe({ client_secret: `secret-${i}`, private_key: sha256(id) }),
  ...draw.maybe({ redirect_uris: ["http://127.0.0.1/callback"], interactions_endpoint_url: "https://example.test/i" }),
  ...draw.maybe(contexts(draw)),
  ...draw.maybe({ flags: draw.some(Object.keys(APPLICATION_FLAGS)), discoverable: true, tags: ["pets"] }),
  ...draw.maybe({ custom_install_url: "https://example.test/install", max_participants: draw.int(-1, 25) }),
  ...draw.maybe({ terms_of_service_url: "https://a.test/t", privacy_policy_url: "https://a.test/p" }),
  ...draw.maybe({ role_connections_verification_url: "https://example.test/v", explicit_content_filter: 1 }),
  ...draw.maybe({ install_params: installParams(draw) }),
  ...draw.maybe({
    skus: [
      {
        id: "7",
        type: draw.oneOf([2, 3, 5, 6]),
        name: "Gold",
        ...draw.maybe({ slug: "gold", flags: draw.int(0, 512) })
      }
    ],
    entitlements: [{ id: draw.id("entitlement"), sku_id: "7", user_id: draw.oneOf(users), ...terms(draw) }]
  }),
  ...draw.maybe({ team: team(draw, users) })
})

const team = (draw: Draw, users: Ids) => ({
  id: "8",
  name: "Keepers",
  ...draw.maybe({ icon: "e".repeat(32), owner_user_id: draw.oneOf(users) }),
  members: draw.some(users).map((user_id) => ({
    user_id,
    ...draw.maybe({ role: draw.oneOf(["admin", "developer", "read_only"]), membership_state: draw.int(1, 2) })
  }))
})

const terms = (draw: Draw) => ({
  ...draw.maybe({ fulfilled_at: "2026-01-02T00:00:00Z" }),
  ...draw.maybe({ type: draw.int(1, 8), ends_at: "2026-03-01T00:00:00Z", consumed: true }),
  ...draw.maybe({
    subscription: {
      id: draw.id("subscription"),
      status: draw.int(0, 2),
      current_period_start: "2026-01-01T00:00:00Z",
      current_period_end: "2026-02-01T00:00:00Z",
      ...draw.maybe({ canceled_at: "2026-01-15T00:00:00Z", country: "DE" })
    }
  })
})

const installParams = (draw: Draw) => ({
  ...draw.maybe({ scopes: draw.some(SCOPES) }),
  ...draw.maybe({ permissions: draw.oneOf([8, "8", ["KICK_MEMBERS"]]) })
})

/** The installation contexts of an application, and what it asks for in some of them. */
const contexts = (draw: Draw) => {
  const type = draw.int(0, 1)
  return {
    integration_types: [type],
    ...draw.maybe({ integration_types_config: { [type]: draw.maybe({ oauth2_install_params: installParams(draw) }) } })
  }
}

const user = (draw: Draw, id: string, i: number, applications: Ids) => ({
  id,
  username: `user${i}`,
  ...draw.maybe({ global_name: `User ${i}`, locale: draw.oneOf(LOCALES) }),
  ...draw.maybe({ adult: false, nsfw_dms: true, closed_dms: true }),
  ...draw.maybe({
    avatar: `a_${"c".repeat(32)}`,
    banner: "d".repeat(32),
    accent_color: draw.int(0, 3),
    flags: draw.int(0, 9)
  }),
  ...draw.maybe({
    avatar_decoration_data: { asset: "e".repeat(32), sku_id: "1" },
    primary_guild: { tag: "SEA", ...draw.maybe({ identity_guild_id: "1", identity_enabled: false }) },
    collectibles: draw.maybe({ nameplate: { asset: "a/", palette: "sky", sku_id: "1", ...draw.maybe({ label: "b" }) } })
  }),
  ...draw.maybe({ connections: [{ type: "steam", id: "1", name: "tide", visible: false }] }),
  installs: draw
    .some(applications)
    .map((application_id) => ({ application_id, ...draw.maybe({ scopes: ["identify"] }) }))
})

const guild = (draw: Draw, id: string, users: Ids, applications: Ids) => {
  const roles = draw.ids("role", 0, 4)
  const text = draw.id("channel")
  const category = draw.id("channel")
  const voice = draw.id("channel")
  const members = draw.some(users)
  const stageType = draw.oneOf([2, 13])
  const permissions = () =>
    draw.oneOf([draw.some(Object.keys(BITS)), String(draw.int(0, 2 ** 40)), draw.int(0, 2 ** 40)])
  return {
    id,
    name: `Guild ${id}`,
    owner_id: draw.oneOf(users),
    ...draw.maybe({ preferred_locale: draw.oneOf(LOCALES), features: ["COMMUNITY"] }),
    ...draw.maybe({ description: "All boats", icon: "0123456789abcdef0123456789abcdef", verification_level: 2 }),
    ...draw.maybe({ system_channel_id: text, system_channel_flags: draw.int(0, 63), rules_channel_id: text }),
    ...draw.maybe({ widget_enabled: true, widget_channel_id: text, invites_disabled_until: "2027-01-01T00:00:00Z" }),
    ...draw.maybe({
      welcome_screen: draw.maybe({
        enabled: true,
        description: "Ahoy",
        welcome_channels: [{ channel_id: text, description: "Talk", ...draw.maybe({ emoji_name: "⚓" }) }]
      })
    }),
    ...draw.maybe({
      new_member_welcome: draw.maybe({
        ...{ enabled: true, welcome_message: { message: "Ahoy", ...draw.maybe({ author_ids: [draw.oneOf(users)] }) } },
        new_member_actions: [{ channel_id: text, title: "Say hello", ...draw.maybe({ action_type: 1 }) }],
        resource_channels: [{ channel_id: text, title: "Rules", ...draw.maybe({ emoji_name: "⚓" }) }]
      })
    }),
    ...draw.maybe({
      template: {
        ...{ code: `code${id}`, name: "Harbours", creator_id: draw.oneOf(users) },
        ...{ created_at: formatTime(NOW), updated_at: formatTime(NOW), serialized_source_guild: { name: "Port" } },
        ...draw.maybe({ description: "For ports", usage_count: 2 })
      }
    }),
    ...draw.maybe({
      join_requests: [
        {
          ...{ id: "7", user_id: draw.oneOf(users), created_at: formatTime(NOW) },
          ...draw.maybe({ application_status: "REJECTED", rejection_reason: "no", reviewer_id: draw.oneOf(users) })
        }
      ]
    }),
    ...draw.maybe({
      onboarding: {
        ...draw.maybe({ enabled: true, mode: 1, default_channel_ids: [text] }),
        ...draw.maybe({
          prompts: [
            {
              ...{ id: "1", title: "Boats?", ...draw.maybe({ type: 1, required: true }) },
              options: [{ id: "2", title: "Yes", ...draw.maybe({ role_ids: roles, emoji_name: "⚓" }) }]
            }
          ]
        })
      }
    }),
    ...draw.maybe({ afk_channel_id: stageType === 2 ? voice : null, afk_timeout: 60, premium_tier: draw.int(0, 3) }),
    roles: [
      ...draw.some([{ id, ...draw.maybe({ permissions: permissions() }) }]),
      ...roles.map((role, i) => ({
        id: role,
        ...(i === 0 ? draw.maybe({ premium_subscriber: true }) : {}),
        name: `Role ${role}`,
        ...draw.maybe({ permissions: permissions() }),
        ...draw.maybe({ position: draw.int(0, 9) }),
        ...draw.maybe({ color: draw.int(0, 3), hoist: true, mentionable: true }),
        ...draw.maybe({ secondary_color: draw.int(0, 3), unicode_emoji: "🐶", icon: "a".repeat(32) })
      }))
    ],
    channels: [
      { id: category, name: "category", type: 4 },
      { id: voice, name: "voice", type: stageType, ...draw.maybe({ user_limit: 9 }) },
      ...draw.some([draw.id("channel")]).map((forum) => ({
        id: forum,
        name: "forum",
        type: draw.oneOf([15, 16]),
        available_tags: draw
          .ids("tag", 0, 3)
          .map((tag) => ({ id: tag, name: `tag ${tag}`, ...draw.maybe({ emoji_name: "🐈" }) })),
        ...draw.maybe({
          default_reaction_emoji: { emoji_name: "🐈" },
          default_sort_order: 0,
          default_tag_setting: "match_all",
          flags: 16
        })
      })),
      {
        id: text,
        name: "text",
        ...draw.maybe({ parent_id: category, position: draw.int(0, 9) }),
        ...draw.maybe({ nsfw: true, topic: "topic" }),
        permission_overwrites: draw
          .some([...roles, id])
          .map((role) => ({ id: role, type: 0, ...draw.maybe({ allow: permissions(), deny: permissions() }) }))
      },
      {
        id: draw.id("channel"),
        name: "thread",
        type: draw.oneOf([11, 12]),
        parent_id: text,
        ...draw.maybe({ archived: true, locked: true, applied_tags: [] }),
        ...draw.maybe({ invitable: false, archive_timestamp: formatTime(NOW), create_timestamp: formatTime(NOW) }),
        ...draw.maybe({
          members: draw.some(users).map((user_id) => ({ user_id, ...draw.maybe({ joined_at: formatTime(NOW) }) }))
        })
      }
    ],
    emojis: draw.some([draw.id("emoji")]).map((emoji) => ({ id: emoji, name: "wave", ...draw.maybe({ roles }) })),
    invites: draw.some([text, voice]).map((channel_id) => ({
      code: draw.id("invite").slice(-8),
      channel_id,
      ...draw.maybe({ inviter_id: draw.oneOf(users), max_uses: 5, uses: 2 })
    })),
    webhooks: draw.some([draw.id("webhook")]).map((hook) => ({
      id: hook,
      channel_id: text,
      name: "Tide times",
      token: `token-of-${hook}`
    })),
    scheduled_events: draw.some([draw.id("event")]).map((event) => ({
      id: event,
      name: "Regatta",
      entity_type: 3,
      location: "The quay",
      scheduled_start_time: formatTime(NOW + draw.int(0, 1e9)),
      scheduled_end_time: formatTime(NOW + 2e9),
      ...draw.maybe({ description: "All boats", creator_id: users[0], status: draw.int(1, 4) }),
      ...draw.maybe({ image: "0123456789abcdef0123456789abcdef" }),
      ...draw.maybe({
        recurrence_rule: { start: formatTime(NOW), frequency: 3 },
        exceptions: [{ event_exception_id: "1", is_canceled: true, user_ids: draw.some(users) }]
      }),
      user_ids: draw.some(users)
    })),
    stage_instances: stageType === 13 ? draw.some([{ id: draw.id("stage"), channel_id: voice, topic: "Tides" }]) : [],
    stickers: draw.some([draw.id("sticker")]).map((id) => ({
      id,
      name: "tide",
      tags: "tide",
      ...draw.maybe({ description: "A tide", format_type: 4 })
    })),
    auto_moderation_rules: draw.some([draw.id("rule")]).map((rule) => ({
      id: rule,
      name: "Manners",
      trigger_type: 1,
      ...draw.maybe({ trigger_metadata: { keyword_filter: ["damn*"], regex_patterns: ["h[a4]ck"] } }),
      ...draw.maybe({ actions: [{ type: 2, metadata: { channel_id: text } }, { type: 3 }], exempt_roles: roles }),
      ...draw.maybe({ enabled: false, exempt_channels: [text], creator_id: draw.oneOf(users) })
    })),
    soundboard_sounds: draw.some([draw.id("sound")]).map((sound) => ({
      id: sound,
      name: "horn",
      ...draw.maybe({ volume: 0.5, emoji_name: "anchor", available: false })
    })),
    voice_states: draw.some(members).map((user_id) => ({
      user_id,
      channel_id: voice,
      ...draw.maybe({ mute: true, self_stream: true, request_to_speak_timestamp: "2026-01-01T00:00:00Z" })
    })),
    members: members.map((user_id) => ({
      user_id,
      ...draw.maybe({ nick: "Nick", roles: draw.some(roles) }),
      ...draw.maybe({ joined_at: "2024-05-05T05:05:05+02:00", timed_out_until: "2027-01-01" }),
      ...draw.maybe({ avatar: "a".repeat(32), bio: "Tall", flags: draw.int(0, 7) }),
      ...draw.maybe({ premium_since: "2025-06-01T00:00:00Z", pending: true, mute: true, deaf: true }),
      ...draw.maybe({ boosts: draw.int(1, 3) })
    })),
    installs: draw.some(applications).map((application_id) => ({
      application_id,
      ...draw.maybe({ scopes: ["bot"], permissions: permissions(), role_position: 2 })
    }))
  }
}

const commands = (draw: Draw, application_id: string, guilds: Ids) => [
  {
    application_id,
    name: "global",
    description: "d",
    ...draw.maybe({ id: draw.id("command"), version: draw.id("version") })
  },
  { application_id, type: 2, name: "Look At", ...draw.maybe({ default_member_permissions: "32", nsfw: false }) },
  ...draw.some(guilds).map((guild_id) => ({
    application_id,
    guild_id,
    name: "local",
    description: "d",
    name_localizations: { de: "lokal" },
    options: [{ type: draw.int(3, 11), name: "o", description: "d", ...draw.maybe({ required: true }) }]
  }))
]

/** Mulberry32: small, and the same everywhere. */
const drawFrom = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const used = new Set<string>()
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const id = (kind: string): string => {
    const drawn = String(BigInt(int(1, 2 ** 31)) * BigInt(int(1, 2 ** 31)))
    if (used.has(`${kind}${drawn}`)) return id(kind)
    used.add(`${kind}${drawn}`)
    return drawn
  }
  return {
    int,
    id,
    ids: (kind: string, min: number, max: number): Ids => Array.from({ length: int(min, max) }, () => id(kind)),
    oneOf: <T>(items: ReadonlyArray<T>): T => {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new RangeError("Nothing to choose from")
      return item
    },
    some: <T>(items: ReadonlyArray<T>): ReadonlyArray<T> => items.filter(() => next() < 0.6),
    maybe: <T extends object>(fields: T): Partial<T> => (next() < 0.5 ? fields : {})
  }
}
