/** An application with its bot user. */
import { Result, Schema } from "effect"
import { APPLICATION_FLAGS } from "../../application/ApplicationFlag.ts"
import { application as limits } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { type FileElement, isElement, type Target } from "../../element/WorldTarget.ts"
import { type Fault, fault } from "../../error/Fault.ts"
import * as FormError from "../../error/FormError.ts"
import { isWebhookStatus, WEBHOOK_STATUSES } from "../../event/WebhookEvent.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import { CommandType } from "../../record/ApplicationCommand.ts"
import { INTEGRATION_TYPES } from "../../record/CommandVocabulary.ts"
import type { Application, InstallParams, IntegrationTypesConfig, World } from "../../record/World.ts"
import { CONTENT_FILTERS, WEBHOOK_EVENT_TYPES } from "../../record/WorldVocabulary.ts"
import { readSet } from "../../validation/ListRules.ts"
import { Any, Bool, field, Id, Int, list, Text } from "../../validation/Shape.ts"
import { between, distinct, each, length, oneOf, type Rules, required, size } from "../rule/Check.ts"
import type { Mint } from "../rule/Mint.ts"
import { beside, held, type Place, place } from "../rule/Place.ts"
import { referencesIn } from "../rule/References.ts"
import { supportedTypes } from "../rule/Relation.ts"
import { by, idOf, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldEditError from "../rule/WorldEditError.ts"
import * as WorldError from "../rule/WorldError.ts"
import { uniqueAccounts, withoutAccount } from "./Account.ts"
import {
  changedFields,
  type Editable,
  isOther,
  judging,
  pick,
  type Reported,
  replaced,
  type Stored,
  shown
} from "./Element.ts"
import { withoutMessages } from "./MessageElement.ts"
import { type Draft as TokenDraft, uniqueTokens } from "./TokenElement.ts"

const values = field(list(Any))

const Bot = Schema.Struct({ id: field(Id), username: field(Text), token: field(Text) }).annotate({ identifier: "bot" })

const Params = Schema.Struct({ scopes: values, permissions: field(Any) }).annotate({ identifier: "install_params" })

const TypeConfig = Schema.Struct({ oauth2_install_params: field(Params) }).annotate({
  identifier: "integration_type_config"
})

const TypesConfig = Schema.Struct({ "0": field(TypeConfig), "1": field(TypeConfig) }).annotate({
  identifier: "integration_types_config"
})

export const shape = Schema.Struct({
  id: field(Id),
  name: field(Text),
  description: field(Text),
  owner_id: field(Id),
  bot: field(Bot),
  client_secret: field(Text),
  redirect_uris: values,
  interactions_endpoint_url: field(Text),
  event_webhooks_url: field(Text),
  event_webhooks_types: values,
  event_webhooks_status: field(Int),
  private_key: field(Text),
  integration_types: values,
  flags: values,
  discoverable: field(Bool),
  tags: values,
  custom_install_url: field(Text),
  role_connections_verification_url: field(Text),
  install_params: field(Params),
  integration_types_config: field(TypesConfig),
  max_participants: field(Int),
  explicit_content_filter: field(Int)
}).annotate({ identifier: "application" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => {
  const configs = held(own, "integration_types_config", (a) => a.integration_types_config)
  const types = (["0", "1"] as const).flatMap((type) => held(configs, type, (c) => c[type]))
  return {
    application: own,
    bot: held(own, "bot", (a) => a.bot),
    install_params: [
      ...held(own, "install_params", (a) => a.install_params),
      ...held(types, "oauth2_install_params", (t) => t.oauth2_install_params)
    ],
    integration_types_config: configs,
    integration_type_config: types
  }
}

const url = [Value.httpUrl, length(1, limits.urlMax)]

export const rules = {
  application: {
    id: [required],
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
    integration_types_config: [supportedTypes],
    max_participants: [between(limits.participantsMin, limits.participantsMax)],
    explicit_content_filter: [oneOf(CONTENT_FILTERS)]
  } satisfies Rules<Draft>,
  bot: { id: [], username: [length(1, limits.nameMax)], token: [Value.secret] } satisfies Rules<typeof Bot.Type>,
  install_params: { scopes: [each(Value.text)], permissions: [Value.permissions] } satisfies Rules<typeof Params.Type>,
  integration_types_config: { "0": [], "1": [] } satisfies Rules<typeof TypesConfig.Type>,
  integration_type_config: { oauth2_install_params: [] } satisfies Rules<typeof TypeConfig.Type>
}

type Own = ReturnType<typeof places>

export const ids: UniqueRule<Pick<Own, "application">> = uniqueIds("application", (p) => idOf(p.application))

export const uniqueSecrets: UniqueRule<Pick<Own, "application">> = {
  entries: (p) => by(p.application, "client_secret", (a) => a.client_secret),
  problem: WorldError.duplicateSecret
}

export const build = (draft: Draft, mint: Mint): Application => {
  const id = draft.id ?? ""
  const name = draft.name ?? ""
  const d = DEFAULTS.application
  return {
    id,
    name,
    description: draft.description ?? d.description,
    owner_id: draft.owner_id ?? "",
    bot: {
      id: draft.bot?.id ?? id,
      username: draft.bot?.username ?? name,
      token: draft.bot?.token ?? mint.secret("bot_token", id)
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
    ...(isWebhookStatus(draft.event_webhooks_status) ? { event_webhooks_status: draft.event_webhooks_status } : {})
  }
}

const installParams = (draft: typeof Params.Type): InstallParams => ({
  scopes: Value.texts(draft.scopes),
  permissions: Value.permissionsOr(draft.permissions, DEFAULTS.install_params.permissions)
})

/** Null when no installation context asks for anything, so that equal applications are equal records. */
const typesConfig = (draft: Draft["integration_types_config"]): IntegrationTypesConfig | null => {
  const asked = INTEGRATION_TYPES.flatMap((type) => {
    const params = draft?.[type]?.oauth2_install_params
    return params ? [[type, { oauth2_install_params: installParams(params) }] as const] : []
  })
  return asked.length === 0 ? DEFAULTS.application.integration_types_config : Object.fromEntries(asked)
}

type Places = Own & {
  readonly user?: ReadonlyArray<Place<{ readonly id: string }>>
  readonly token?: ReadonlyArray<Place<TokenDraft>>
}

const judge = judging<Draft, Places>({ shape, places, rules, unique: [uniqueAccounts, uniqueTokens, uniqueSecrets] })

export const element: Stored<Application> & Reported<Application> & Editable<Target<"application">> = {
  collections: ["application"],
  key: (a) => [a.id],
  /** The names of the fields that changed, because the record has secrets. */
  event: (application, before) => ({
    application_id: application.id,
    ...(before === undefined ? {} : { changed: changedFields(before, application) })
  }),
  kept: ["client_secret", "private_key"],
  find: (world, { application_id }) =>
    shown(
      world.applications.find((a) => a.id === application_id),
      (found) => ({ ...found })
    ),
  /** A bot keeps its id, and on a PUT its token. */
  completed: ({ method, body }, _, before) => {
    const own = before?.["bot"]
    const given = body["bot"] ?? {}
    if (!isElement(own) || !isElement(given)) return {}
    return { bot: { ...(method === "patch" ? own : pick(own, ["token"])), ...given, id: own["id"] } }
  },
  fixed: (body, before) => {
    const [given, own] = [idOfBot(body), idOfBot(before)]
    return own !== undefined && isOther(given, own) ? [fault(["bot", "id"], WorldEditError.botIdKept)] : []
  },
  put: (world, target, fields, mint) =>
    Result.flatMap(
      judge(fields, { references: () => referencesIn(world), rivals: () => rivals(world, target), mint }, (draft) => ({
        ...world,
        applications: replaced(world.applications, (a) => a.id === target.application_id, build(draft, mint))
      })),
      (after) => {
        const faults = ageRestricted(world, after, target)
        return faults.length > 0 ? Result.fail(faults) : Result.succeed(withoutEntryPoint(world, after, target))
      }
    ),
  remove: (world, { application_id }) => withoutApplication(world, application_id)
}

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

/** With its bot user, commands, tokens, installations and lobbies. */
const withoutApplication = (world: World, applicationId: Snowflake): World => {
  const others = ({ application_id }: { readonly application_id: Snowflake }) => application_id !== applicationId
  const bot = world.applications.find((a) => a.id === applicationId)?.bot.id ?? applicationId
  const lobbies = new Set(world.lobbies.filter((l) => !others(l)).map((l) => l.id))
  return withoutAccount(
    {
      ...world,
      applications: world.applications.filter((a) => a.id !== applicationId),
      user_installs: world.user_installs.filter(others),
      guild_installs: world.guild_installs.filter(others),
      tokens: world.tokens.filter(others),
      rate_limits: world.rate_limits.filter(others),
      commands: world.commands.filter(others),
      command_permissions: world.command_permissions.filter(others),
      lobbies: world.lobbies.filter(others),
      messages: withoutMessages(world, lobbies)
    },
    bot
  )
}
