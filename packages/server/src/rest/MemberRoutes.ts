/** Routes of members. */

import { guild as limits } from "@backlot/domain/base/Limits"
import { fault } from "@backlot/domain/error/Fault"
import { required } from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as Contract from "@backlot/protocol/rest/Members"
import type { BotOfGuild } from "@backlot/usecases/access/BotEntry"
import * as Members from "@backlot/usecases/guild/Members"
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
