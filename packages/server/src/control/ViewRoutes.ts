/** What a user's client shows beside the messages. Source: product.md "Control plane". */
import { guild as limits } from "@backlot/domain/base/Limits"
import * as UserView from "@backlot/usecases/user/UserView"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"

export const viewRoutes = {
  get_view: Effect.fnUntraced(function* (call: Call) {
    const { user_id } = yield* Query.ids(call, "user_id")
    return yield* UserView.view(user_id, yield* Query.flag(call, "archived"))
  }),
  get_seen_members: Effect.fnUntraced(function* (call: Call) {
    const { user_id, guild_id } = yield* Query.ids(call, "user_id", "guild_id")
    const page = yield* Query.page(call, { max: limits.page, usual: limits.page })
    return { members: yield* UserView.members(user_id, guild_id, page) }
  })
}
