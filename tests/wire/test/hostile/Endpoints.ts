/** Every endpoint of every contract as data, each with a valid request. */
import { Control } from "@backlot/protocol/control/Control"
import { Rest } from "@backlot/protocol/rest/Rest"
import * as Play from "../Harbour.ts"
import { ACT_SAMPLES } from "./ActSamples.ts"
import { EVENT_BODY, EVENT_PARAMS, EVENT_SAMPLES, STAGE_BODY, STAGE_PARAMS } from "./EventSamples.ts"
import { EMOJIS, GUILD_SAMPLES, HORN, INVITE, PIXEL, PREMIUM, RULE, RULE_BODY, SOUND, STICKER } from "./GuildSamples.ts"
import { LOBBY_CLIENT_SAMPLES, LOBBY_SAMPLES, REFUSED_SAMPLES } from "./LobbySamples.ts"
import { PICTURE_ENDPOINTS, PICTURE_SAMPLES } from "./PictureSamples.ts"
import { bot, control, type Sample, sample } from "./Sample.ts"
import type { Interactions } from "./Scene.ts"
import { THREAD_SAMPLES } from "./ThreadSamples.ts"
import { BY_TOKEN, HOOK, NEWS, WEBHOOK_SAMPLES } from "./WebhookSamples.ts"

export interface Endpoint {
  readonly name: string
  readonly method: string
  /** Path with the prefix of its surface. */
  readonly path: string
  readonly surface: "rest" | "oauth" | "control"
}

const endpointsOf = (
  { groups }: typeof Control | typeof Rest,
  describe: (group: string, path: string) => Pick<Endpoint, "path" | "surface">
): ReadonlyArray<Endpoint> =>
  groups.flatMap(({ id, endpoints }) =>
    Object.entries(endpoints).map(([name, { method, path }]) => ({ name, method, ...describe(id, path) }))
  )

export const ENDPOINTS: ReadonlyArray<Endpoint> = [
  ...endpointsOf(Rest, (group, path) => ({
    path: `/api/v10${path}`,
    surface: group === "oauth2" ? "oauth" : "rest"
  })),
  ...endpointsOf(Control, (_, path) => ({ path: `/control/v1${path}`, surface: "control" })),
  { name: "rest_openapi", method: "GET", path: "/api/openapi.json", surface: "rest" },
  { name: "oauth_discovery", method: "GET", path: "/.well-known/oauth-authorization-server", surface: "rest" },
  { name: "openid_discovery", method: "GET", path: "/.well-known/openid-configuration", surface: "rest" },
  { name: "landing", method: "GET", path: "/", surface: "rest" },
  { name: "attachment", method: "GET", path: "/attachments/:channel_id/:attachment_id/:filename", surface: "rest" },
  { name: "emoji_picture", method: "GET", path: "/emojis/:file", surface: "rest" },
  { name: "sticker_picture", method: "GET", path: "/stickers/:file", surface: "rest" },
  { name: "sound_file", method: "GET", path: "/soundboard-sounds/:file", surface: "rest" },
  { name: "default_avatar", method: "GET", path: "/embed/avatars/:file", surface: "rest" },
  ...PICTURE_ENDPOINTS
]

const app = { application_id: Play.APP }
const guild = { ...app, guild_id: Play.GUILD }
const command = {
  name: "feed",
  description: "Feed an animal",
  name_localizations: { de: "füttern" },
  default_member_permissions: "8",
  options: [
    { type: 3, name: "animal", description: "Which", required: true, choices: [{ name: "Dog", value: "dog" }] },
    { type: 10, name: "amount", description: "In kilograms", min_value: 0.5, max_value: 10 }
  ]
}
const permissions = [
  { id: Play.MODERATOR, type: 1, permission: true },
  { id: Play.BOB, type: 2, permission: false },
  { id: Play.STAFF_ROOM, type: 3, permission: false }
]
const message = {
  content: "hello",
  embeds: [{ title: "a", footer: { text: "b" }, fields: [{ name: "c", value: "d" }] }],
  components: [{ type: 1, components: [{ type: 2, style: 1, label: "e", custom_id: "f" }] }],
  poll: { question: { text: "g" }, answers: [{ poll_media: { text: "h", emoji: { name: "i" } } }], duration: 1 },
  allowed_mentions: { parse: ["users"] },
  flags: 64
}
const media = { url: "https://example.com/j.png" }
const text = { type: 10, content: "k" }
/** A body with the flag IS_COMPONENTS_V2. */
const components = {
  flags: 1 << 15,
  components: [
    { type: 9, id: 7, components: [text], accessory: { type: 11, media, description: "l" } },
    {
      type: 17,
      accent_color: 5,
      components: [
        { type: 12, items: [{ media, spoiler: true }] },
        { type: 1, components: [{ type: 3, custom_id: "m", options: [{ label: "n", value: "o", default: true }] }] },
        { type: 14, spacing: 2 }
      ]
    }
  ]
}
const place = { user_id: Play.ALICE, channel_id: Play.GENERAL }
const hook = ({ token }: Interactions["answered"]) => ({ webhook_id: Play.APP, webhook_token: token })
const channel = { channel_id: Play.GENERAL }
const posted = ({ pressable }: Interactions) => ({ ...channel, message_id: pressable })
const polled = ({ poll }: Interactions) => ({ ...channel, message_id: poll })
// 🐈; the parts of a path are percent-encoded.
const reacted = (known: Interactions) => ({ ...posted(known), emoji_name: "%F0%9F%90%88" })
const original = (known: Interactions) => ({ ...hook(known.answered), message_id: "@original" })

const team = { id: Play.ZOE, name: "Keepers", icon: null, members: [{ user_id: Play.BOB, role: "developer" }] }

/** Each kind of element that the control plane edits: its path, and a body in the shape of the world file. */
const ELEMENTS = {
  application: {
    params: app,
    body: {
      name: "Pet Shop",
      owner_id: Play.ALICE,
      bot: { token: Play.BOT_TOKEN, flags: 65536 },
      flags: ["EMBEDDED"],
      team
    }
  },
  user: {
    params: { user_id: Play.ZOE },
    body: { username: "zoe", locale: "fr", flags: 64, installs: [{ application_id: Play.APP, scopes: ["identify"] }] }
  },
  user_install: {
    params: { user_id: Play.LODGER, application_id: Play.STRANGER },
    body: { scopes: ["applications.commands"] }
  },
  guild: {
    params: { guild_id: Play.GUILD },
    body: { name: "Harbour", owner_id: Play.ALICE, roles: [{ id: Play.MODERATOR, name: "Moderator" }] }
  },
  role: {
    params: { guild_id: Play.GUILD, role_id: Play.MODERATOR },
    body: { name: "Moderator", permissions: ["KICK_MEMBERS"], position: 2 }
  },
  channel: {
    params: { guild_id: Play.GUILD, channel_id: Play.STAFF_ROOM },
    body: { name: "staff", permission_overwrites: [{ id: Play.GUILD, type: 0, deny: "1024" }] }
  },
  member: {
    params: { guild_id: Play.GUILD, user_id: Play.BOB },
    body: { nick: "Bobby", roles: [Play.MODERATOR], timed_out_until: "2026-01-01T00:00:00Z", bio: "Tall" }
  },
  voice_state: {
    params: { guild_id: Play.GUILD, user_id: Play.BOB },
    body: { channel_id: Play.STAGE, self_mute: true }
  },
  ban: { params: { guild_id: Play.GUILD, user_id: Play.LODGER }, body: { reason: "spam" } },
  emoji: {
    params: EMOJIS.guild,
    body: { name: "wave", image: PIXEL, roles: [Play.MODERATOR], user_id: Play.ALICE, available: true }
  },
  entitlement: {
    params: { application_id: Play.APP, entitlement_id: PREMIUM.entitlement },
    body: { sku_id: PREMIUM.sku, user_id: Play.ALICE, type: 8, ends_at: "2027-01-01T00:00:00Z" }
  },
  sticker: {
    params: STICKER,
    body: { name: "tide", tags: "tide", description: "A tide", image: PIXEL, format_type: 1 }
  },
  application_emoji: { params: EMOJIS.application, body: { name: "paw", animated: true } },
  invite: {
    params: { guild_id: Play.GUILD, code: INVITE },
    body: { channel_id: Play.GENERAL, max_uses: 5, role_ids: [Play.MODERATOR] }
  },
  webhook: {
    params: { guild_id: Play.GUILD, webhook_id: HOOK.id },
    body: { channel_id: Play.GENERAL, name: "Tides", token: HOOK.token, avatar: HOOK.avatar, user_id: Play.ALICE }
  },
  scheduled_event: { params: EVENT_PARAMS, body: EVENT_BODY },
  stage_instance: { params: STAGE_PARAMS, body: STAGE_BODY },
  auto_moderation_rule: { params: RULE, body: RULE_BODY },
  soundboard_sound: {
    params: SOUND,
    body: { name: "horn", volume: 0.5, emoji_name: "\u2693", sound: HORN, user_id: Play.ALICE, available: true }
  },
  guild_install: { params: guild, body: { scopes: ["bot"], permissions: "8" } },
  direct_channel: { params: { channel_id: Play.BOT_DM }, body: { type: 1, recipients: [Play.ALICE, Play.APP] } }
} as const

const edits = Object.entries(ELEMENTS).flatMap(([kind, { params, body }]) => [
  [`get_world_${kind}`, () => control({ params })] as const,
  [`put_world_${kind}`, () => control({ params, body })] as const,
  [`patch_world_${kind}`, () => control({ params, body })] as const,
  [`delete_world_${kind}`, () => control({ params })] as const
])

/** A scope that needs no redirect URI: a pure installation. */
const authorizing = { client_id: Play.APP, scope: "applications.commands", guild_id: Play.GUILD }

/** One sample per endpoint: the test of this table fails when the contract grows. */
export const SAMPLES: Readonly<Record<string, (known: Interactions) => Sample>> = {
  list_application_commands: () => bot({ params: app, query: { with_localizations: "true" } }),
  create_application_command: () => bot({ params: app, body: command }),
  bulk_set_application_commands: () => bot({ params: app, body: [command, { type: 2, name: "Feed" }] }),
  get_application_command: () => bot({ params: { ...app, command_id: Play.ADOPT } }),
  update_application_command: () => bot({ params: { ...app, command_id: Play.ADOPT }, body: command }),
  delete_application_command: () => bot({ params: { ...app, command_id: Play.ADOPT } }),
  list_guild_application_commands: () => bot({ params: guild, query: { with_localizations: "true" } }),
  create_guild_application_command: () => bot({ params: guild, body: command }),
  bulk_set_guild_application_commands: () => bot({ params: guild, body: [command] }),
  get_guild_application_command: () => bot({ params: { ...guild, command_id: Play.DOCKED } }),
  update_guild_application_command: () => bot({ params: { ...guild, command_id: Play.DOCKED }, body: command }),
  delete_guild_application_command: () => bot({ params: { ...guild, command_id: Play.DOCKED } }),
  list_guild_application_command_permissions: () => bot({ params: guild }),
  get_guild_application_command_permissions: () => bot({ params: { ...guild, command_id: Play.DOCKED } }),
  set_guild_application_command_permissions: () =>
    sample({ credential: "user", params: { ...guild, command_id: Play.DOCKED }, body: { permissions } }),
  get_my_application: () => bot(),
  update_my_application: () => bot({ body: { description: "Pets", tags: ["pets"], flags: 0 } }),
  applications_get_activity_instance: ({ instance }) => bot({ params: { ...app, instance } }),
  get_my_oauth2_application: () => bot(),
  get_my_user: () => bot(),
  get_gateway: () => sample({}),
  get_bot_gateway: () => bot(),
  exchange_token: () =>
    sample({
      body: new URLSearchParams({
        grant_type: "client_credentials",
        scope: "identify",
        client_id: Play.APP,
        client_secret: Play.CLIENT_SECRET
      })
    }),
  revoke_token: () =>
    sample({
      body: new URLSearchParams({
        token: "none",
        token_type_hint: "access_token",
        client_id: Play.APP,
        client_secret: Play.CLIENT_SECRET
      })
    }),
  get_my_oauth2_authorization: () => sample({ credential: "user" }),
  get_public_keys: () => sample({}),
  get_openid_connect_userinfo: () => sample({ credential: "user" }),
  get_oauth2_authorization: () => sample({ query: authorizing }),
  create_oauth2_authorization: () => control({ query: authorizing, body: { user_id: Play.ALICE, authorize: true } }),
  create_interaction_response: ({ pending }) =>
    sample({
      params: { interaction_id: pending.id, interaction_token: pending.token },
      query: { with_response: "true" },
      body: { type: 4, data: message }
    }),
  execute_webhook: () =>
    sample({
      params: BY_TOKEN,
      query: { wait: "true", with_components: "true" },
      body: { ...components, username: "Moon", avatar_url: media.url, thread_name: "", applied_tags: [] }
    }),
  get_webhook_by_token: ({ answered }) => sample({ params: hook(answered) }),
  get_webhook_message: (known) => sample({ params: original(known) }),
  update_webhook_message: (known) => sample({ params: original(known), body: { content: "new" } }),
  delete_webhook_message: (known) => sample({ params: original(known) }),
  ...GUILD_SAMPLES,
  ...WEBHOOK_SAMPLES,
  ...EVENT_SAMPLES,
  ...THREAD_SAMPLES,
  get_channel: () => bot({ params: channel }),
  update_channel: () =>
    bot({
      params: channel,
      body: {
        name: "quay",
        topic: "Ships",
        rate_limit_per_user: 5,
        permission_overwrites: [{ id: Play.GUILD, type: "0", allow: "1024", deny: 0 }]
      }
    }),
  delete_channel: () => bot({ params: { channel_id: Play.STAFF_ROOM } }),
  set_channel_permission_overwrite: () =>
    bot({ params: { ...channel, overwrite_id: Play.MODERATOR }, body: { type: 0, allow: "1024", deny: "0" } }),
  delete_channel_permission_overwrite: () => bot({ params: { channel_id: Play.STAFF_ROOM, overwrite_id: Play.GUILD } }),
  crosspost_message: ({ announced }) => bot({ params: { channel_id: NEWS, message_id: announced } }),
  create_thread_from_message: (known) =>
    bot({ params: posted(known), body: { name: "so", auto_archive_duration: 60 } }),
  trigger_typing_indicator: () => bot({ params: channel }),
  list_my_channels: () => bot(),
  create_dm: () => bot({ body: { recipient_id: Play.BOB } }),
  list_messages: () => bot({ params: channel, query: { limit: "5", around: "1" } }),
  create_message: ({ pressable }) =>
    bot({
      params: channel,
      body: {
        ...message,
        flags: 4,
        nonce: "p",
        enforce_nonce: true,
        message_reference: { message_id: pressable, fail_if_not_exists: false }
      }
    }),
  bulk_delete_messages: () => bot({ params: channel, body: { messages: ["1", "2"] } }),
  list_pins: () => bot({ params: channel, query: { limit: "5", before: "2026-01-01T00:00:00Z" } }),
  create_pin: (known) => bot({ params: posted(known) }),
  delete_pin: (known) => bot({ params: posted(known) }),
  deprecated_list_pins: () => bot({ params: channel }),
  deprecated_create_pin: (known) => bot({ params: posted(known) }),
  deprecated_delete_pin: (known) => bot({ params: posted(known) }),
  get_message: (known) => bot({ params: posted(known) }),
  update_message: (known) => bot({ params: posted(known), body: { content: "new" } }),
  delete_message: (known) => bot({ params: posted(known) }),
  delete_all_message_reactions: (known) => bot({ params: posted(known) }),
  get_answer_voters: (known) =>
    bot({ params: { ...polled(known), answer_id: "1" }, query: { limit: "5", after: "1" } }),
  poll_expire: (known) => bot({ params: polled(known) }),
  list_message_reactions_by_emoji: (known) => bot({ params: reacted(known), query: { limit: "5", after: "1" } }),
  delete_all_message_reactions_by_emoji: (known) => bot({ params: reacted(known) }),
  add_my_message_reaction: (known) => bot({ params: reacted(known) }),
  delete_my_message_reaction: (known) => bot({ params: reacted(known) }),
  delete_user_message_reaction: (known) => bot({ params: { ...reacted(known), user_id: Play.BOB } }),
  ...LOBBY_SAMPLES,
  ...LOBBY_CLIENT_SAMPLES,
  ...REFUSED_SAMPLES,
  ...ACT_SAMPLES,
  say: () =>
    control({
      params: place,
      body: {
        content: "hi",
        stickers: ["Anchor"],
        reply_to: null,
        attachments: [{ filename: "a.txt", base64: "YQ==" }]
      }
    }),
  edit_said: ({ said }) => control({ params: { ...place, message_id: said }, body: { content: "new" } }),
  delete_said: ({ said }) => control({ params: { ...place, message_id: said } }),
  add_reaction: (known) => control({ params: { ...place, ...reacted(known) } }),
  remove_reaction: (known) => control({ params: { ...place, ...reacted(known) } }),
  health: () => control(),
  metrics: () => control(),
  get_world: () => control(),
  put_world: () => control({ body: Play.harbour(null) }),
  reset: () => control(),
  get_clock: () => control(),
  set_clock: () => control({ body: { advance_ms: 1 } }),
  follow_clock: () => control({ query: { process: "bot", application_id: Play.APP, next_ms: "1" } }),
  list_commands: () => control({ params: place, query: { query: "ad", type: "1,2", locale: "de", flatten: "true" } }),
  use_command: () =>
    control({
      params: place,
      query: { until: "acknowledged", wait: "false" },
      body: {
        command_id: Play.ADOPT,
        options: [{ type: 3, name: "animal", value: "dog" }],
        target_id: null,
        locale: "de"
      }
    }),
  use_component: ({ pressable }) =>
    control({
      params: { user_id: Play.ALICE, message_id: pressable },
      query: { until: "acknowledged", wait: "false" },
      body: { custom_id: "animals", values: ["dog"], locale: "de" }
    }),
  submit_modal: ({ modal }) =>
    control({
      params: { user_id: Play.ALICE, interaction_id: modal },
      query: { until: "acknowledged", wait: "false" },
      body: { fields: { name: "Rex" }, locale: "de" }
    }),
  get_messages: () => control({ params: place, query: { limit: "5" } }),
  get_interaction: ({ answered }) => control({ params: { interaction_id: answered.id } }),
  list_interactions: () =>
    control({
      query: { limit: "5", before: "9", application_id: Play.APP, user_id: Play.ALICE, channel_id: Play.GENERAL }
    }),
  list_deadlines: () => control(),
  list_authorizations: () => control({ query: { application_id: Play.APP, user_id: Play.ALICE } }),
  list_rate_limits: () => control(),
  list_gateway_sessions: () => control(),
  list_voice_connections: () => control(),
  ...Object.fromEntries(edits),
  list_faults: () => control(),
  plan_fault: () =>
    control({
      // It matches no request of the tests, however one of its fields changes.
      body: {
        match: { surface: "gateway", application: Play.STRANGER, event: "MESSAGE_CREATE" },
        disconnect: { code: 4000 },
        delay_ms: 5,
        times: 1,
        after: 2
      }
    }),
  remove_faults: () => control(),
  remove_fault: ({ fault }) => control({ params: { fault_id: fault } }),
  start_recording: () => control(),
  get_recording: () => control({ query: { after: "0", wait: "false" } }),
  stop_recording: () => control(),
  get_refused_calls: () => control({ query: { after: "0" } }),
  openapi: () => control(),
  rest_openapi: () => sample({}),
  oauth_discovery: () => sample({}),
  openid_discovery: () => sample({}),
  landing: () => sample({}),
  attachment: () => sample({ params: { channel_id: Play.GENERAL, attachment_id: "1", filename: "a.png" } }),
  sticker_picture: () => sample({ params: { file: `${STICKER.sticker_id}.png` } }),
  sound_file: () => sample({ params: { file: SOUND.sound_id } }),
  emoji_picture: () => sample({ params: { file: `${EMOJIS.guild.emoji_id}.png` } }),
  default_avatar: () => sample({ params: { file: "0.png" } }),
  ...PICTURE_SAMPLES
}

/** An endpoint whose answer never ends; its own tests read it. */
export const ENDLESS = ["events", "watch_wire"]
