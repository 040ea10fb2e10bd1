/** The body of PATCH /applications/@me, wire-rest.md §5.6. Our choice: docs/choices.md "Guilds and members". */
import { Schema } from "effect"
import { application as limits } from "../base/Limits.ts"
import { WEBHOOK_STATUSES } from "../event/WebhookEvent.ts"
import { INSTALL_SCOPES } from "../record/Scope.ts"
import { APPLICATION_TYPES, CONTENT_FILTERS, WEBHOOK_EVENT_TYPES } from "../record/WorldVocabulary.ts"
import { Any, Big, type Decoded, decoder, dict, field, Id, Int, list, shownAs, Text } from "../validation/Shape.ts"
import { atMost, described, oneOf, setOf, text, whole } from "../validation/ShapeLimits.ts"
import { shownOf } from "../validation/Shown.ts"

const Install = Schema.Struct({ scopes: field(setOf(list(Text), INSTALL_SCOPES)), permissions: field(Big) }).annotate({
  identifier: "InstallParamsBody"
})

const TypeConfig = Schema.Struct({ oauth2_install_params: field(Install) }).annotate({
  identifier: "IntegrationTypeConfigBody"
})

const url = field(text(0, limits.urlMax))

// A rule judges the two forms: a text, and the newer `{ default }`.
const description = shownAs(Any, () => {
  const shown = shownOf(text(0, limits.descriptionMax))
  const localizations = described(dict(Text), "Refused: a description has one language here.")
  return Schema.Union([
    shown,
    Schema.Struct({ default: shown, localizations: Schema.optional(shownOf(localizations)) })
  ])
})

// Each entry is decoded by itself, so that a faulty entry does not count as missing.
const configs = shownAs(dict(Any), () => {
  const config = shownOf(field(TypeConfig))
  return Schema.Struct({ "0": config, "1": config }).annotate({
    description: "One or both keys: 0 installs to a guild, 1 to a user."
  })
})

export const ApplicationBody = Schema.Struct({
  description: field(description),
  flags: field(whole(0, Number.MAX_SAFE_INTEGER)),
  interactions_endpoint_url: url,
  event_webhooks_url: url,
  event_webhooks_status: field(oneOf(Int, WEBHOOK_STATUSES)),
  event_webhooks_types: field(setOf(list(Text), WEBHOOK_EVENT_TYPES)),
  custom_install_url: url,
  role_connections_verification_url: url,
  tags: field(atMost(list(text(0, limits.tagMax)), limits.tags)),
  install_params: field(Install),
  integration_types_config: field(configs),
  max_participants: field(whole(limits.participantsMin, limits.participantsMax)),
  explicit_content_filter: field(oneOf(Int, CONTENT_FILTERS)),
  icon: field(described(Text, "A picture as a data URI.")),
  cover_image: field(described(Text, "A picture as a data URI.")),
  type: field(described(oneOf(Int, APPLICATION_TYPES), "Accepted; it means nothing here.")),
  team_id: field(described(Id, "Only the team that has it already: a bot moves no application."))
}).annotate({ identifier: "ApplicationEditBody" })

export type ApplicationDraft = typeof ApplicationBody.Type
export type InstallDraft = typeof Install.Type

export const decodeApplication = decoder(ApplicationBody)

const decodeConfig = decoder(TypeConfig)

/** One entry of `integration_types_config`; null only says that the context is supported. */
export const decodeTypeConfig = (sent: unknown): Decoded<typeof TypeConfig.Type> => decodeConfig(sent ?? {})

/** Whether a description has other languages. */
export const isLocalized = (sent: unknown): boolean =>
  typeof sent === "object" &&
  sent !== null &&
  "localizations" in sent &&
  Object.values(Object(sent.localizations)).some((text) => text != null)

/** The text of a description; undefined when it has neither form. */
export const descriptionOf = (sent: unknown): string | undefined => {
  if (typeof sent === "string") return sent
  if (typeof sent !== "object" || sent === null || !("default" in sent)) return undefined
  return typeof sent.default === "string" ? sent.default : undefined
}
