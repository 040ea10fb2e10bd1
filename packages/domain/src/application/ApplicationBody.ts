/**
 * What the body of PATCH /applications/@me says before any rule is asked. Pictures are accepted and not read (ours).
 * Source: wire-rest.md §5.6.
 */
import { Schema } from "effect"
import { Any, Big, type Decoded, decoder, dict, field, Int, list, Text } from "../validation/Shape.ts"

const Install = Schema.Struct({ scopes: field(list(Text)), permissions: field(Big) })

const TypeConfig = Schema.Struct({ oauth2_install_params: field(Install) })

export const ApplicationBody = Schema.Struct({
  // Text, or the newer `{ default }` form: judged by a rule.
  description: field(Any),
  flags: field(Int),
  interactions_endpoint_url: field(Text),
  event_webhooks_url: field(Text),
  event_webhooks_status: field(Int),
  event_webhooks_types: field(list(Text)),
  custom_install_url: field(Text),
  role_connections_verification_url: field(Text),
  tags: field(list(Text)),
  install_params: field(Install),
  // Each entry is decoded by itself, so that a faulty one does not count as missing.
  integration_types_config: field(dict(Any)),
  max_participants: field(Int),
  explicit_content_filter: field(Int),
  type: field(Int)
})

export type ApplicationDraft = typeof ApplicationBody.Type
export type InstallDraft = typeof Install.Type
export type TypeConfigDraft = typeof TypeConfig.Type

export const decodeApplication = decoder(ApplicationBody)

const decodeConfig = decoder(TypeConfig)

/** One entry of `integration_types_config`; null says no more than that the context is supported. */
export const decodeTypeConfig = (sent: unknown): Decoded<TypeConfigDraft> => decodeConfig(sent ?? {})

/** The text of a description; undefined when it is none. */
export const descriptionOf = (sent: unknown): string | undefined => {
  if (typeof sent === "string") return sent
  if (typeof sent !== "object" || sent === null || !("default" in sent)) return undefined
  return typeof sent.default === "string" ? sent.default : undefined
}
