/** Routes of scheduled events and stages. */
import { limits } from "@backlot/domain/record/EventLimits"
import * as Contract from "@backlot/protocol/rest/ScheduledEvents"
import type * as BotEntry from "@backlot/usecases/access/BotEntry"
import * as EventUsers from "@backlot/usecases/scheduled-event/EventUsers"
import * as ScheduledEvents from "@backlot/usecases/scheduled-event/ScheduledEvents"
import * as StageInstances from "@backlot/usecases/scheduled-event/StageInstances"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes } from "./Admission.ts"
import { after, asBot, inChannel, inGuild, withBody } from "./BotCall.ts"

const eventIn = (call: Call) => param(call, "guild_scheduled_event_id")
const counted = (call: Call) => Query.flag(call, "with_user_count")

/** Runs `step` after it is judged whether the bot may edit the event, so that access comes before the body. */
const afterEntry =
  <R>(step: (bot: BotEntry.BotOfGuild, call: Call) => Answering<R>) =>
  (bot: BotEntry.BotOfGuild, call: Call) =>
    Effect.andThen(ScheduledEvents.admitEdit(bot, eventIn(call)), step(bot, call))

const users = Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, call: Call, exception_id?: string) {
  const page = yield* Query.page(call, { max: limits.page, usual: limits.page })
  const with_member = yield* Query.flag(call, "with_member")
  return yield* EventUsers.list(bot, { event_id: eventIn(call), exception_id }, { ...page, with_member })
})

const counts = Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, call: Call) {
  const ids = yield* Query.idList(call, "guild_scheduled_event_exception_ids", limits.counted)
  return yield* EventUsers.count(bot, eventIn(call), ids)
})

const exceptionIn = (call: Call) => ({ event_id: eventIn(call), exception_id: param(call, "exception_id") })

export const scheduledEventRoutes = admittedRoutes(Contract.ScheduledEvents, {
  list_guild_scheduled_events: inGuild((bot, call) =>
    Effect.flatMap(counted(call), (one) => ScheduledEvents.list(bot, one))
  ),
  create_guild_scheduled_event: inGuild(after(ScheduledEvents.admit, withBody(ScheduledEvents.create))),
  get_guild_scheduled_event: inGuild((bot, call) =>
    Effect.flatMap(counted(call), (one) => ScheduledEvents.get(bot, eventIn(call), one))
  ),
  update_guild_scheduled_event: inGuild(
    afterEntry(withBody((bot, body, call) => ScheduledEvents.edit(bot, eventIn(call), body)))
  ),
  delete_guild_scheduled_event: inGuild((bot, call) => ScheduledEvents.remove(bot, eventIn(call))),
  count_guild_scheduled_event_users: inGuild(counts),
  list_guild_scheduled_event_users: inGuild((bot, call) => users(bot, call)),
  list_guild_scheduled_event_exception_users: inGuild((bot, call) =>
    users(bot, call, param(call, "guild_scheduled_event_exception_id"))
  ),
  create_guild_scheduled_event_exception: inGuild(
    afterEntry(withBody((bot, body, call) => EventUsers.createException(bot, eventIn(call), body)))
  ),
  update_guild_scheduled_event_exception: inGuild(
    afterEntry(withBody((bot, body, call) => EventUsers.editException(bot, exceptionIn(call), body)))
  ),
  delete_guild_scheduled_event_exception: inGuild((bot, call) => EventUsers.deleteException(bot, exceptionIn(call)))
})

export const stageInstanceRoutes = admittedRoutes(Contract.StageInstances, {
  create_stage_instance: asBot(withBody(StageInstances.create)),
  get_stage_instance: inChannel(StageInstances.get),
  update_stage_instance: inChannel(after(StageInstances.admitEdit, withBody(StageInstances.edit))),
  delete_stage_instance: inChannel(StageInstances.remove)
})
