/**
 * PATCH /applications/@me: the body's shape, its rules, and the application that comes of it.
 * Fields that the service does not act on are accepted and kept out. Source: wire-rest.md §5.6.
 */
import { Result, Schema } from "effect"
import type { IntegrationType } from "./ApplicationCommand.ts"
import { APPLICATION_FLAGS, isApplicationFlag } from "./ApplicationFlag.ts"
import { type Fault, fault } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import { Any, decoder, dict, field, Int, list, Text, withoutEchoes } from "./Shape.ts"
import type { Application } from "./World.ts"

export const ApplicationEdit = Schema.Struct({
  description: field(Any),
  flags: field(Int),
  interactions_endpoint_url: field(Text),
  event_webhooks_url: field(Text),
  custom_install_url: field(Text),
  role_connections_verification_url: field(Text),
  tags: field(list(Text)),
  integration_types_config: field(dict(Any))
})

type Draft = typeof ApplicationEdit.Type

export const URL_MAX = 2048
export const TAGS_MAX = 5
export const TAG_LENGTH_MAX = 20
export const DESCRIPTION_MAX = 400

/** What a bot may change of its flags: the limited privileged intents. */
const SETTABLE =
  APPLICATION_FLAGS.GATEWAY_PRESENCE_LIMITED |
  APPLICATION_FLAGS.GATEWAY_GUILD_MEMBERS_LIMITED |
  APPLICATION_FLAGS.GATEWAY_MESSAGE_CONTENT_LIMITED

const decode = decoder(ApplicationEdit)

/** The edited application, or every fault of the body. Whether a new endpoint URL answers is not judged here. */
export const editApplication = (
  application: Application,
  body: unknown
): Result.Result<Application, ReadonlyArray<Fault>> => {
  const { value, faults } = decode(body)
  const all = withoutEchoes(
    faults,
    RULES.flatMap((rule) => rule(value))
  )
  return all.length > 0 ? Result.fail(all) : Result.succeed(apply(application, value))
}

const url =
  (
    name:
      | "interactions_endpoint_url"
      | "event_webhooks_url"
      | "custom_install_url"
      | "role_connections_verification_url"
  ) =>
  (draft: Draft): ReadonlyArray<Fault> => {
    const text = draft[name]
    if (typeof text !== "string" || text === "") return []
    if (text.length > URL_MAX) return [fault([name], FormError.maxLength(URL_MAX))]
    return /^https?:\/\/[^\s/?#]+/i.test(text) ? [] : [fault([name], notUrl)]
  }

const notUrl = { code: "URL_TYPE_INVALID_URL", message: "Not a well formed URL." }

const RULES: ReadonlyArray<(draft: Draft) => ReadonlyArray<Fault>> = [
  url("interactions_endpoint_url"),
  url("event_webhooks_url"),
  url("custom_install_url"),
  url("role_connections_verification_url"),
  ({ description }) => {
    const text = descriptionOf(description)
    if (description !== undefined && description !== null && text === undefined) {
      return [fault(["description"], FormError.notText(description))]
    }
    return text !== undefined && [...text].length > DESCRIPTION_MAX
      ? [fault(["description"], FormError.maxLength(DESCRIPTION_MAX))]
      : []
  },
  ({ tags }) => ((tags?.length ?? 0) > TAGS_MAX ? [fault(["tags"], FormError.maxLength(TAGS_MAX))] : []),
  ({ tags }) =>
    (tags ?? []).flatMap((tag, i) =>
      tag.length > TAG_LENGTH_MAX ? [fault(["tags", i], FormError.maxLength(TAG_LENGTH_MAX))] : []
    ),
  ({ integration_types_config: config }) =>
    Object.keys(config ?? {}).flatMap((key) =>
      key === "0" || key === "1" ? [] : [fault(["integration_types_config", key], FormError.choices([0, 1]))]
    ),
  ({ integration_types_config: config }) =>
    config !== undefined && config !== null && Object.keys(config).length === 0
      ? [fault(["integration_types_config"], FormError.badLength(1, 2))]
      : []
]

/** Text, or the newer `{ default }` form. */
const descriptionOf = (description: unknown): string | undefined => {
  if (typeof description === "string") return description
  if (typeof description !== "object" || description === null || !("default" in description)) return undefined
  return typeof description.default === "string" ? description.default : undefined
}

const apply = (application: Application, draft: Draft): Application => ({
  ...application,
  description: draft.description === undefined ? application.description : (descriptionOf(draft.description) ?? ""),
  flags: draft.flags === undefined || draft.flags === null ? application.flags : mergeFlags(application, draft.flags),
  interactions_endpoint_url: replaced(application.interactions_endpoint_url, draft.interactions_endpoint_url),
  event_webhooks_url: replaced(application.event_webhooks_url, draft.event_webhooks_url),
  tags: draft.tags === undefined ? application.tags : (draft.tags ?? []),
  integration_types:
    draft.integration_types_config === undefined || draft.integration_types_config === null
      ? application.integration_types
      : // The rules leave "0" and "1" only.
        (Object.keys(draft.integration_types_config).map(Number) as Array<IntegrationType>)
})

/** Null and the empty string both remove a URL. */
const replaced = (before: string | null, sent: string | null | undefined): string | null =>
  sent === undefined ? before : sent === "" ? null : sent

const mergeFlags = (application: Application, bits: number): ReadonlyArray<string> => {
  const settable = (flag: string) => isApplicationFlag(flag) && (APPLICATION_FLAGS[flag] & SETTABLE) !== 0
  const sent = Object.keys(APPLICATION_FLAGS).filter(
    (flag) => settable(flag) && isApplicationFlag(flag) && (APPLICATION_FLAGS[flag] & bits) !== 0
  )
  return [...application.flags.filter((flag) => !settable(flag)), ...sent]
}
