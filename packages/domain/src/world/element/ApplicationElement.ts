/** An application with its bot user. */

import { APPLICATION_FLAGS } from "../../application/ApplicationFlag.ts"
import { limits as linked } from "../../application/RoleConnection.ts"
import { emoji } from "../../base/EmojiLimits.ts"
import { application as limits } from "../../base/Limits.ts"
import { premium } from "../../base/PremiumLimits.ts"
import { type FileElement, isElement, type Target } from "../../element/WorldTarget.ts"
import { type Fault, fault } from "../../error/Fault.ts"
import * as FormError from "../../error/FormError.ts"
import { UnknownApplication } from "../../error/ServiceError.ts"
import { isWebhookStatus, WEBHOOK_STATUSES } from "../../event/WebhookEvent.ts"
import { CommandType } from "../../record/ApplicationCommand.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import { SCOPES } from "../../record/Scope.ts"
import type { Application, InstallParams, IntegrationTypesConfig, World } from "../../record/World.ts"
import { CONTENT_FILTERS, INTEGRATION_TYPES, WEBHOOK_EVENT_TYPES } from "../../record/WorldVocabulary.ts"
import { readSet } from "../../validation/NumberRules.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { rivals as emojiRivals, uniqueEmojis } from "../field/EmojiFields.ts"
import { goneKey } from "../field/Gone.ts"
import * as Linked from "../field/RoleConnectionFields.ts"
import * as Sku from "../field/SkuFields.ts"
import * as Team from "../field/TeamFields.ts"
import { between, distinct, each, length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { beside, held, inside, type Placed, place } from "../rule/Placed.ts"
import { supportedTypes } from "../rule/Relation.ts"
import { by, idsOf, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { uniqueAccounts } from "./Account.ts"
import { element as emojis, uniqueNames as uniqueEmojiNames } from "./ApplicationEmojiElement.ts"
import {
  type Building,
  changedFields,
  rivals as elsewhere,
  isOther,
  pick,
  type RootKind,
  referring,
  sorted
} from "./Element.ts"
import { element as entitlements } from "./EntitlementElement.ts"
import { uniqueTokens } from "./TokenElement.ts"

const url = [Value.httpUrl, length(1, limits.urlMax)]

const Bot = fieldsOf("bot", {
  id: [Id],
  username: [Text, length(1, limits.nameMax)],
  token: [Text, Value.secret],
  avatar: [Text, Value.avatar],
  banner: [Text, Value.avatar],
  flags: [Int, Value.userFlags]
})

const Params = fieldsOf("install_params", {
  scopes: [list(Any), each(oneOf(SCOPES)), distinct],
  permissions: [Any, Value.permissions]
})

const TypeConfig = fieldsOf("integration_type_config", {
  oauth2_install_params: [Params.shape]
})

const TypesConfig = fieldsOf("integration_types_config", {
  "0": [TypeConfig.shape],
  "1": [TypeConfig.shape]
})

const own = fieldsOf("application", {
  id: [Id, required],
  name: [Text, required, length(1, limits.nameMax)],
  description: [Text, length(0, limits.descriptionMax)],
  owner_id: [Id, required, Value.user],
  bot: [Bot.shape],
  client_secret: [Text, Value.secret],
  redirect_uris: [list(Any), each(Value.redirectUri), distinct],
  interactions_endpoint_url: [Text, ...url],
  event_webhooks_url: [Text, ...url],
  event_webhooks_types: [list(Any), each(oneOf(WEBHOOK_EVENT_TYPES)), distinct],
  event_webhooks_status: [Int, oneOf(WEBHOOK_STATUSES)],
  private_key: [Text, Value.hex64],
  integration_types: [list(Any), size(1, 2), each(oneOf([0, 1])), distinct],
  flags: [list(Any), each(oneOf(Object.keys(APPLICATION_FLAGS))), distinct],
  discoverable: [Bool],
  tags: [list(Any), size(0, limits.tags), each(Value.text, length(0, limits.tagMax))],
  custom_install_url: [Text, ...url],
  role_connections_verification_url: [Text, ...url],
  install_params: [Params.shape],
  integration_types_config: [TypesConfig.shape, supportedTypes],
  max_participants: [Int, between(limits.participantsMin, limits.participantsMax)],
  explicit_content_filter: [Int, oneOf(CONTENT_FILTERS)],
  icon: [Text, Value.avatar],
  cover_image: [Text, Value.avatar],
  terms_of_service_url: [Text, ...url],
  privacy_policy_url: [Text, ...url],
  skus: [list(Sku.Skus.shape), size(0, premium.skus)],
  role_connections_metadata: [list(Linked.Metadata.shape), size(0, linked.records)],
  emojis: [list(emojis.shape), size(0, emoji.perApplication)],
  entitlements: [list(entitlements.shape), size(0, premium.entitlements), Sku.ofItsSkus],
  team: [Team.Teams.shape]
})

type Draft = typeof own.shape.Type

const places = (own: ReadonlyArray<Placed<Draft>>) => {
  const configs = held(own, "integration_types_config", (a) => a.integration_types_config)
  const teams = held(own, "team", (a) => a.team)
  const types = (["0", "1"] as const).flatMap((type) => held(configs, type, (c) => c[type]))
  return {
    application: own,
    bot: held(own, "bot", (a) => a.bot),
    install_params: [
      ...held(own, "install_params", (a) => a.install_params),
      ...held(types, "oauth2_install_params", (t) => t.oauth2_install_params)
    ],
    integration_types_config: configs,
    integration_type_config: types,
    sku: inside(own, "skus"),
    role_connection_metadata: inside(own, "role_connections_metadata"),
    application_emoji: inside(own, "emojis"),
    ...entitlements.places(inside(own, "entitlements")),
    team: teams,
    team_member: inside(teams, "members")
  }
}

const rules = {
  ...own.rules,
  ...Bot.rules,
  ...Params.rules,
  ...TypeConfig.rules,
  ...TypesConfig.rules,
  ...Sku.Skus.rules,
  ...Linked.Metadata.rules,
  ...emojis.rules,
  ...entitlements.rules,
  ...Team.Teams.rules,
  ...Team.Members.rules
}

type Own = ReturnType<typeof places>

const uniqueSecrets: UniqueRule<Pick<Own, "application">> = {
  entries: (p) => by(p.application, "client_secret", (a) => a.client_secret),
  problem: WorldError.duplicateSecret
}

const defaults = {
  application: {
    description: "",
    redirect_uris: [],
    interactions_endpoint_url: null,
    event_webhooks_url: null,
    flags: [],
    discoverable: false,
    tags: [],
    custom_install_url: null,
    role_connections_verification_url: null,
    install_params: null,
    integration_types_config: null,
    max_participants: null,
    icon: null,
    cover_image: null,
    terms_of_service_url: null,
    privacy_policy_url: null,
    skus: [],
    role_connections_metadata: [],
    emojis: [],
    entitlements: [],
    team: null,
    ...DEFAULTS.application
  },
  install_params: { scopes: [], permissions: "0" },
  bot: { avatar: null, banner: null, flags: 0 },
  team: Team.defaults,
  team_member: Team.memberDefaults
}

export const build = (draft: Draft, { mint }: Pick<Building, "mint">): Application => {
  const id = draft.id ?? ""
  const name = draft.name ?? ""
  const d = defaults.application
  return {
    id,
    name,
    description: draft.description ?? d.description,
    owner_id: draft.owner_id ?? "",
    bot: {
      id: draft.bot?.id ?? id,
      username: draft.bot?.username ?? name,
      token: draft.bot?.token ?? mint.secret("bot_token", id),
      ...beyond(draft.bot ?? {}, ["avatar", "banner", "flags"], defaults.bot)
    },
    client_secret: draft.client_secret ?? mint.secret("client_secret", id),
    redirect_uris: Value.texts(draft.redirect_uris),
    interactions_endpoint_url: draft.interactions_endpoint_url ?? d.interactions_endpoint_url,
    event_webhooks_url: draft.event_webhooks_url ?? d.event_webhooks_url,
    private_key: (draft.private_key ?? mint.privateKey(id)).toLowerCase(),
    integration_types: readSet(draft.integration_types ?? d.integration_types, INTEGRATION_TYPES),
    flags: Value.texts(draft.flags),
    discoverable: draft.discoverable ?? d.discoverable,
    tags: Value.texts(draft.tags),
    custom_install_url: draft.custom_install_url ?? d.custom_install_url,
    role_connections_verification_url: draft.role_connections_verification_url ?? d.role_connections_verification_url,
    install_params: draft.install_params ? installParams(draft.install_params) : d.install_params,
    integration_types_config: typesConfig(draft.integration_types_config),
    max_participants: draft.max_participants ?? d.max_participants,
    explicit_content_filter: draft.explicit_content_filter ?? d.explicit_content_filter,
    // Last, where PATCH /applications/@me puts them too, so that equal applications are equal records.
    ...(draft.event_webhooks_types?.length ? { event_webhooks_types: Value.texts(draft.event_webhooks_types) } : {}),
    ...(isWebhookStatus(draft.event_webhooks_status) ? { event_webhooks_status: draft.event_webhooks_status } : {}),
    ...beyond(draft, ["icon", "cover_image", "terms_of_service_url", "privacy_policy_url"], d),
    ...(draft.skus?.length ? { skus: draft.skus.map(Sku.build) } : {}),
    ...(draft.role_connections_metadata?.length
      ? { role_connections_metadata: draft.role_connections_metadata.map(Linked.buildMetadata) }
      : {}),
    ...(draft.team ? { team: Team.build(draft.team, draft.owner_id ?? "") } : {})
  }
}

const installParams = (draft: typeof Params.shape.Type): InstallParams => ({
  scopes: Value.texts(draft.scopes),
  permissions: Value.permissionsOr(draft.permissions, defaults.install_params.permissions)
})

/** Null when no installation context asks for anything, so that equal applications are equal records. */
const typesConfig = (draft: Draft["integration_types_config"]): IntegrationTypesConfig | null => {
  const asked = INTEGRATION_TYPES.flatMap((type) => {
    const params = draft?.[type]?.oauth2_install_params
    return params ? [[type, { oauth2_install_params: installParams(params) }] as const] : []
  })
  return asked.length === 0 ? null : Object.fromEntries(asked)
}

const stored = ({ applications }: World, { application_id }: Target<"application">) =>
  applications.find((a) => a.id === application_id)

/**
 * Discovery does not turn on while a command is age-restricted. An application that is discoverable already may have
 * one: an export must always import, and its import be editable.
 */
const ageRestricted = (before: World, after: World, target: Target<"application">): ReadonlyArray<Fault> => {
  if (stored(before, target)?.discoverable || !stored(after, target)?.discoverable) return []
  return before.commands.some((c) => c.application_id === target.application_id && c.nsfw)
    ? [fault(["discoverable"], FormError.nsfwRefused)]
    : []
}

export const element = {
  list: "applications",
  ...own,
  places,
  rules,
  defaults,
  ids: idsOf("application"),
  unique: [uniqueSecrets, Sku.uniqueSkus, Linked.uniqueKeys, Team.uniqueMembers],
  build,
  holds: { emojis, entitlements },
  buildHeld: (draft) => ({
    application_emojis: emojis.buildAll(draft.emojis ?? [], draft.id ?? ""),
    entitlements: entitlements.buildAll(draft.entitlements ?? [], draft.id ?? "")
  }),
  collections: ["application"],
  key: (a) => [a.id],
  indexes: { bot: (a) => [a.bot.id] },
  /** Its bot user. */
  takes: ({ bot }) => [goneKey("account", bot.id)],
  /** The names of the fields that changed, because the record has secrets. */
  event: (application, before) => ({
    application_id: application.id,
    ...(before === undefined ? {} : { changed: changedFields(before, application) })
  }),
  edit: {
    unknown: UnknownApplication,
    timed: true,
    kept: ["client_secret", "private_key", "emojis", "skus", "entitlements"],
    lists: ["emojis", "skus", "entitlements"],
    /** A bot keeps its id, and on a PUT its token. */
    completed: ({ method, body }, _, before) => {
      const own = before?.["bot"]
      const given = body["bot"] ?? {}
      if (!isElement(own) || !isElement(given)) return {}
      return { bot: { ...(method === "patch" ? own : pick(own, ["token"])), ...given, id: own["id"] } }
    },
    fixed: (body, before) => {
      const [given, own] = [idOfBot(body), idOfBot(before)]
      return own !== undefined && isOther(given, own) ? [fault(["bot", "id"], BOT_ID_KEPT)] : []
    },
    around: (world, target, draft) => ({
      ...referring(world),
      rivals: {
        ...rivals(world, target),
        ...emojiRivals(
          world,
          (draft.emojis ?? []).flatMap(({ id }) => id ?? []),
          target.application_id
        ),
        ...elsewhere(
          entitlements,
          world,
          (draft.entitlements ?? []).flatMap(({ id }) => id ?? []),
          target.application_id
        )
      }
    }),
    unique: [
      uniqueAccounts,
      uniqueTokens,
      uniqueSecrets,
      uniqueEmojis,
      uniqueEmojiNames,
      Sku.uniqueSkus,
      Linked.uniqueKeys,
      entitlements.ids,
      Team.uniqueMembers
    ],
    record: (_target, draft, _world, mint) => build(draft, { mint }),
    settled: (before, after, target, draft) => ({
      ...withoutEntryPoint(before, after, target),
      application_emojis: [
        ...after.application_emojis.filter(({ application_id }) => application_id !== target.application_id),
        ...sorted(emojis, emojis.buildAll(draft.emojis ?? [], target.application_id))
      ],
      entitlements: [
        ...after.entitlements.filter(({ application_id }) => application_id !== target.application_id),
        ...sorted(entitlements, entitlements.buildAll(draft.entitlements ?? [], target.application_id))
      ]
    }),
    refused: ageRestricted
  }
} satisfies RootKind<Application, Draft, "application">

const BOT_ID_KEPT = { code: "BOT_ID_FIXED", message: "The bot user of an application keeps its id." }

const idOfBot = (fields: FileElement | undefined) => (isElement(fields?.["bot"]) ? fields["bot"]["id"] : undefined)

const rivals = ({ applications, users, tokens }: World, { application_id }: Target<"application">) => {
  const others = applications.filter((a) => a.id !== application_id)
  return {
    application: others.map(({ id, bot, client_secret }) => place([], { id, bot: { id: bot.id }, client_secret })),
    user: users.map(({ id }) => place([], { id })),
    bot: others.map(({ bot }) => place([], { token: bot.token })),
    token: tokens.map((t) =>
      beside(`token ${t.user_id ?? t.application_id}`, t.token ? { token: t.token } : { token_hash: t.token_hash })
    )
  }
}

/** An entry point command goes when EMBEDDED turns off, because there is nothing left to enter. */
const withoutEntryPoint = (before: World, after: World, target: Target<"application">): World => {
  const isEmbedded = (world: World) => stored(world, target)?.flags.includes("EMBEDDED") === true
  if (!isEmbedded(before) || isEmbedded(after)) return after
  const gone = new Set(
    after.commands
      .filter((c) => c.application_id === target.application_id && c.type === CommandType.PRIMARY_ENTRY_POINT)
      .map((c) => c.id)
  )
  return {
    ...after,
    commands: after.commands.filter((c) => !gone.has(c.id)),
    command_permissions: after.command_permissions.filter((p) => !gone.has(p.id))
  }
}
