/** Rules of an edit of an application. Source: wire-rest.md §5.6; decision 2. */
import { command, application as limits } from "../base/Limits.ts"
import { type Fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { WEBHOOK_STATUSES } from "../event/WebhookEvent.ts"
import { INTEGRATION_TYPES } from "../record/CommandVocabulary.ts"
import { APPLICATION_TYPES, CONTENT_FILTERS, WEBHOOK_EVENT_TYPES } from "../record/WorldVocabulary.ts"
import { choiceError, countError, rangeError } from "../validation/Given.ts"
import { at, gather, judgeEach, none, rules } from "../validation/Rule.ts"
import { httpUrlError, lengthError } from "../validation/TextRules.ts"
import { type ApplicationDraft, decodeTypeConfig, descriptionOf, type InstallDraft } from "./ApplicationBody.ts"

export const URLS = [
  "interactions_endpoint_url",
  "event_webhooks_url",
  "custom_install_url",
  "role_connections_verification_url"
] as const

export const judgeApplication = rules<ApplicationDraft>({
  "an address is well formed and has at most 2048 characters; an empty one removes it": (draft) =>
    gather(URLS, (name) => at([name], httpUrlError(draft[name], limits.urlMax))),
  "a description is a text of at most 400 characters": ({ description }) =>
    at(["description"], descriptionError(description)),
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
  "explicit_content_filter is 0, 1 or 2": ({ explicit_content_filter: filter }) =>
    at(["explicit_content_filter"], choiceError(filter, CONTENT_FILTERS)),
  "the type is null or that of an application, and means nothing": ({ type }) =>
    at(["type"], choiceError(type, APPLICATION_TYPES)),
  "permissions to install with are a bit set of at most 54 bits": ({ install_params }) =>
    installFaults("install_params", install_params),
  "integration_types_config has one or both of the keys 0 and 1": ({ integration_types_config: config }) =>
    config && Object.keys(config).length === 0
      ? at(["integration_types_config"], FormError.badLength(1, INTEGRATION_TYPES.length))
      : none,
  "each installation context has parameters to install with, or none": ({ integration_types_config: config }) =>
    gather(Object.entries(config ?? {}), ([key, sent]) =>
      under(["integration_types_config", key], configFaults(key, sent))
    )
})

const descriptionError = (sent: unknown) => {
  if (sent == null) return undefined
  const text = descriptionOf(sent)
  return text === undefined ? FormError.notText(sent) : lengthError(text, 0, limits.descriptionMax)
}

/** An app would wait in vain for types that nothing here sends. Our choice: docs/choices.md "Registration". */
const webhookTypeFaults = (types: ReadonlyArray<string>): ReadonlyArray<Fault> => {
  const field = "event_webhooks_types"
  const wrong = judgeEach(field, types, (type) => at([], choiceError(type, WEBHOOK_EVENT_TYPES)))
  return [...wrong, ...at([field], new Set(types).size < types.length ? FormError.notUnique : undefined)]
}

const installFaults = (field: string, install: InstallDraft | null | undefined): ReadonlyArray<Fault> =>
  at([field, "permissions"], rangeError(install?.permissions, 0n, command.permissionsMax))

const configFaults = (key: string, sent: unknown): ReadonlyArray<Fault> => {
  if (!INTEGRATION_TYPES.some((type) => String(type) === key)) return at([], FormError.choices(INTEGRATION_TYPES))
  const { value, faults } = decodeTypeConfig(sent)
  return [...faults, ...installFaults("oauth2_install_params", value.oauth2_install_params)]
}
