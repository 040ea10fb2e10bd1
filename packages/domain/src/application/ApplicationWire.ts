/** The application object that an application's own bot reads. Source: wire-rest.md §5.6, §0 (start-up calls). */
import type { Snowflake } from "../base/Snowflake.ts"
import { webhookStatus } from "../event/WebhookEvent.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { TEAM_PSEUDO_USER } from "../guild/UserFlag.ts"
import { botObject, unknownUser } from "../guild/UserWire.ts"
import { membersOf, type Team } from "../record/Team.ts"
import type { Application } from "../record/World.ts"
import { flagFields } from "./ApplicationFlag.ts"

export interface ApplicationFacts {
  readonly application: Application
  /** The owner and the members of the team, by id, as far as they are users of this world. */
  readonly people: ReadonlyMap<Snowflake, UserObject>
  /** Ed25519 public key, 64 hex digits. */
  readonly verify_key: string
  readonly guilds: number
  readonly user_installs: number
}

/** Every required key of `PrivateApplicationResponse`, and the optional ones that libraries read. */
export const privateApplication = ({ application, people, verify_key, guilds, user_installs }: ApplicationFacts) => ({
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
  owner: application.team === undefined ? personIn(people, application.owner_id) : teamUser(application.team),
  approximate_guild_count: guilds,
  approximate_user_install_count: user_installs,
  approximate_user_authorization_count: user_installs,
  explicit_content_filter: application.explicit_content_filter,
  max_participants: application.max_participants,
  team: application.team === undefined ? null : teamObject(application.team, people),
  eligible_oauth2_scopes: []
})

const policiesOf = ({ terms_of_service_url, privacy_policy_url }: Application) => ({
  ...(terms_of_service_url === undefined ? {} : { terms_of_service_url }),
  ...(privacy_policy_url === undefined ? {} : { privacy_policy_url })
})

/** Who is in the application object. */
export const peopleOf = ({ owner_id, team }: Application): ReadonlyArray<Snowflake> =>
  team === undefined ? [owner_id] : membersOf(team).map(({ user_id }) => user_id)

const personIn = (people: ApplicationFacts["people"], id: Snowflake) => people.get(id) ?? unknownUser(id)

const teamObject = (team: Team, people: ApplicationFacts["people"]) => ({
  id: team.id,
  icon: team.icon,
  name: team.name,
  owner_user_id: team.owner_user_id,
  members: membersOf(team).map(({ user_id, role, membership_state }) => ({
    user: personIn(people, user_id),
    team_id: team.id,
    membership_state,
    role,
    permissions: ["*"]
  }))
})

/** The user that stands for a team where an application names its owner. */
const teamUser = ({ id }: Team) => ({
  ...unknownUser(id),
  username: `team${id}`,
  discriminator: "0000",
  flags: TEAM_PSEUDO_USER,
  public_flags: TEAM_PSEUDO_USER
})

/** The public fields: `ApplicationResponse`. */
export const partialApplication = (application: Application, verify_key: string) => ({
  id: application.id,
  name: application.name,
  icon: application.icon ?? null,
  ...(application.cover_image === undefined ? {} : { cover_image: application.cover_image }),
  description: application.description,
  ...policiesOf(application),
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
