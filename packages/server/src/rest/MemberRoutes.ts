/** Routes of members. */
import { guild as limits } from "@backlot/domain/base/Limits"
import { required } from "@backlot/domain/error/FormError"
import * as Contract from "@backlot/protocol/rest/Members"
import type { BotOfGuild } from "@backlot/usecases/access/BotEntry"
import * as Members from "@backlot/usecases/guild/Members"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { inGuild, withBody } from "./BotCall.ts"

const pageOf = (call: Call) => Query.page(call, { max: limits.membersPage, usual: 1 })

const search = Effect.fnUntraced(function* (bot: BotOfGuild, call: Call) {
  const { limit } = yield* pageOf(call)
  const query = call.query("query") ?? ""
  if (query === "") return yield* Query.invalid("query", required)
  return yield* Members.search(bot, query, limit)
})

const setRole = (held: boolean) => (bot: BotOfGuild, call: Call) =>
  Members.setRole(bot, { user_id: param(call, "user_id"), role_id: param(call, "role_id"), held })

export const memberRoutes = admittedRoutes(Contract.Members, {
  list_guild_members: inGuild((bot, call) => Effect.flatMap(pageOf(call), (page) => Members.list(bot, page))),
  search_guild_members: inGuild(search),
  get_guild_member: inGuild((bot, call) => Members.get(bot, param(call, "user_id"))),
  update_my_guild_member: inGuild(withBody(Members.editSelf)),
  update_guild_member: inGuild(withBody((bot, body, call) => Members.edit(bot, param(call, "user_id"), body))),
  delete_guild_member: inGuild((bot, call) => Members.kick(bot, param(call, "user_id"))),
  add_guild_member_role: inGuild(setRole(true)),
  delete_guild_member_role: inGuild(setRole(false))
})
