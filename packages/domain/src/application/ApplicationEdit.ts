/** PATCH /applications/@me: applies a body to an application. Source: wire-rest.md §5.6. */
import { Record, Result } from "effect"
import type { Fault } from "../error/Fault.ts"
import { isWebhookStatus } from "../event/WebhookEvent.ts"
import { INTEGRATION_TYPES } from "../record/CommandVocabulary.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import type { Application, InstallParams } from "../record/World.ts"
import { withoutEchoes } from "../validation/Shape.ts"
import {
  type ApplicationDraft,
  decodeApplication,
  decodeTypeConfig,
  descriptionOf,
  type InstallDraft
} from "./ApplicationBody.ts"
import { APPLICATION_FLAGS, type ApplicationFlag } from "./ApplicationFlag.ts"
import { judgeApplication, URLS } from "./ApplicationRules.ts"

/** The flags that a bot may change: the limited privileged intents. */
const SETTABLE: ReadonlyArray<ApplicationFlag> = [
  "GATEWAY_PRESENCE_LIMITED",
  "GATEWAY_GUILD_MEMBERS_LIMITED",
  "GATEWAY_MESSAGE_CONTENT_LIMITED"
]

/** The edited application, or every fault of the body. Whether a new endpoint URL answers is checked elsewhere. */
export const editApplication = (
  application: Application,
  body: unknown
): Result.Result<Application, ReadonlyArray<Fault>> => {
  const { value, faults } = decodeApplication(body)
  const all = withoutEchoes(faults, judgeApplication(value))
  return all.length > 0 ? Result.fail(all) : Result.succeed(apply(application, value))
}

const apply = (application: Application, draft: ApplicationDraft): Application => {
  const { description, flags, tags, install_params, max_participants, explicit_content_filter } = draft
  const urlOf = (name: (typeof URLS)[number]) => sent(draft[name], application[name], (text) => text || null)
  return {
    ...withWebhookEvents(application, draft),
    ...Record.fromIterableWith(URLS, (name) => [name, urlOf(name)]),
    description: sent(description, application.description, (d) => descriptionOf(d) ?? ""),
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
  draft: ApplicationDraft
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
const installParams = (draft: InstallDraft | null): InstallParams | null =>
  draft === null ? null : { scopes: draft.scopes ?? [], permissions: String(draft.permissions ?? 0) }

/** The keys are the supported installation contexts, the values their requested scopes and permissions. */
const contexts = (config: ApplicationDraft["integration_types_config"]) => {
  if (config == null) return undefined
  const integration_types = INTEGRATION_TYPES.filter((type) => Object.hasOwn(config, String(type)))
  const asked = integration_types.flatMap((type) => {
    const params = installParams(decodeTypeConfig(config[type]).value.oauth2_install_params ?? null)
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
