/** The members of a guild. */
import { fault } from "@backlot/domain/Fault"
import { required } from "@backlot/domain/FormError"
import { guild as limits } from "@backlot/domain/Limits"
import { InvalidForm } from "@backlot/domain/ServiceError"
import * as Contract from "@backlot/protocol/RestGuilds"
import type { BotOfGuild } from "@backlot/usecases/BotEntry"
import * as Members from "@backlot/usecases/Members"
import { Effect } from "effect"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { inGuild, page, writing } from "./BotCall.ts"

const BOUNDS = { max: limits.membersPage, usual: 1 }

const search = Effect.fnUntraced(function* (bot: BotOfGuild, call: Call) {
  const { limit } = yield* page(call, BOUNDS)
  const query = call.query("query") ?? ""
  if (query === "") return yield* new InvalidForm({ faults: [fault(["query"], required)] })
  return yield* Members.search(bot, query, limit)
})

const setRole = (held: boolean) => (bot: BotOfGuild, call: Call) =>
  Members.setRole(bot, { user_id: param(call, "user_id"), role_id: param(call, "role_id"), held })

export const memberRoutes = admittedRoutes(Contract.Members, {
  list_guild_members: inGuild(200, (bot, call) =>
    Effect.flatMap(page(call, BOUNDS), (asked) => Members.list(bot, asked))
  ),
  search_guild_members: inGuild(200, search),
  get_guild_member: inGuild(200, (bot, call) => Members.get(bot, param(call, "user_id"))),
  update_my_guild_member: writing(200, Members.editSelf),
  update_guild_member: writing(200, (bot, body, call) => Members.edit(bot, param(call, "user_id"), body)),
  delete_guild_member: inGuild(204, (bot, call) => Members.kick(bot, param(call, "user_id"))),
  add_guild_member_role: inGuild(204, setRole(true)),
  delete_guild_member_role: inGuild(204, setRole(false))
})
