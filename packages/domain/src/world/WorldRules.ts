/**
 * Every field of a world with its rules: a total table, so that a new field of WorldShape does not compile without
 * them. Rules that need several elements of one list are in WorldUnique, those of commands in WorldCommands.
 * Source: product.md "World file"; service.md "Limits"; wire-rest.md §2, §5.5, §5.6, §6.
 */
import { APPLICATION_FLAGS } from "../application/ApplicationFlag.ts"
import {
  command as commandLimits,
  guild as guildLimits,
  application as limits,
  lobby as lobbyLimits
} from "../base/Limits.ts"
import type { Fault } from "../error/Fault.ts"
import { WEBHOOK_STATUSES } from "../event/WebhookEvent.ts"
import { TARGET_TYPES } from "../permission/CommandPermissionTarget.ts"
import { SCOPES } from "../record/Scope.ts"
import {
  ARCHIVE_DURATIONS,
  CONTENT_FILTERS,
  GUILD_CHANNEL_TYPES,
  WEBHOOK_EVENT_TYPES
} from "../record/WorldVocabulary.ts"
import { between, type Check, distinct, each, length, oneOf, required, size } from "./WorldCheck.ts"
import type { Index, Place, Places } from "./WorldIndex.ts"
import * as Relation from "./WorldRelation.ts"
import type { Drafts, Kind } from "./WorldShape.ts"
import * as Value from "./WorldValue.ts"

type Rules = { readonly [K in Kind]: { readonly [F in keyof Drafts[K]]-?: ReadonlyArray<Check> } }

const key = [required]
const name = [required, length(1, 100)]
const application = [required, Value.application]
const scopes = [each(oneOf(SCOPES)), distinct]
const metadata = [Relation.metadata(lobbyLimits.metadataMax)]
const url = [Value.httpUrl, length(1, limits.urlMax)]
const flag = [oneOf([0, 1])]

export const RULES: Rules = {
  world: {
    now: [Value.time, Value.clockTime],
    automatic_launch: [],
    applications: [],
    users: [],
    guilds: [],
    direct_channels: [],
    tokens: [],
    rate_limits: [Value.keyedByApplication],
    commands: [],
    command_permissions: [],
    lobbies: [],
    messages: []
  },
  application: {
    id: key,
    name: [required, length(1, limits.nameMax)],
    description: [length(0, limits.descriptionMax)],
    owner_id: [required, Value.user],
    bot: [],
    client_secret: [Value.secret],
    redirect_uris: [each(Value.redirectUri), distinct],
    interactions_endpoint_url: url,
    event_webhooks_url: url,
    event_webhooks_types: [each(oneOf(WEBHOOK_EVENT_TYPES)), distinct],
    event_webhooks_status: [oneOf(WEBHOOK_STATUSES)],
    private_key: [Value.hex64],
    integration_types: [size(1, 2), each(oneOf([0, 1])), distinct],
    flags: [each(oneOf(Object.keys(APPLICATION_FLAGS))), distinct],
    discoverable: [],
    tags: [size(0, limits.tags), each(Value.text, length(0, limits.tagMax))],
    custom_install_url: url,
    role_connections_verification_url: url,
    install_params: [],
    integration_types_config: [Relation.supportedTypes],
    max_participants: [between(limits.participantsMin, limits.participantsMax)],
    explicit_content_filter: [oneOf(CONTENT_FILTERS)]
  },
  bot: { id: [], username: [length(1, limits.nameMax)], token: [Value.secret] },
  install_params: { scopes: [each(Value.text)], permissions: [Value.permissions] },
  integration_types_config: { "0": [], "1": [] },
  integration_type_config: { oauth2_install_params: [] },
  user: {
    id: key,
    username: [required, length(1, 32)],
    global_name: [length(1, 32)],
    locale: [Value.locale],
    adult: [],
    nsfw_dms: [],
    email: [length(3, 320)],
    installs: []
  },
  user_install: {
    application_id: application,
    scopes: [...scopes, Relation.noBotScope]
  },
  guild: {
    id: key,
    name,
    owner_id: [required, Value.user],
    preferred_locale: [Value.locale],
    features: [each(Value.text), distinct],
    roles: [],
    channels: [],
    members: [],
    installs: []
  },
  role: {
    id: key,
    name: [
      { judge: (value, at) => (at.element["id"] === at.guild_id ? [] : required.judge(value, at)) },
      length(1, 100)
    ],
    permissions: [Value.permissions],
    position: [between(0, 1000), Relation.everyoneFirst],
    color: [between(0, guildLimits.colorMax)],
    hoist: [],
    mentionable: []
  },
  channel: {
    id: key,
    name,
    type: [oneOf(GUILD_CHANNEL_TYPES)],
    position: [between(0, 10_000)],
    parent_id: [Relation.parent],
    nsfw: [Relation.notOnThread],
    topic: [length(0, 4096)],
    permission_overwrites: [size(0, 1000), Relation.notOnThread],
    rate_limit_per_user: [between(0, guildLimits.slowmodeMaxSeconds)],
    bitrate: [between(guildLimits.bitrateMin, guildLimits.bitrateMax)],
    user_limit: [between(0, guildLimits.userLimitMax)],
    default_auto_archive_duration: [oneOf(ARCHIVE_DURATIONS)],
    owner_id: [Relation.threadOnly, Value.account],
    archived: [Relation.threadOnly],
    locked: [Relation.threadOnly],
    auto_archive_duration: [Relation.threadOnly, oneOf(ARCHIVE_DURATIONS)]
  },
  overwrite: {
    id: [required, Relation.overwriteTarget],
    type: [required, oneOf([0, 1])],
    allow: [Value.permissions],
    deny: [Value.permissions]
  },
  member: {
    user_id: [required, Value.account],
    nick: [length(1, 32)],
    roles: [each(Value.id, Relation.roleOfGuild, Relation.notEveryone), distinct],
    joined_at: [Value.time],
    timed_out_until: [Value.time]
  },
  guild_install: {
    application_id: application,
    scopes,
    permissions: [Value.permissions],
    role_position: [between(1, 1000)]
  },
  direct_channel: {
    id: key,
    type: [oneOf([1, 3])],
    recipients: [required, each(Value.id, Value.account), distinct, Relation.recipients],
    name: [length(1, 100)]
  },
  token: {
    kind: [oneOf(["refresh"])],
    token: [Relation.oneOfFields("token", "token_hash"), Value.secret],
    token_hash: [Value.hex64],
    application_id: application,
    user_id: [Value.user],
    scopes: [required, ...scopes],
    expires_in: [between(0, 2 ** 31), Relation.without("expires_in", "expires_at")],
    expires_at: [Value.time],
    family: [Value.hex64]
  },
  rate_limit: { per_second: [between(1, 1200)], buckets: [size(0, 100)] },
  rate_limit_bucket: {
    method: [required, oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])],
    path: [required, Value.route],
    limit: [required, between(1, 1_000_000)],
    window_seconds: [required, between(1, 86_400)]
  },
  command: {
    id: [],
    application_id: application,
    version: [],
    guild_id: [Value.guild],
    default_member_permissions: [],
    type: [],
    name: [],
    name_localizations: [],
    description: [],
    description_localizations: [],
    dm_permission: [],
    contexts: [],
    integration_types: [],
    options: [],
    nsfw: [],
    handler: [],
    default_permission: []
  },
  command_permissions: {
    id: [required, Relation.commandOrApplication],
    application_id: application,
    guild_id: [required, Value.guild],
    permissions: [required, size(1, commandLimits.overwrites)]
  },
  command_permission: {
    id: [required, Relation.commandPermissionTarget],
    type: [required, oneOf(TARGET_TYPES)],
    permission: key
  },
  lobby: {
    id: key,
    application_id: application,
    metadata,
    members: [size(0, lobbyLimits.members)],
    flags: flag,
    idle_timeout_seconds: [between(lobbyLimits.idleMinSeconds, lobbyLimits.idleMaxSeconds)],
    override_event_webhooks_url: [Value.httpUrl, length(1, lobbyLimits.webhookUrlMax)],
    linked_channel_id: [Relation.guildTextChannel],
    secret_hash: [Value.hex64],
    secret_expires_at: [Value.time],
    idle_expires_at: [Value.time]
  },
  lobby_member: {
    id: [required, Value.user],
    metadata,
    flags: flag,
    additional_name: [length(1, lobbyLimits.additionalNameMax)]
  },
  message: {
    id: [required, Value.id],
    channel_id: [required, Value.id, Relation.anyChannel],
    pinned_at: [Value.time]
  }
}

/** Every fault that one field can show. */
export const judgeFields = (places: Places, index: Index): ReadonlyArray<Fault> =>
  // Object.keys widens the names of the table to string.
  (Object.keys(RULES) as ReadonlyArray<Kind>).flatMap((kind) =>
    places[kind].flatMap((place: Place<object>) => judgeElement(place, RULES[kind], index))
  )

const judgeElement = (
  { path, value, guild_id }: Place<object>,
  rules: Readonly<Record<string, ReadonlyArray<Check>>>,
  index: Index
): ReadonlyArray<Fault> => {
  const element: Readonly<Record<string, unknown>> = { ...value }
  return Object.entries(rules).flatMap(([field, checks]) => {
    const at = { element, path: [...path, field], guild_id, index }
    return checks.flatMap((check) =>
      check
        .judge(element[field] ?? undefined, at)
        .map(({ code, message, path: below }) => ({ path: [...at.path, ...(below ?? [])], code, message }))
    )
  })
}
