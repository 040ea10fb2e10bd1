/** Endpoints of members. Source: wire-rest.md §5.1. */
import { MemberEdit, OwnMemberEdit } from "@backlot/domain/guild/MemberBody"
import { Schema } from "effect"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bot, restGroup } from "../openapi/RestDocument.ts"

const MEMBERS = "/guilds/:guild_id/members"
const MEMBER = `${MEMBERS}/:user_id` as const

const security = [bot] as const

export const Members = restGroup("members", {
  list_guild_members: {
    method: "GET",
    path: MEMBERS,
    security,
    query: { limit: query(), after: query() },
    answer: Records
  },
  search_guild_members: {
    method: "GET",
    path: `${MEMBERS}/search`,
    security,
    query: { query: Schema.String, limit: query() },
    answer: Records
  },
  get_guild_member: { method: "GET", path: MEMBER, security, answer: Record },
  update_my_guild_member: {
    method: "PATCH",
    path: `${MEMBERS}/@me`,
    security,
    body: OwnMemberEdit,
    answer: Record
  },
  update_guild_member: { method: "PATCH", path: MEMBER, security, body: MemberEdit, answer: Record },
  delete_guild_member: { method: "DELETE", path: MEMBER, security },
  add_guild_member_role: { method: "PUT", path: `${MEMBER}/roles/:role_id`, security },
  delete_guild_member_role: { method: "DELETE", path: `${MEMBER}/roles/:role_id`, security }
})
