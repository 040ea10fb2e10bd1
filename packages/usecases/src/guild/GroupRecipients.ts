/**
 * A bot that is in a group of direct messages brings users into it, and sends them away. Source: official OpenAPI document,
 * `add_group_dm_user`, `delete_group_dm_user`; the platform's documentation of channels.
 */

import { direct } from "@backlot/domain/base/DirectLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { decodeGroupRecipient } from "@backlot/domain/guild/ChannelBody"
import { type Application, type DirectChannel, withRecipients } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import { at } from "@backlot/domain/validation/Rule"
import { lengthError } from "@backlot/domain/validation/TextRules"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { type ChannelAddress, inChannel } from "../access/BotEntry.ts"
import { directObject } from "../access/ChannelObjects.ts"
import { requireGranted } from "../access/Granted.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** Judges whether the channel is a group of the bot, before the body is read. */
export const admit = operation("GroupRecipients.admit", (address: ChannelAddress) =>
  inTransaction(() => groupOf(address))
)

/** The user must have given the application the scope gdm.join. Gives the group; nothing when they are in it already. */
export const add = operation(
  "GroupRecipients.add",
  Effect.fnUntraced(function* (address: ChannelAddress, userId: Snowflake, sent: unknown) {
    const { application } = address
    const { value, faults: shape } = decodeGroupRecipient(sent)
    const faults = [...shape, ...at(["nick"], lengthError(value.nick, 0, direct.nickMax))]
    if (faults.length > 0) return yield* new ServiceError.InvalidForm({ faults })
    const wishes = function* () {
      const group = yield* groupOf(address)
      yield* existing(Collections.users.get(userId), ServiceError.UnknownUser)
      if (group.recipients.includes(userId)) return []
      yield* requireToken(application, userId, value.access_token)
      if (group.recipients.length >= direct.recipients)
        return yield* new ServiceError.TooManyRecipients({ max: direct.recipients })
      const nicks = value.nick ? { ...group.nicks, [userId]: value.nick } : group.nicks
      return [wish({ ...group, recipients: [...group.recipients, userId], ...(nicks && { nicks }) })]
    }
    return yield* WorldEdits.carryOut(wishes, (done) =>
      done.length === 0
        ? Body.succeed(undefined)
        : Body.flatMap(groupOf(address), (group) => directObject(group, application.bot.id))
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
      return [wish(withRecipients(group, left))]
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

const wish = ({ id, ...body }: DirectChannel): WorldEdits.Wish => ({
  method: "put",
  target: { kind: "direct_channel", channel_id: id },
  body
})

const requireToken = function* (application: Application, userId: Snowflake, token: string | null | undefined) {
  if (token == null) {
    return yield* new ServiceError.InvalidForm({ faults: [fault(["access_token"], FormError.required)] })
  }
  yield* requireGranted(application, userId, { token, scope: "gdm.join" })
}
