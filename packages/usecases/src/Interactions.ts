/**
 * A user uses a command, or asks for choices: visible and permitted, current, valid, then an interaction is made and
 * handed to delivery. Sources: architecture.md "Delivery of an interaction, in a straight line"; wire-interactions.md
 * §5.2, §5.8; decisions 33, 36.
 */
import { acknowledgeBy, type InteractionRecord, InteractionType } from "@backlot/domain/Interaction"
import { create } from "@backlot/domain/InteractionState"
import type { Locale } from "@backlot/domain/Locale"
import { UnknownInteraction } from "@backlot/domain/ServiceError"
import type { Snowflake } from "@backlot/domain/Snowflake"
import type { Application } from "@backlot/domain/World"
import { Ids } from "@backlot/ports/Ids"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { type Chosen, choose, type UseRefused } from "./CommandChoice.ts"
import { Deadlines } from "./Deadlines.ts"
import { EventLog } from "./EventLog.ts"
import type { Filled, Reader } from "./Filling.ts"
import { Deliveries, delivering } from "./InteractionDelivery.ts"
import { payloadOf } from "./InteractionScene.ts"
import { keepNew } from "./InteractionStore.ts"
import { mintInteractionToken } from "./InteractionToken.ts"
import * as Retention from "./Retention.ts"
import * as Scene from "./Scene.ts"
import * as Surroundings from "./Surroundings.ts"
import * as Trace from "./Trace.ts"

export interface Use {
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
  /** Without one, the reader chooses among the commands that the user may use. */
  readonly command_id: Snowflake | undefined
  /** The version that the user's client knows; the newest when absent. */
  readonly version: Snowflake | undefined
  readonly autocomplete: boolean
  /** The user's own locale when absent. */
  readonly locale: Locale | undefined
  readonly wanted: Surroundings.Wanted
  readonly uploads: ReadonlyArray<Collections.Upload>
  readonly reader: (locale: Locale) => Reader
}

/** Uses a command; answers once the interaction is stored and its delivery under way. */
export const use = Effect.fnUntraced(function* (asked: Use) {
  const deliveries = yield* Deliveries
  const id = yield* (yield* Ids).next
  const making = Effect.tapErrorTag(make(id, asked), "UseRefused", (refusal) => tellRefused(asked, refusal))
  const deadlines = yield* Deadlines
  // In one piece: whoever asked may be gone once the interaction stands.
  const { record } = yield* deliveries.deliver(id, making).pipe(
    Effect.tap(({ record: made }) => deadlines.wakeBefore(acknowledgeBy(made))),
    Effect.uninterruptible
  )
  return record
})

const make = Effect.fnUntraced(function* (id: Snowflake, asked: Use) {
  const token = yield* mintInteractionToken(id)
  const now = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  const deliveries = yield* Deliveries
  return yield* log.commit(
    Effect.gen(function* () {
      const scene = yield* Scene.load(asked.user_id, asked.channel_id)
      const surroundings = yield* Surroundings.load(scene, asked.wanted, now)
      const locale = asked.locale ?? scene.user.locale
      const chosen = yield* choose({ ...asked, read: asked.reader(locale) }, scene, surroundings, now)
      const seed = seedOf(asked, scene, chosen)
      const decision = create({ id, token, locale, created_ms: now, ...seed }, obstacleOf(chosen.application))
      const { record } = decision
      // A client uploads nothing while its user types (§1.4).
      const uploads = asked.autocomplete ? [] : asked.uploads
      const payload = yield* payloadOf({ record, scene, surroundings, now, ...chosen, uploads })
      yield* Retention.countInteraction
      yield* Effect.forEach(uploads, Retention.putUpload, { discard: true })
      const { application, evaluation } = chosen
      const atOnce = yield* deliveries.signAtOnce(application, payload)
      const events = yield* keepNew(
        decision,
        [{ at: now, what: "evaluated", detail: evaluation.decisions }],
        atOnce === undefined ? [] : [{ at: now, ...delivering(atOnce) }]
      )
      return { value: { record, application, payload, atOnce }, events }
    })
  )
})

const seedOf = (asked: Use, scene: Scene.Scene, { application, evaluation, filled }: Chosen) => ({
  application_id: application.id,
  type: asked.autocomplete ? InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE : InteractionType.APPLICATION_COMMAND,
  user_id: asked.user_id,
  channel_id: asked.channel_id,
  guild_id: scene.kind === "guild" ? scene.guild.id : null,
  context: evaluation.context,
  authorizing_integration_owners: evaluation.integration_owners,
  installed_here: evaluation.installed_here,
  command: usedCommand(filled),
  options: filled.options
})

/** A gateway session would take it instead; without either, the user sees that nobody answered. */
const obstacleOf = ({ name, interactions_endpoint_url: url }: Application): string | undefined =>
  url === null
    ? `the application ${name} has no interactions_endpoint_url, so nothing was delivered; set it by PATCH /applications/@me or in the world`
    : undefined

/** A refused use is told to whoever watches; that it could not be told changes nothing for the user. */
const tellRefused = Effect.fnUntraced(
  function* ({ user_id, channel_id }: Use, { reason, because, command, decisions }: UseRefused) {
    const log = yield* EventLog
    const data = {
      user_id,
      channel_id,
      command: command === undefined ? null : { id: command.id, name: command.name },
      reason,
      because,
      decisions: decisions ?? []
    }
    yield* log.commit(Effect.succeed({ value: undefined, events: [{ type: "interaction.refused", data }] }))
  },
  Effect.catch((error) => Effect.logWarning("A refused use could not be told", error))
)

/** The interaction with its first answer. */
export const look = Effect.fnUntraced(function* (interactionId: Snowflake) {
  return yield* (yield* Storage).transaction(found(interactionId))
})

/** The same with its trace. */
export const read = Effect.fnUntraced(function* (interactionId: Snowflake) {
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      return { ...(yield* found(interactionId)), trace: yield* Trace.read(interactionId) }
    })
  )
})

const found = Effect.fnUntraced(function* (interactionId: Snowflake) {
  const record = yield* Collections.interactions.get(Collection.id(interactionId))
  if (record === undefined) return yield* new UnknownInteraction()
  const original = record.original_message_id
  const message =
    original === null
      ? undefined
      : yield* Collections.messages.get(Collection.id(record.channel_id), Collection.id(original))
  return { record, message: message?.message }
})

const usedCommand = ({ command, path }: Filled): InteractionRecord["command"] => ({
  id: command.id,
  name: path,
  type: command.type,
  ...(command.guild_id === undefined ? {} : { guild_id: command.guild_id })
})
