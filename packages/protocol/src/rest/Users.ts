/** Endpoints of users, of the guilds of the caller, and of an application by its id. Source: wire-rest.md §5.1. */
import { SelfEdit } from "@backlot/domain/guild/NameBody"
import { Schema } from "effect"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bearer, bot, bots, by, restGroup } from "../openapi/RestDocument.ts"

const MINE = "/users/@me/guilds"

export const Users = restGroup("users", {
  get_user: bots.get("/users/:user_id", { answer: Record }),
  update_my_user: bots.patch("/users/@me", { body: SelfEdit, answer: Record }),
  list_my_guilds: by(bot, bearer("guilds")).get(MINE, {
    query: { before: query(), after: query(), limit: query(), with_counts: query() },
    answer: Records
  }),
  get_my_guild_member: by(bearer("guilds.members.read")).get(`${MINE}/:guild_id/member`, { answer: Record }),
  leave_guild: bots.delete(`${MINE}/:guild_id`),
  get_application: bots.get("/applications/:application_id", { answer: Record }),
  list_application_emojis: bots.get("/applications/:application_id/emojis", {
    answer: Schema.Struct({ items: Records })
  })
})
