/** Rules of an edit of an application. Source: wire-rest.md §5.6; decision 2. */

import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { type Fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { WEBHOOK_STATUSES } from "../event/WebhookEvent.ts"
import { INTEGRATION_TYPES } from "../record/CommandVocabulary.ts"
import { APPLICATION_TYPES, CONTENT_FILTERS, WEBHOOK_EVENT_TYPES } from "../record/WorldVocabulary.ts"
import { judgeRange } from "../validation/NumberRules.ts"
import { at, gather, judge, none, type Rule } from "../validation/Rule.ts"
import { httpUrlError } from "../validation/TextRules.ts"
import { type ApplicationDraft, decodeTypeConfig, descriptionOf, type InstallDraft } from "./ApplicationBody.ts"

const URLS = [
  "interactions_endpoint_url",
  "event_webhooks_url",
  "custom_install_url",
  "role_connections_verification_url"
] as const

const { descriptionMax, urlMax, tags: tagsMax, tagMax, participantsMin, participantsMax } = Limits.application

const RULES: ReadonlyArray<Rule<ApplicationDraft>> = [
  {
    sentence: "an address is well formed and has at most 2048 characters; an empty one removes it",
    judge: (draft) => gather(URLS, (name) => at([name], httpUrlError(draft[name], urlMax)))
  },
  {
    sentence: "a description is a text of at most 400 characters",
    judge: ({ description }) => at(["description"], descriptionError(description))
  },
  {
    sentence: "an application has at most 5 tags",
    judge: ({ tags }) => at(["tags"], (tags?.length ?? 0) > tagsMax ? FormError.maxLength(tagsMax) : undefined)
  },
  {
    sentence: "a tag has at most 20 characters",
    judge: ({ tags }) => gather(tags ?? [], (tag, index) => at(["tags", index], tooLong(tag, tagMax)))
  },
  {
    sentence: "each type of webhook event is one that there is, and stands once",
    judge: ({ event_webhooks_types: types }) => (types ? webhookTypeFaults(types) : none)
  },
  {
    sentence: "event_webhooks_status is 1 or 2",
    judge: ({ event_webhooks_status: status }) => at(["event_webhooks_status"], unknown(status, WEBHOOK_STATUSES))
  },
  {
    sentence: "flags are a bit set",
    judge: ({ flags }) => at(["flags"], outside(flags, 0, Number.MAX_SAFE_INTEGER))
  },
  {
    sentence: "max_participants is at least -1",
    judge: ({ max_participants }) =>
      at(["max_participants"], outside(max_participants, participantsMin, participantsMax))
  },
  {
    sentence: "explicit_content_filter is 0, 1 or 2",
    judge: ({ explicit_content_filter: filter }) => at(["explicit_content_filter"], unknown(filter, CONTENT_FILTERS))
  },
  {
    sentence: "the type is null or that of an application, and means nothing",
    judge: ({ type }) => at(["type"], unknown(type, APPLICATION_TYPES))
  },
  {
    sentence: "permissions to install with are a bit set of at most 54 bits",
    judge: ({ install_params }) => installFaults("install_params", install_params)
  },
  {
    sentence: "integration_types_config has one or both of the keys 0 and 1",
    judge: ({ integration_types_config: config }) =>
      config && Object.keys(config).length === 0
        ? at(["integration_types_config"], FormError.badLength(1, INTEGRATION_TYPES.length))
        : none
  },
  {
    sentence: "each installation context has parameters to install with, or none",
    judge: ({ integration_types_config: config }) =>
      under(
        ["integration_types_config"],
        gather(Object.entries(config ?? {}), ([key, sent]) => under([key], configFaults(key, sent)))
      )
  }
]

export const judgeApplication = (draft: ApplicationDraft): ReadonlyArray<Fault> => judge(RULES, draft)

const descriptionError = (sent: unknown) => {
  if (sent === undefined || sent === null) return undefined
  const text = descriptionOf(sent)
  return text === undefined ? FormError.notText(sent) : tooLong(text, descriptionMax)
}

const tooLong = (text: string, max: number) => (CodePoints.count(text) > max ? FormError.maxLength(max) : undefined)

/**
 * Types of the platform that nothing here sends are refused, because an app would wait for them in vain. Our choice:
 * docs/choices.md "Registration".
 */
const webhookTypeFaults = (types: ReadonlyArray<string>): ReadonlyArray<Fault> => {
  const field = "event_webhooks_types"
  const wrong = gather(types, (type, index) =>
    at([field, index], WEBHOOK_EVENT_TYPES.includes(type) ? undefined : FormError.choices(WEBHOOK_EVENT_TYPES))
  )
  return [...wrong, ...at([field], new Set(types).size < types.length ? FormError.notUnique : undefined)]
}

const outside = (value: number | null | undefined, min: number, max: number) =>
  value === undefined || value === null ? undefined : judgeRange(value, min, max)

const unknown = (value: number | null | undefined, known: ReadonlyArray<number>) =>
  value === undefined || value === null || known.includes(value) ? undefined : FormError.choices(known)

const installFaults = (field: string, install: InstallDraft | null | undefined): ReadonlyArray<Fault> => {
  const bits = install?.permissions
  if (bits === undefined || bits === null) return none
  return at([field, "permissions"], judgeRange(bits, 0n, Limits.command.permissionsMax))
}

const configFaults = (key: string, sent: unknown): ReadonlyArray<Fault> => {
  if (!INTEGRATION_TYPES.some((type) => String(type) === key)) return at([], FormError.choices(INTEGRATION_TYPES))
  const { value, faults } = decodeTypeConfig(sent)
  return [...faults, ...installFaults("oauth2_install_params", value.oauth2_install_params)]
}
