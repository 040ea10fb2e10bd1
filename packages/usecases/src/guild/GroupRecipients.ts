/**
 * A bot that is in a group of direct messages brings users into it, and sends them away. Source: official OpenAPI document,
 * `add_group_dm_user`, `delete_group_dm_user`; the platform's documentation of channels.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { decodeGroupRecipient } from "@backlot/domain/guild/ChannelBody"
import type { Application, DirectChannel } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { type ChannelAddress, inChannel } from "../access/BotEntry.ts"
import { requireGranted } from "../access/Granted.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as DirectChannels from "./DirectChannels.ts"

const MOST = 10

/** Judges whether the channel is a group of the bot, before the body is read. */
export const admit = operation("GroupRecipients.admit", (address: ChannelAddress) =>
  inTransaction(() => groupOf(address))
)

/** The user must have given the application the scope gdm.join. Gives the group; nothing when they are in it already. */
export const add = operation(
  "GroupRecipients.add",
  Effect.fnUntraced(function* (address: ChannelAddress, userId: Snowflake, sent: unknown) {
    const { application } = address
    const { value, faults } = decodeGroupRecipient(sent)
    if (faults.length > 0) return yield* new ServiceError.InvalidForm({ faults })
    const wishes = function* () {
      const group = yield* groupOf(address)
      yield* existing(Collections.users.get(userId), ServiceError.UnknownUser)
      if (group.recipients.includes(userId)) return []
      yield* requireToken(application, userId, value.access_token)
      if (group.recipients.length >= MOST) return yield* new ServiceError.TooManyRecipients({ max: MOST })
      return [wish(group, [...group.recipients, userId])]
    }
    return yield* WorldEdits.carryOut(wishes, (done) =>
      done.length === 0
        ? Body.succeed(undefined)
        : Body.flatMap(groupOf(address), (group) => DirectChannels.shown(group, application.bot.id))
    )
  })
)

/** No change when they are not in it. */
export const remove = operation("GroupRecipients.remove", (address: ChannelAddress, userId: Snowflake) =>
  WorldEdits.carryOut(
    function* () {
      const group = yield* groupOf(address)
      yield* existing(Collections.users.get(userId), ServiceError.UnknownUser)
      if (!group.recipients.includes(userId)) return []
      const left = group.recipients.filter((id) => id !== userId)
      return [wish(group, left)]
    },
    () => Body.void
  )
)

const groupOf = function* (address: ChannelAddress) {
  const place = yield* inChannel(address)
  if (place.kind === "guild") return yield* new ServiceError.WrongChannelType()
  if (place.channel.type !== ChannelType.GROUP_DM) return yield* new ServiceError.NotInDirect()
  return place.channel
}

const wish = ({ id }: DirectChannel, recipients: ReadonlyArray<Snowflake>): WorldEdits.Wish => ({
  method: "patch",
  target: { kind: "direct_channel", channel_id: id },
  body: { recipients }
})

const requireToken = function* (application: Application, userId: Snowflake, token: string | null | undefined) {
  if (token == null) {
    return yield* new ServiceError.InvalidForm({ faults: [fault(["access_token"], FormError.required)] })
  }
  yield* requireGranted(application, userId, { token, scope: "gdm.join" })
}
