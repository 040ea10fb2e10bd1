/** An application of a world, with its defaults. Source: product.md "World file". */

import { isWebhookStatus } from "../event/WebhookEvent.ts"
import { DEFAULTS } from "../guild/WorldDefaults.ts"
import { INTEGRATION_TYPES } from "../record/CommandVocabulary.ts"
import type * as World from "../record/World.ts"
import { readSet } from "../validation/ListRules.ts"
import type { Mint } from "./WorldMint.ts"
import type { Drafts } from "./WorldShape.ts"
import { permissionsOr, texts } from "./WorldValue.ts"

/** Needed before the rest of a world: commands are judged against their application. */
export const application = (draft: Drafts["application"], mint: Mint): World.Application => {
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
    redirect_uris: texts(draft.redirect_uris),
    interactions_endpoint_url: draft.interactions_endpoint_url ?? d.interactions_endpoint_url,
    event_webhooks_url: draft.event_webhooks_url ?? d.event_webhooks_url,
    private_key: (draft.private_key ?? mint.privateKey(id)).toLowerCase(),
    integration_types: readSet(draft.integration_types ?? d.integration_types, INTEGRATION_TYPES),
    flags: texts(draft.flags),
    discoverable: draft.discoverable ?? d.discoverable,
    tags: texts(draft.tags),
    custom_install_url: draft.custom_install_url ?? d.custom_install_url,
    role_connections_verification_url: draft.role_connections_verification_url ?? d.role_connections_verification_url,
    install_params: draft.install_params ? installParams(draft.install_params) : d.install_params,
    integration_types_config: typesConfig(draft.integration_types_config),
    max_participants: draft.max_participants ?? d.max_participants,
    explicit_content_filter: draft.explicit_content_filter ?? d.explicit_content_filter,
    // Last, where an edit puts them too, so that equal applications are equal records.
    ...(draft.event_webhooks_types?.length ? { event_webhooks_types: texts(draft.event_webhooks_types) } : {}),
    ...webhookStatusIn(draft.event_webhooks_status)
  }
}

const webhookStatusIn = (status: number | null | undefined): Pick<World.Application, "event_webhooks_status"> =>
  isWebhookStatus(status) ? { event_webhooks_status: status } : {}

const installParams = (draft: Drafts["install_params"]): World.InstallParams => ({
  scopes: texts(draft.scopes),
  permissions: permissionsOr(draft.permissions, DEFAULTS.install_params.permissions)
})

/** Null when no installation context asks for anything, so that equal applications are equal records. */
const typesConfig = (
  draft: Drafts["integration_types_config"] | null | undefined
): World.IntegrationTypesConfig | null => {
  const asked = INTEGRATION_TYPES.flatMap((type) => {
    const params = draft?.[type]?.oauth2_install_params
    return params ? [[type, { oauth2_install_params: installParams(params) }] as const] : []
  })
  return asked.length === 0 ? DEFAULTS.application.integration_types_config : Object.fromEntries(asked)
}
