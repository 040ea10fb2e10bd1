/**
 * The presences of users that the control plane plays, and of bots as their sessions set them: in memory, until the servers
 * end or get a new world. A bot is online at most while a gateway session of it is connected. Our choice: docs/choices.md
 * "Control plane", "Gateway".
 */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { presence as limits } from "@backlot/domain/base/PresenceLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownApplication, UnknownUser } from "@backlot/domain/error/ServiceError"
import { OFFLINE, ONLINE, type Presence, type WantedPresence } from "@backlot/domain/gateway/Presence"
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
  const known = new Map<Snowflake, { readonly presence: Presence; readonly size: number }>()
  let total = 0
  const forget = (userId: Snowflake): void => {
    total -= known.get(userId)?.size ?? 0
    known.delete(userId)
  }
  return {
    of: (userId: Snowflake): Presence => known.get(userId)?.presence ?? OFFLINE,
    /** Of a bot, while it is connected. */
    ofBot: (botId: Snowflake): Presence => known.get(botId)?.presence ?? ONLINE,
    /** Beyond the bounds those are forgotten who have not changed for the longest time. */
    set: (userId: Snowflake, presence: Presence, usual = OFFLINE): void => {
      forget(userId)
      if (isUsual(presence, usual)) return
      const size = JSON.stringify(presence).length
      known.set(userId, { presence, size })
      total += size
      for (const oldest of known.keys()) {
        if (known.size <= limits.kept && total <= limits.keptSize) return
        forget(oldest)
      }
    },
    clear: (): void => {
      known.clear()
      total = 0
    }
  }
}

/** A server provides its own; without one everyone is offline. */
export const UserPresences = Context.Reference<ReturnType<typeof make>>("./UserPresences.ts", { defaultValue: make })

/** Sets the presence of a user, and gives it. */
export const set = operation(
  "UserPresences.set",
  Effect.fnUntraced(function* (userId: Snowflake, wanted: WantedPresence) {
    const { presence } = yield* transact(function* (now) {
      yield* existing(Collections.users.get(userId), UnknownUser)
      return { presence: presenceAt(wanted, now) }
    })
    yield* publish(userId, presence, OFFLINE)
    return presence
  })
)

/** Sets the presence of a bot while it is connected; undefined is the usual one, online without activities. */
export const setByBot = operation(
  "UserPresences.setByBot",
  Effect.fnUntraced(function* (applicationId: Snowflake, wanted: WantedPresence | undefined) {
    const presences = yield* UserPresences
    const { id, presence } = yield* transact(function* (now) {
      const { bot } = yield* existing(Collections.applications.get(applicationId), UnknownApplication)
      return { id: bot.id, presence: wanted === undefined ? ONLINE : presenceAt(wanted, now) }
    })
    if (isUsual(presence, ONLINE) && isUsual(presences.ofBot(id), ONLINE)) return
    yield* publish(id, presence, ONLINE)
  })
)

const presenceAt = ({ status, activities, client_status }: WantedPresence, now: number): Presence =>
  status === "offline"
    ? OFFLINE
    : { status, activities: activities.map((activity) => ({ created_at: now, ...activity })), client_status }

const publish = Effect.fnUntraced(function* (user_id: Snowflake, presence: Presence, usual: Presence) {
  const presences = yield* UserPresences
  // Before the event, so that a session that begins has this presence in its guilds or gets the event.
  presences.set(user_id, presence, usual)
  const data = { user_id, ...presence, ...(usual === ONLINE ? { bot: true } : {}) }
  yield* committed(() => Body.succeed({ value: undefined, events: [{ type: "presence.updated", data }] }))
})

const isUsual = ({ status, activities }: Presence, usual: Presence): boolean =>
  status === usual.status && activities.length === 0

/** The data of `presence.updated`. */
export interface PresenceChange extends Presence {
  readonly user_id: Snowflake
  readonly bot?: true
}

/** Takes over what other servers set, before this one started too, as far as the log goes. Until the scope closes. */
export const follow = Effect.gen(function* () {
  const presences = yield* UserPresences
  const log = yield* EventLog
  const take = ({ type, data }: LoggedEvent): undefined => {
    if (type === "world.replaced") presences.clear()
    if (type !== "presence.updated") return
    // `set` writes these events.
    const { user_id, bot, status, activities, client_status } = data as PresenceChange
    presences.set(user_id, { status, activities, client_status }, bot === true ? ONLINE : OFFLINE)
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
    return takersOf(application, guildId).connected > 0 ? presences.ofBot(userId) : OFFLINE
  }
}
