/** Routes of the members of threads, and of archived threads. */
import { thread } from "@backlot/domain/base/ThreadLimits"
import * as Contract from "@backlot/protocol/rest/Channels"
import type { ChannelAddress } from "@backlot/usecases/access/BotEntry"
import * as ThreadLists from "@backlot/usecases/guild/ThreadLists"
import * as ThreadMembers from "@backlot/usecases/guild/ThreadMembers"
import * as ThreadSearch from "@backlot/usecases/guild/ThreadSearch"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { inChannel } from "./BotCall.ts"
import { threadQuery } from "./SearchQuery.ts"

const list = Effect.fnUntraced(function* (address: ChannelAddress, call: Call) {
  const with_member = yield* Query.flag(call, "with_member")
  const page = yield* Query.page(call, { max: thread.listMax, usual: thread.listMax })
  return yield* ThreadMembers.list(address, { ...page, with_member })
})

const get = Effect.fnUntraced(function* (address: ChannelAddress, call: Call) {
  return yield* ThreadMembers.get(address, param(call, "user_id"), yield* Query.flag(call, "with_member"))
})

const find = Effect.fnUntraced(function* (address: ChannelAddress, call: Call) {
  return yield* ThreadSearch.search(address, yield* threadQuery(call))
})

const limitOf = (call: Call) =>
  Query.whole(call, "limit", thread.archivedDefault, thread.archivedMin, thread.archivedMax)

const byTime = (list: typeof ThreadLists.archivedPublic) =>
  Effect.fnUntraced(function* (address: ChannelAddress, call: Call) {
    return yield* list(address, { limit: yield* limitOf(call), before: yield* Query.time(call, "before") })
  })

const joined = Effect.fnUntraced(function* (address: ChannelAddress, call: Call) {
  return yield* ThreadLists.archivedJoined(address, {
    limit: yield* limitOf(call),
    before: yield* Query.id(call, "before")
  })
})

export const threadRoutes = admittedRoutes(Contract.Threads, {
  list_thread_members: inChannel(list),
  join_thread: inChannel(ThreadMembers.join),
  leave_thread: inChannel(ThreadMembers.leave),
  get_thread_member: inChannel(get),
  add_thread_member: inChannel((address, call) => ThreadMembers.add(address, param(call, "user_id"))),
  delete_thread_member: inChannel((address, call) => ThreadMembers.remove(address, param(call, "user_id"))),
  list_public_archived_threads: inChannel(byTime(ThreadLists.archivedPublic)),
  list_private_archived_threads: inChannel(byTime(ThreadLists.archivedPrivate)),
  list_my_private_archived_threads: inChannel(joined),
  thread_search: inChannel(find)
})
