/** Bodies of the application endpoints. Source: wire-rest.md §5.6. */
import { application as limits } from "@backlot/domain/base/Limits"
import { WEBHOOK_STATUSES } from "@backlot/domain/event/WebhookEvent"
import { APPLICATION_TYPES, CONTENT_FILTERS, WEBHOOK_EVENT_TYPES } from "@backlot/domain/record/WorldVocabulary"
import { Schema } from "effect"
import { list, nullable, Permissions, text, Url, whole } from "./Field.ts"

const description = text(0, limits.descriptionMax)

const InstallParams = Schema.Struct({
  scopes: nullable(Schema.Array(Schema.String)),
  permissions: nullable(Permissions)
}).annotate({ identifier: "InstallParamsBody" })

const TypeConfig = Schema.Struct({ oauth2_install_params: nullable(InstallParams) }).annotate({
  identifier: "IntegrationTypeConfigBody"
})

export const ApplicationEdit = Schema.Struct({
  description: nullable(Schema.Union([description, Schema.Struct({ default: description })])),
  flags: nullable(whole(0, Number.MAX_SAFE_INTEGER)),
  interactions_endpoint_url: nullable(Url),
  event_webhooks_url: nullable(Url),
  event_webhooks_status: nullable(Schema.Literals(WEBHOOK_STATUSES)),
  event_webhooks_types: nullable(list(Schema.Literals(WEBHOOK_EVENT_TYPES), WEBHOOK_EVENT_TYPES.length)),
  custom_install_url: nullable(Url),
  role_connections_verification_url: nullable(Url),
  tags: nullable(list(text(0, limits.tagMax), limits.tags)),
  install_params: nullable(InstallParams),
  integration_types_config: nullable(
    Schema.Struct({ "0": nullable(TypeConfig), "1": nullable(TypeConfig) }).annotate({
      description: "One or both keys: 0 installs to a guild, 1 to a user."
    })
  ),
  max_participants: nullable(whole(limits.participantsMin, limits.participantsMax)),
  explicit_content_filter: nullable(Schema.Literals(CONTENT_FILTERS)),
  type: nullable(Schema.Literals(APPLICATION_TYPES).annotate({ description: "Accepted; it means nothing here." }))
}).annotate({ identifier: "ApplicationEditBody" })
