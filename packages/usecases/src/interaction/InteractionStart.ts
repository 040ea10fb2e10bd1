/** Creates, stores and delivers every interaction. Source: architecture.md "Delivery of an interaction". */

import { canonicalJson } from "@backlot/domain/base/CanonicalJson"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { userObject } from "@backlot/domain/guild/UserWire"
import { isLaunch, launch } from "@backlot/domain/interaction/ActivityLaunch"
import { acknowledgeBy, type InteractionRecord, type InteractionSeed } from "@backlot/domain/interaction/Interaction"
import type { Decision, TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import { buildPayload } from "@backlot/domain/interaction/InteractionPayload"
import { create } from "@backlot/domain/interaction/InteractionState"
import { NOBODY } from "@backlot/domain/message/Mention"
import type { MessageObject } from "@backlot/domain/message/Message"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { activeFor } from "../access/HeldEntitlements.ts"
import { mintInteractionToken } from "../access/InteractionToken.ts"
import * as Surroundings from "../access/Surroundings.ts"
import type { UserPlace } from "../access/UserPlace.ts"
import { UseRefused } from "../command/CommandChoice.ts"
import { commit, committed } from "../event/EventLog.ts"
import { snapshots } from "../message/MessageFiles.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines } from "../store/Deadlines.ts"
import * as Retention from "../store/Retention.ts"
import * as GatewayDelivery from "./GatewayDelivery.ts"
import { Deliveries, delivering } from "./InteractionDelivery.ts"
import { keepNew } from "./InteractionStore.ts"
import * as TraceContext from "./TraceContext.ts"

/** Everything about an interaction but its identity. */
export interface Prepared {
  readonly seed: Omit<InteractionSeed, "id" | "token" | "created_ms">
  readonly application: Application
  /** For types 2 and 4. */
  readonly command?: ApplicationCommand | undefined
  /** The message of the component. */
  readonly message?: MessageObject | undefined
  readonly place: UserPlace
  readonly surroundings: Surroundings.Surroundings
  /** Messages that the payload resolves. */
  readonly messages?: ReadonlyArray<MessageObject>
  /** Attached files; stored with the interaction, or not at all. */
  readonly uploads?: ReadonlyArray<Collections.Upload>
  /** The first lines of its trace. */
  readonly led?: ReadonlyArray<Omit<TraceLine, "at">>
}

/** Inside the transaction, at this time, for the interaction of this id. */
type Prepare<Y> = (now: number, id: Snowflake) => Iterable<Y, Prepared, unknown>

/** Creates the interaction that `prepare` decides on; ends once it is stored and its delivery has begun. */
export const start = Effect.fnUntraced(function* <Y extends Body.Step>(prepare: Prepare<Y>) {
  const deliveries = yield* Deliveries
  const id = yield* (yield* Ids).next
  const deadlines = yield* Deadlines
  // Uninterruptible: the caller may be gone once the interaction exists.
  const { record } = yield* deliveries.deliver(id, make(id, prepare)).pipe(
    Effect.tap(({ record: made }) => deadlines.wakeBefore(acknowledgeBy(made))),
    Effect.uninterruptible
  )
  return record
})

const make = Effect.fnUntraced(function* <Y extends Body.Step>(id: string, prepare: Prepare<Y>) {
  const token = yield* mintInteractionToken(id)
  const message_id = yield* (yield* Ids).next
  const deliveries = yield* Deliveries
  const traceparent = yield* TraceContext.current
  const traced = traceparent === undefined ? {} : { traceparent }
  return yield* commit(function* (now) {
    const prepared = yield* prepare(now, id)
    const { application, led = [], uploads = [] } = prepared
    const way =
      application.interactions_endpoint_url === null
        ? yield* GatewayDelivery.wayTo(application, prepared.place)
        : undefined
    const decision = begin(prepared, { id, token, created_ms: now, ...traced }, message_id, way)
    const { record } = decision
    const payload = record.state === "pending" ? yield* payloadOf(prepared, record, now) : ""
    yield* Body.forEach(uploads, Retention.putUpload)
    const atOnce = payload === "" ? undefined : yield* deliveries.signAtOnce(application, payload)
    const handed = way === undefined || payload === "" ? [] : yield* GatewayDelivery.hand(record, payload, way, now)
    const events = yield* keepNew(
      decision,
      led.map((line) => ({ at: now, ...line })),
      atOnce === undefined ? handed : [{ at: now, ...delivering(atOnce) }]
    )
    return { value: { record, application, payload, atOnce }, events, last: Retention.countInteraction }
  })
})

/** An interaction to deliver, or one launched without the application. */
const begin = (
  { application, command, place, seed }: Prepared,
  made: Pick<InteractionSeed, "id" | "token" | "created_ms" | "traceparent">,
  message_id: string,
  way: GatewayDelivery.Way | undefined
): Decision<null> => {
  const launches = application.flags.includes("EMBEDDED") ? { launches: true as const } : {}
  const whole: InteractionSeed = { ...made, ...launches, ...seed }
  if (command === undefined || !isLaunch(command)) {
    if (way === undefined) return create(whole)
    return create({ ...whole, by_gateway: true }, GatewayDelivery.obstacleOf(application, way))
  }
  const now_ms = made.created_ms
  return launch(whole, { now_ms, message_id, application, user: userObject(place.user), mentionable: NOBODY })
}

/** The exact text that is signed and sent. */
const payloadOf = function* (prepared: Prepared, record: InteractionRecord, now: number) {
  const { application, place, surroundings, uploads = [], messages = [] } = prepared
  const bot_member =
    place.kind === "guild" ? yield* Collections.members.get(place.guild.id, application.bot.id) : undefined
  const others = place.kind === "guild" ? [] : place.channel.recipients.filter((id) => id !== application.bot.id)
  const recipients = []
  for (const id of others) recipients.push(yield* Surroundings.person(place, id))
  return canonicalJson(
    buildPayload({
      record,
      application,
      command: prepared.command,
      message: prepared.message,
      user: userObject(place.user),
      place,
      guild_install: place.guildInstalls.find((i) => i.application_id === application.id),
      bot_member,
      recipients: recipients.flatMap((person) => (person === undefined ? [] : [person.user])),
      entities: { ...surroundings, attachments: yield* snapshots(uploads), messages },
      entitlements: yield* activeFor(
        application,
        place.user.id,
        place.kind === "guild" ? place.guild.id : undefined,
        now
      ),
      now_ms: now
    })
  )
}

/** The refused use: a user, with a command in a channel, a component of a message, or a modal. */
type Asking = { readonly user_id: Snowflake } & (
  | { readonly channel_id: Snowflake }
  | { readonly message_id: Snowflake; readonly custom_id: string }
  | { readonly interaction_id: Snowflake }
)

/** Logs the event if the use is refused. */
export const logging = <A, E extends { readonly _tag: string }, R>(
  asking: Asking,
  effect: Effect.Effect<A, E | UseRefused, R>
) => Effect.tapError(effect, (error) => (error instanceof UseRefused ? logRefused(asking, error) : Effect.void))

/** Logs the event of a refused use. A failure here changes nothing for the user. */
const logRefused = Effect.fnUntraced(
  function* (asking: Asking, { reason, because, command, decisions }: UseRefused) {
    const data = {
      ...asking,
      command: command === undefined ? null : { id: command.id, name: command.name },
      reason,
      because,
      decisions: decisions ?? []
    }
    yield* committed(() => Body.succeed({ value: undefined, events: [{ type: "interaction.refused", data }] }))
  },
  Effect.catch((error) => Effect.logWarning("A refused use could not be logged", error))
)
