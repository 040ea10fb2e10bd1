/** Direct channels of a bot with one user. Source: official OpenAPI document, `create_dm`; its documentation. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm, InvalidRecipient } from "@backlot/domain/error/ServiceError"
import { decodeRecipient } from "@backlot/domain/guild/ChannelBody"
import { directChannelObject } from "@backlot/domain/guild/ChannelWire"
import { type Application, type Channel, type DirectChannel, isDirect } from "@backlot/domain/record/World"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { usersOf } from "../access/Accounts.ts"
import { lastMessageId } from "../access/ChannelObjects.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** The direct channel with the user of the body; created if there is none. */
export const open = operation(
  "DirectChannels.open",
  Effect.fnUntraced(function* (application: Application, body: unknown) {
    const channel_id = yield* (yield* Ids).next
    const recipient = yield* recipientOf(body)
    const pair = [recipient, application.bot.id]
    const wishes = function* () {
      yield* existing(Collections.users.get(recipient), InvalidRecipient)
      if ((yield* between(pair)) !== undefined) return []
      const target = { kind: "direct_channel" as const, channel_id }
      return [{ method: "put" as const, target, body: { type: 1, recipients: pair } }]
    }
    return yield* WorldEdits.carryOut(wishes, function* () {
      const channel = yield* between(pair)
      if (channel === undefined) throw new Error("no conversation was made")
      return yield* shown(channel, application.bot.id)
    })
  })
)

/** A direct channel as one of its recipients sees it: with all the others. Inside a transaction. */
export const shown = function* (channel: DirectChannel, viewerId: Snowflake) {
  const recipients = yield* usersOf(channel.recipients.filter((id) => id !== viewerId))
  return { ...directChannelObject(channel, recipients), last_message_id: yield* lastMessageId(channel.id) }
}

const between = function* (pair: ReadonlyArray<Snowflake>) {
  const found: ReadonlyArray<Channel> = yield* Collections.channels.by("pair", ...Collections.pairOf(pair))
  return found.find((channel): channel is DirectChannel => isDirect(channel))
}

/** Group channels cannot be created, so access tokens are ignored. Our choice: docs/choices.md "Messages". */
const recipientOf = Effect.fnUntraced(function* (body: unknown) {
  const { value, faults } = decodeRecipient(body)
  if (faults.length > 0) return yield* new InvalidForm({ faults })
  return value.recipient_id ?? (yield* new InvalidForm({ faults: [fault(["recipient_id"], FormError.required)] }))
})
