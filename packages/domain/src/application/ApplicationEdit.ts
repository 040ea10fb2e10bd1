/** PATCH /applications/@me: applies a body to an application. Source: wire-rest.md §5.6; decision 2. */
import { Record, Result } from "effect"
import { command, application as limits } from "../base/Limits.ts"
import { profile } from "../base/ProfileLimits.ts"
import { type Fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { isWebhookStatus, WEBHOOK_STATUSES } from "../event/WebhookEvent.ts"
import { type SentPicture, sentPicture } from "../guild/PictureBody.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import { INSTALL_SCOPES } from "../record/Scope.ts"
import type { Application, InstallParams } from "../record/World.ts"
import * as WorldVocabulary from "../record/WorldVocabulary.ts"
import { choiceError, countError } from "../validation/Given.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at, gather, judgeEach, none, rules } from "../validation/Rule.ts"
import { withoutEchoes } from "../validation/Shape.ts"
import { httpUrlError, lengthError } from "../validation/TextRules.ts"
import * as ApplicationBody from "./ApplicationBody.ts"
import { APPLICATION_FLAGS, type ApplicationFlag } from "./ApplicationFlag.ts"

/** The flags that a bot may change: the limited privileged intents. */
const SETTABLE: ReadonlyArray<ApplicationFlag> = [
  "GATEWAY_PRESENCE_LIMITED",
  "GATEWAY_GUILD_MEMBERS_LIMITED",
  "GATEWAY_MESSAGE_CONTENT_LIMITED"
]

/** The edited application, or every fault of the body. Whether a new endpoint URL answers is checked elsewhere. */
export const editApplication = (
  application: Application,
  body: unknown,
  sha256: (text: string) => string
): Result.Result<Application, ReadonlyArray<Fault>> => {
  const { value, faults } = ApplicationBody.decodeApplication(body)
  const pictures = picturesOf(value, sha256)
  const broken = pictures.flatMap(([name, { error }]) => at([name], error))
  const { team_id } = value
  const moves = team_id !== undefined && team_id !== (application.team?.id ?? null)
  const all = [
    ...withoutEchoes(faults, judgeApplication(value)),
    ...broken,
    ...at(["team_id"], moves ? TEAM_STAYS : undefined)
  ]
  if (all.length > 0) return Result.fail(all)
  return Result.succeed(pictures.reduce(withPicture, apply(application, value)))
}

/** Codes and texts are our choice: docs/choices.md "Registration". */
const TEAM_STAYS = FormError.of("APPLICATION_TEAM_FIXED", "A bot cannot give its application to another team.")
const ONE_LANGUAGE = FormError.of("DESCRIPTION_LOCALIZED", "A description has one language here.")

const PICTURES = ["icon", "cover_image"] as const

const picturesOf = (value: ApplicationBody.ApplicationDraft, sha256: (text: string) => string) =>
  PICTURES.map((name) => [name, sentPicture(value[name], profile.pictureBytes, sha256)] as const)

/** The pictures that a body uploads. */
export const uploadedPictures = (body: unknown, sha256: (text: string) => string) =>
  picturesOf(ApplicationBody.decodeApplication(body).value, sha256).flatMap(([, { kept }]) => kept)

/** Null removes it. */
const withPicture = (
  application: Application,
  [name, { hash }]: readonly [(typeof PICTURES)[number], SentPicture]
): Application => {
  if (hash === undefined) return application
  const { [name]: _, ...rest } = application
  return hash === null ? rest : { ...rest, [name]: hash }
}

const apply = (application: Application, draft: ApplicationBody.ApplicationDraft): Application => {
  const { description, flags, tags, install_params, max_participants, explicit_content_filter } = draft
  const urlOf = (name: (typeof URLS)[number]) => sent(draft[name], application[name], (text) => text || null)
  return {
    ...withWebhookEvents(application, draft),
    ...Record.fromIterableWith(URLS, (name) => [name, urlOf(name)]),
    description: sent(description, application.description, (d) => ApplicationBody.descriptionOf(d) ?? ""),
    flags: flags == null ? application.flags : mergeFlags(application, flags),
    tags: sent(tags, application.tags, (list) => list ?? []),
    install_params: sent(install_params, application.install_params, installParams),
    max_participants: sent(max_participants, application.max_participants, (count) => count),
    explicit_content_filter: sent(
      explicit_content_filter,
      application.explicit_content_filter,
      (filter) => filter ?? DEFAULTS.application.explicit_content_filter
    ),
    ...contexts(draft.integration_types_config)
  }
}

/** Null and an empty list remove the types, null removes the status; empty values are not stored. */
const withWebhookEvents = (
  { event_webhooks_types: types, event_webhooks_status: status, ...application }: Application,
  draft: ApplicationBody.ApplicationDraft
): Application => {
  const nextTypes = sent(draft.event_webhooks_types, types, (list) => list ?? undefined)
  const nextStatus = sent(draft.event_webhooks_status, status, (value) => (isWebhookStatus(value) ? value : undefined))
  return {
    ...application,
    ...(nextTypes === undefined || nextTypes.length === 0 ? {} : { event_webhooks_types: nextTypes }),
    ...(nextStatus === undefined ? {} : { event_webhooks_status: nextStatus })
  }
}

/** An undefined value keeps the old one. */
const sent = <S, A>(value: S | undefined, before: A, read: (value: S) => A): A =>
  value === undefined ? before : read(value)

/** Missing scopes are none and missing permissions are 0. Our choice: docs/choices.md "Registration". */
const installParams = (draft: ApplicationBody.InstallDraft | null): InstallParams | null =>
  draft === null ? null : { scopes: draft.scopes ?? [], permissions: String(draft.permissions ?? 0) }

/** The keys are the supported installation contexts, the values their requested scopes and permissions. */
const contexts = (config: ApplicationBody.ApplicationDraft["integration_types_config"]) => {
  if (config == null) return undefined
  const integration_types = WorldVocabulary.INTEGRATION_TYPES.filter((type) => Object.hasOwn(config, String(type)))
  const asked = integration_types.flatMap((type) => {
    const params = installParams(ApplicationBody.decodeTypeConfig(config[type]).value.oauth2_install_params ?? null)
    return params === null ? [] : [[type, { oauth2_install_params: params }] as const]
  })
  return { integration_types, integration_types_config: asked.length === 0 ? null : Object.fromEntries(asked) }
}

const mergeFlags = (application: Application, bits: number): ReadonlyArray<string> => {
  const settable: ReadonlyArray<string> = SETTABLE
  return [
    ...application.flags.filter((flag) => !settable.includes(flag)),
    ...SETTABLE.filter((flag) => (APPLICATION_FLAGS[flag] & bits) !== 0)
  ]
}

export const URLS = [
  "interactions_endpoint_url",
  "event_webhooks_url",
  "custom_install_url",
  "role_connections_verification_url"
] as const

export const judgeApplication = rules<ApplicationBody.ApplicationDraft>({
  "an address is well formed and has at most 2048 characters; an empty one removes it": (draft) =>
    gather(URLS, (name) => at([name], httpUrlError(draft[name], limits.urlMax))),
  "a description is a text of at most 400 characters": ({ description }) =>
    at(["description"], descriptionError(description)),
  "a description has one language": ({ description }) =>
    at(["description", "localizations"], ApplicationBody.isLocalized(description) ? ONE_LANGUAGE : undefined),
  "an application has at most 5 tags": ({ tags }) => at(["tags"], countError(tags, limits.tags)),
  "a tag has at most 20 characters": ({ tags }) =>
    judgeEach("tags", tags ?? [], (tag) => at([], lengthError(tag, 0, limits.tagMax))),
  "each type of webhook event is one that exists, and is listed once": ({ event_webhooks_types: types }) =>
    types ? webhookTypeFaults(types) : none,
  "event_webhooks_status is 1 or 2": ({ event_webhooks_status: status }) =>
    at(["event_webhooks_status"], choiceError(status, WEBHOOK_STATUSES)),
  "flags are a bit set": ({ flags }) => at(["flags"], rangeError(flags, 0, Number.MAX_SAFE_INTEGER)),
  "max_participants is at least -1": ({ max_participants: count }) =>
    at(["max_participants"], rangeError(count, limits.participantsMin, limits.participantsMax)),
  "explicit_content_filter is 0 or 1": ({ explicit_content_filter: filter }) =>
    at(["explicit_content_filter"], choiceError(filter, WorldVocabulary.CONTENT_FILTERS)),
  "the type is null or that of an application, and means nothing": ({ type }) =>
    at(["type"], choiceError(type, WorldVocabulary.APPLICATION_TYPES)),
  "permissions to install with are a bit set of at most 54 bits": ({ install_params }) =>
    installFaults("install_params", install_params),
  "integration_types_config has one or both of the keys 0 and 1": ({ integration_types_config: config }) =>
    config && Object.keys(config).length === 0
      ? at(["integration_types_config"], FormError.badLength(1, WorldVocabulary.INTEGRATION_TYPES.length))
      : none,
  "each installation context has parameters to install with, or none": ({ integration_types_config: config }) =>
    gather(Object.entries(config ?? {}), ([key, sent]) =>
      under(["integration_types_config", key], configFaults(key, sent))
    )
})

const descriptionError = (sent: unknown) => {
  if (sent == null) return undefined
  const text = ApplicationBody.descriptionOf(sent)
  return text === undefined ? FormError.notText(sent) : lengthError(text, 0, limits.descriptionMax)
}

/** An app would wait in vain for types that nothing here sends. Our choice: docs/choices.md "Registration". */
const webhookTypeFaults = (types: ReadonlyArray<string>): ReadonlyArray<Fault> =>
  setFaults("event_webhooks_types", types, WorldVocabulary.WEBHOOK_EVENT_TYPES)

const setFaults = (
  field: string,
  values: ReadonlyArray<string | null>,
  known: ReadonlyArray<string>
): ReadonlyArray<Fault> => [
  ...judgeEach(field, values, (value) => at([], choiceError(value, known))),
  ...at([field], new Set(values).size < values.length ? FormError.notUnique : undefined)
]

const installFaults = (field: string, install: ApplicationBody.InstallDraft | null | undefined): ReadonlyArray<Fault> =>
  under(
    [field],
    [
      ...setFaults("scopes", install?.scopes ?? [], INSTALL_SCOPES),
      ...at(["permissions"], rangeError(install?.permissions, 0n, command.permissionsMax))
    ]
  )

const configFaults = (key: string, sent: unknown): ReadonlyArray<Fault> => {
  if (!WorldVocabulary.INTEGRATION_TYPES.some((type) => String(type) === key))
    return at([], FormError.choices(WorldVocabulary.INTEGRATION_TYPES))
  const { value, faults } = ApplicationBody.decodeTypeConfig(sent)
  return [...faults, ...installFaults("oauth2_install_params", value.oauth2_install_params)]
}
