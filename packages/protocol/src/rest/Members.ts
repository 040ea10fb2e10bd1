/** Endpoints of members. Source: wire-rest.md §5.1. */
import { MemberEdit, OwnMemberEdit } from "@backlot/domain/guild/MemberBody"
import { Schema } from "effect"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bots, restGroup } from "../openapi/RestDocument.ts"

const MEMBERS = "/guilds/:guild_id/members"
const MEMBER = `${MEMBERS}/:user_id` as const

export const Members = restGroup("members", {
  list_guild_members: bots.get(MEMBERS, { query: { limit: query(), after: query() }, answer: Records }),
  search_guild_members: bots.get(`${MEMBERS}/search`, {
    query: { query: Schema.String, limit: query() },
    answer: Records
  }),
  get_guild_member: bots.get(MEMBER, { answer: Record }),
  update_my_guild_member: bots.patch(`${MEMBERS}/@me`, { body: OwnMemberEdit, answer: Record }),
  update_guild_member: bots.patch(MEMBER, { body: MemberEdit, answer: Record }),
  delete_guild_member: bots.delete(MEMBER),
  add_guild_member_role: bots.put(`${MEMBER}/roles/:role_id`),
  delete_guild_member_role: bots.delete(`${MEMBER}/roles/:role_id`)
})
