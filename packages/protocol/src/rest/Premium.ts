/** Endpoints of what an application sells: SKUs, entitlements, subscriptions. Source: official OpenAPI document; the platform's documentation of SKUs. */
import { NewEntitlement } from "@backlot/domain/application/PremiumBody"
import { Metadata, UserConnection } from "@backlot/domain/application/RoleConnection"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bearer, bot, bots, by, restGroup } from "../openapi/RestDocument.ts"

/** The scope of linked roles. */
export const LINKED = "role_connections.write"

/** The scope of client credentials for entitlements. */
export const ENTITLEMENTS = "applications.entitlements"

const OWN = "/applications/:application_id/entitlements"
const ONE = `${OWN}/:entitlement_id` as const
const SUBSCRIPTIONS = "/skus/:sku_id/subscriptions"

const sellers = by(bot, bearer(ENTITLEMENTS))
const anybody = by(bot, bearer())

const page = { before: query(), after: query(), limit: query() }

export const Premium = restGroup("premium", {
  list_skus: bots.get("/applications/:application_id/skus", { answer: Records }),
  get_entitlements: sellers.get(OWN, {
    query: {
      ...page,
      user_id: query(),
      guild_id: query(),
      sku_ids: query(),
      exclude_ended: query(),
      exclude_deleted: query(),
      only_active: query()
    },
    answer: Records
  }),
  create_entitlement: bots.post(OWN, { body: NewEntitlement, answer: Record }),
  get_entitlement: sellers.get(ONE, { answer: Record }),
  delete_entitlement: sellers.delete(ONE),
  consume_entitlement: sellers.post(`${ONE}/consume`),
  get_sku_subscriptions: anybody.get(SUBSCRIPTIONS, { query: { ...page, user_id: query() }, answer: Records }),
  get_sku_subscription: anybody.get(`${SUBSCRIPTIONS}/:subscription_id`, {
    query: { user_id: query() },
    answer: Record
  }),
  get_current_user_application_entitlements: by(bearer()).get("/users/@me/applications/:application_id/entitlements", {
    query: { sku_ids: query(), exclude_consumed: query() },
    answer: Records
  })
})

const METADATA = "/applications/:application_id/role-connections/metadata"
const CONNECTION = "/users/@me/applications/:application_id/role-connection"

const linkers = by(bearer(LINKED))

export const RoleConnections = restGroup("role connections", {
  get_application_role_connections_metadata: bots.get(METADATA, { answer: Records }),
  update_application_role_connections_metadata: bots.put(METADATA, { body: Metadata, answer: Records }),
  get_application_user_role_connection: linkers.get(CONNECTION, { answer: Record }),
  update_application_user_role_connection: linkers.put(CONNECTION, { body: UserConnection, answer: Record }),
  delete_application_user_role_connection: linkers.delete(CONNECTION)
})
