/**
 * A user uses a command or asks for choices: judged, then stored as an interaction and delivered. Sources:
 * architecture.md "Delivery of an interaction, in a straight line"; wire-interactions.md §5.2, §5.8; decisions 33, 36.
 */

import type { Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownInteraction } from "@backlot/domain/error/ServiceError"
import type { UsedCommand } from "@backlot/domain/interaction/Interaction"
import { InteractionType } from "@backlot/domain/record/InteractionKind"
import type { ReadUse, UseInput } from "@backlot/domain/typing/UseReading"
import * as Surroundings from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import { type Chosen, choose } from "../command/CommandChoice.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { operation } from "../store/Operation.ts"
import { existing, transacting } from "../store/Transact.ts"
import { logging, type Prepared, start } from "./InteractionStart.ts"
import * as Trace from "./Trace.ts"

export interface Use {
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
  /** Without one, the text names one of the commands that the user may use. */
  readonly command_id: Snowflake | undefined
  /** The version that the user's client knows; the newest when absent. */
  readonly version: Snowflake | undefined
  /** The target of a USER or MESSAGE command. */
  readonly target_id?: Snowflake | undefined
  readonly input: UseInput["input"]
  /** The user asks for choices. */
  readonly autocomplete: boolean
  /** The user's own locale when absent. */
  readonly locale: Locale | undefined
  /** Files, each with the name of its option. */
  readonly attachments: ReadonlyArray<{ readonly field: string; readonly upload: Collections.Upload }>
}

/** Uses a command; ends once the interaction is stored and its delivery has begun. */
export const use = operation("Interactions.use", (asked: Use) =>
  logging(
    { user_id: asked.user_id, channel_id: asked.channel_id },
    start((now) => prepare(asked, now))
  )
)

const prepare = function* (asked: Use, now: number) {
  const place = yield* UserPlace.load(asked.user_id, asked.channel_id)
  const surroundings = yield* Surroundings.load(place, Surroundings.namedIn(asked.input), now)
  const locale = asked.locale ?? place.user.locale
  const attachments = asked.attachments.map(({ field: option, upload: { id, filename, size } }) => {
    return { id, filename, size, option }
  })
  const reading = { ...asked, target_id: asked.target_id, locale, attachments }
  const chosen = yield* choose(reading, { place, surroundings, now })
  const { users, messages } = chosen.target
  return {
    seed: { locale, ...seedOf(asked, place, chosen) },
    application: chosen.application,
    command: chosen.filled.command,
    place,
    surroundings: { ...surroundings, users: [...surroundings.users, ...users] },
    messages,
    // A client uploads nothing while its user types (§1.4).
    uploads: asked.autocomplete ? [] : asked.attachments.map(({ upload }) => upload),
    led: [{ what: "evaluated", detail: chosen.evaluation.decisions }]
  } satisfies Prepared
}

const seedOf = (asked: Use, place: UserPlace.UserPlace, { application, evaluation, filled, target }: Chosen) => ({
  application_id: application.id,
  type: asked.autocomplete ? InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE : InteractionType.APPLICATION_COMMAND,
  user_id: asked.user_id,
  channel_id: asked.channel_id,
  guild_id: place.kind === "guild" ? place.guild.id : null,
  context: evaluation.context,
  authorizing_integration_owners: evaluation.integration_owners,
  installed_here: evaluation.installed_here,
  ...(evaluation.ephemerality.length === 0 ? {} : { ephemerality: evaluation.ephemerality }),
  command: usedCommand(filled),
  ...(target.target_id === undefined ? {} : { target_id: target.target_id }),
  options: filled.options
})

/** The interaction with its first answer. */
export const look = operation(
  "Interactions.look",
  transacting(function* (interactionId: Snowflake) {
    return yield* found(interactionId)
  })
)

/** The same with its trace. */
export const read = operation(
  "Interactions.read",
  transacting(function* (interactionId: Snowflake) {
    return { ...(yield* found(interactionId)), trace: yield* Trace.read(interactionId) }
  })
)

const found = function* (interactionId: Snowflake) {
  const record = yield* existing(Collections.interactions.get(interactionId), UnknownInteraction)
  const original = record.original_message_id
  const message = original === null ? undefined : yield* KeptMessages.get(record.channel_id, original)
  return { record, message: message?.message }
}

const usedCommand = ({ command, path }: ReadUse): UsedCommand => ({
  id: command.id,
  name: path,
  type: command.type,
  ...(command.guild_id === undefined ? {} : { guild_id: command.guild_id })
})
