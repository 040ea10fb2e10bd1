/** The application object that an application's own bot reads. Source: wire-rest.md §5.6, §0 (start-up calls). */
import { webhookStatus } from "../event/WebhookEvent.ts"
import { botObject, unknownUser, userObject } from "../guild/UserWire.ts"
import type { Application, User } from "../record/World.ts"
import { flagFields } from "./ApplicationFlag.ts"

export interface ApplicationFacts {
  readonly application: Application
  /** `undefined` when the owner is not a user of this world. */
  readonly owner: User | undefined
  /** Ed25519 public key, 64 hex digits. */
  readonly verify_key: string
  readonly guilds: number
  readonly user_installs: number
}

/** Every required key of `PrivateApplicationResponse`, and the optional ones that libraries read. */
export const privateApplication = ({ application, owner, verify_key, guilds, user_installs }: ApplicationFacts) => ({
  ...partialApplication(application, verify_key),
  integration_types_config: Object.fromEntries(
    application.integration_types.map((type) => [String(type), application.integration_types_config?.[type] ?? {}])
  ),
  ...(application.install_params === null ? {} : { install_params: application.install_params }),
  ...(application.custom_install_url === null ? {} : { custom_install_url: application.custom_install_url }),
  redirect_uris: application.redirect_uris,
  interactions_endpoint_url: application.interactions_endpoint_url,
  role_connections_verification_url: application.role_connections_verification_url,
  event_webhooks_url: application.event_webhooks_url,
  event_webhooks_status: webhookStatus(application),
  event_webhooks_types: application.event_webhooks_types ?? [],
  owner: owner === undefined ? unknownUser(application.owner_id) : userObject(owner),
  approximate_guild_count: guilds,
  approximate_user_install_count: user_installs,
  approximate_user_authorization_count: user_installs,
  explicit_content_filter: application.explicit_content_filter,
  max_participants: application.max_participants,
  team: null,
  eligible_oauth2_scopes: []
})

/** The public fields: `ApplicationResponse`. */
export const partialApplication = (application: Application, verify_key: string) => ({
  id: application.id,
  name: application.name,
  icon: application.icon ?? null,
  ...(application.cover_image === undefined ? {} : { cover_image: application.cover_image }),
  description: application.description,
  // No newer document has it, but the platform still sends it, and older libraries end their login without it.
  summary: "",
  type: null,
  bot: botObject(application),
  bot_public: true,
  bot_require_code_grant: false,
  verify_key,
  ...flagFields(application),
  tags: application.tags
})
