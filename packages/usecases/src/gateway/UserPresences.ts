/**
 * The presences of users that the control plane plays: in memory, until the servers end or get a new world. A bot
 * is online while a gateway session of it is connected. Our choice: docs/choices.md "Control plane".
 */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { control as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownUser } from "@backlot/domain/error/ServiceError"
import { type Activity, isOnline, OFFLINE, ONLINE, type Presence } from "@backlot/domain/gateway/Presence"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { hasOthers, Servers } from "@backlot/ports/Servers"
import { Context, Effect } from "effect"
import { committed, EventLog } from "../event/EventLog.ts"
import { GatewaySessions } from "../interaction/GatewayDelivery.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, transact } from "../store/Transact.ts"

export const make = () => {
  const known = new Map<Snowflake, Presence>()
  return {
    of: (userId: Snowflake): Presence => known.get(userId) ?? OFFLINE,
    /** Beyond the bound the user goes offline who has not changed for the longest time. */
    set: (userId: Snowflake, presence: Presence): void => {
      known.delete(userId)
      if (isOnline(presence)) known.set(userId, presence)
      const [oldest] = known.keys()
      if (known.size > limits.presences && oldest !== undefined) known.delete(oldest)
    },
    clear: (): void => known.clear()
  }
}

/** A server provides its own; without one everyone is offline. */
export const UserPresences = Context.Reference<ReturnType<typeof make>>("./UserPresences.ts", { defaultValue: make })

/** A presence as a user sets it. */
interface Wanted {
  readonly status: Presence["status"]
  readonly activities: ReadonlyArray<Omit<Activity, "created_at">>
}

/** Sets the presence of a user, and gives it. */
export const set = operation(
  "UserPresences.set",
  Effect.fnUntraced(function* (userId: Snowflake, { status, activities }: Wanted) {
    const { presence } = yield* transact(function* (now) {
      yield* existing(Collections.users.get(userId), UnknownUser)
      const wanted: Presence = { status, activities: activities.map((activity) => ({ ...activity, created_at: now })) }
      return { presence: status === "offline" ? OFFLINE : wanted }
    })
    // Before the event, so that a session that begins has this presence in its guilds or gets the event.
    const presences = yield* UserPresences
    presences.set(userId, presence)
    const data = { user_id: userId, ...presence }
    yield* committed(() => Body.succeed({ value: undefined, events: [{ type: "presence.updated", data }] }))
    return presence
  })
)

/** Takes over what other servers set, before this one started too, as far as the log goes. Until the scope closes. */
export const follow = Effect.gen(function* () {
  const presences = yield* UserPresences
  const log = yield* EventLog
  const take = ({ type, data }: LoggedEvent): undefined => {
    if (type === "world.replaced") presences.clear()
    if (type !== "presence.updated") return
    // `set` writes these events.
    const { user_id, ...presence } = data as Presence & { readonly user_id: Snowflake }
    presences.set(user_id, presence)
  }
  yield* log.follow({ handle: take, lost: () => Effect.void })
  if (!(yield* hasOthers(yield* Servers))) return
  const { logLength } = KeptLimits.events
  for (const event of yield* log.since(log.position() - logLength, logLength)) take(event)
})

/** The presence of each user and bot of a guild, or outside guilds. Inside a transaction. */
export const presencesIn = function* (guildId: Snowflake | null, bots: ReadonlyArray<Application>) {
  const presences = yield* Body.use(UserPresences)
  const takersOf = yield* Body.use(GatewaySessions)
  const applications = new Map(bots.map(({ id, bot }) => [bot.id, id]))
  return (userId: Snowflake): Presence => {
    const application = applications.get(userId)
    if (application === undefined) return presences.of(userId)
    return takersOf(application, guildId).connected > 0 ? ONLINE : OFFLINE
  }
}
