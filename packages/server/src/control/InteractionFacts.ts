/** Facts of an interaction that inspectors show. Our choice: docs/choices.md "Control plane". */
import { formatTime } from "@backlot/domain/base/IsoTime"
import { acknowledgeBy, type InteractionRecord, tokenEndsAt } from "@backlot/domain/interaction/Interaction"
import { answerOf } from "./UsedAnswer.ts"

/** What is known of an interaction beside its answer. Never its token. */
export const factsOf = (record: InteractionRecord) => {
  const { type, application_id, user_id, channel_id, guild_id, command, target_id, message_id, created_ms } = record
  const custom_id = record.component?.custom_id ?? record.submitted?.custom_id
  return {
    type,
    application_id,
    user_id,
    channel_id,
    guild_id,
    ...(command === undefined ? {} : { command }),
    ...(custom_id === undefined ? {} : { custom_id }),
    ...(target_id === undefined ? {} : { target_id }),
    ...(message_id === undefined ? {} : { message_id }),
    created_ms,
    acknowledge_by: formatTime(acknowledgeBy(record)),
    token_ends_at: formatTime(tokenEndsAt(record))
  }
}

/** A row of a list of interactions. */
export const summaryOf = (record: InteractionRecord) => {
  const { state, response, error } = answerOf({ record, message: undefined })
  return {
    id: record.id,
    state,
    ...factsOf(record),
    ...(response === undefined ? {} : { response }),
    ...(error === undefined ? {} : { error })
  }
}
