/** Direct channels of bots and users. Source: official OpenAPI document, `create_dm`; its documentation. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { FileElement } from "@backlot/domain/element/WorldTarget"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm, InvalidRecipient, UnknownChannel, UnknownUser } from "@backlot/domain/error/ServiceError"
import { decodeRecipient } from "@backlot/domain/guild/ChannelBody"
import { directChannelObject } from "@backlot/domain/guild/ChannelWire"
import { type Application, type Channel, type DirectChannel, isDirect } from "@backlot/domain/record/World"
import type * as Body from "@backlot/ports/Body"
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
    const recipient = yield* recipientOf(body)
    const guard = () => existing(Collections.users.get(recipient), InvalidRecipient)
    const { channel } = yield* openPair(application.bot.id, recipient, guard)
    return channel
  })
)

/**
 * The direct channel of a user with another user or a bot; created if there is none. Whether they share a guild does not
 * matter. Our choice: docs/choices.md "Control plane".
 */
export const openOfUser = operation("DirectChannels.openOfUser", (userId: Snowflake, recipientId: Snowflake) =>
  openPair(userId, recipientId, function* () {
    yield* existing(Collections.users.get(userId), UnknownUser)
    if ((yield* usersOf([recipientId])).length === 0) return yield* new UnknownUser()
    if (recipientId === userId) return yield* new InvalidRecipient()
  })
)

/** `guard` fails when the viewer may not open it. */
const openPair = Effect.fnUntraced(function* <Y extends Body.Step>(
  viewerId: Snowflake,
  recipientId: Snowflake,
  guard: () => Iterable<Y, unknown, unknown>
) {
  const channel_id = yield* (yield* Ids).next
  const pair = [recipientId, viewerId]
  const wishes = function* () {
    yield* guard()
    return (yield* between(pair)) === undefined ? [newChannel(channel_id, { type: 1, recipients: pair })] : []
  }
  return yield* WorldEdits.carryOut(wishes, function* (done) {
    const channel = yield* between(pair)
    if (channel === undefined) throw new Error("no conversation was made")
    return { channel: yield* shown(channel, viewerId), created: done.length > 0 }
  })
})

const newChannel = (channel_id: Snowflake, body: FileElement): WorldEdits.Wish => ({
  method: "put",
  target: { kind: "direct_channel", channel_id },
  body
})

interface Group {
  readonly recipients: ReadonlyArray<Snowflake>
  readonly name: string | null
}

/** A new group of a user with others. */
export const openGroup = operation(
  "DirectChannels.openGroup",
  Effect.fnUntraced(function* (userId: Snowflake, { recipients, name }: Group) {
    const id = yield* (yield* Ids).next
    const wishes = function* () {
      yield* existing(Collections.users.get(userId), UnknownUser)
      const all = recipients.includes(userId) ? recipients : [...recipients, userId]
      return [newChannel(id, { type: 3, recipients: all, name })]
    }
    return yield* WorldEdits.carryOut(wishes, function* () {
      const channel = yield* existing(Collections.channels.get(id), UnknownChannel)
      return isDirect(channel) ? yield* shown(channel, userId) : yield* new UnknownChannel()
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

/** A bot cannot create groups, so access tokens are ignored. Our choice: docs/choices.md "Messages". */
const recipientOf = Effect.fnUntraced(function* (body: unknown) {
  const { value, faults } = decodeRecipient(body)
  if (faults.length > 0) return yield* new InvalidForm({ faults })
  return value.recipient_id ?? (yield* new InvalidForm({ faults: [fault(["recipient_id"], FormError.required)] }))
})
