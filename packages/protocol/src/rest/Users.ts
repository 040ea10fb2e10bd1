/** Endpoints of users, of the guilds of the caller, and of an application by its id. Source: wire-rest.md §5.1. */
import { SelfEdit } from "@backlot/domain/guild/NameBody"
import { Schema } from "effect"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bearer, bot, restGroup } from "../openapi/RestDocument.ts"

const MINE = "/users/@me/guilds"

const security = [bot] as const

export const Users = restGroup("users", {
  get_user: { method: "GET", path: "/users/:user_id", security, answer: Record },
  update_my_user: { method: "PATCH", path: "/users/@me", security, body: SelfEdit, answer: Record },
  list_my_guilds: {
    method: "GET",
    path: MINE,
    security: [bot, bearer("guilds")],
    query: { before: query(), after: query(), limit: query(), with_counts: query() },
    answer: Records
  },
  get_my_guild_member: {
    method: "GET",
    path: `${MINE}/:guild_id/member`,
    security: [bearer("guilds.members.read")],
    answer: Record
  },
  leave_guild: { method: "DELETE", path: `${MINE}/:guild_id`, security },
  get_application: { method: "GET", path: "/applications/:application_id", security, answer: Record },
  list_application_emojis: {
    method: "GET",
    path: "/applications/:application_id/emojis",
    security,
    answer: Schema.Struct({ items: Records })
  }
})
