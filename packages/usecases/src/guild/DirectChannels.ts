/** Direct channels of bots and users. Source: official OpenAPI document, `create_dm`; its documentation. */

import { direct } from "@backlot/domain/base/DirectLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { FileElement } from "@backlot/domain/element/WorldTarget"
import * as FormError from "@backlot/domain/error/FormError"
import {
  InvalidForm,
  InvalidRecipient,
  TooManyRecipients,
  UnknownChannel,
  UnknownUser
} from "@backlot/domain/error/ServiceError"
import { decodeRecipient } from "@backlot/domain/guild/ChannelBody"
import { type Application, type Channel, type DirectChannel, isDirect } from "@backlot/domain/record/World"
import { at } from "@backlot/domain/validation/Rule"
import { lengthError } from "@backlot/domain/validation/TextRules"
import { texts } from "@backlot/domain/world/rule/Value"
import type * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { usersOf } from "../access/Accounts.ts"
import { directObject } from "../access/ChannelObjects.ts"
import { grantedUser } from "../access/Granted.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** The direct channel with the user of the body, created if there is none; or a new group of the users of tokens. */
export const open = operation(
  "DirectChannels.open",
  Effect.fnUntraced(function* (application: Application, body: unknown) {
    const read = decodeRecipient(body)
    const { recipient_id: recipient, access_tokens, nicks } = read.value
    const faults = [...read.faults, ...judgeOpening(read.value)]
    if (faults.length > 0) return yield* new InvalidForm({ faults })
    if (recipient == null) {
      return yield* openByTokens(application, { tokens: [...new Set(texts(access_tokens))], nicks: nicks ?? {} })
    }
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
    return { channel: yield* directObject(channel, viewerId), created: done.length > 0 }
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
      return isDirect(channel) ? yield* directObject(channel, userId) : yield* new UnknownChannel()
    })
  })
)

const between = function* (pair: ReadonlyArray<Snowflake>) {
  const found: ReadonlyArray<Channel> = yield* Collections.channels.by("pair", ...Collections.pairOf(pair))
  return found.find((channel): channel is DirectChannel => isDirect(channel))
}

interface Opening {
  readonly recipient_id?: string | null | undefined
  readonly access_tokens?: ReadonlyArray<unknown> | null | undefined
  readonly nicks?: Readonly<Record<string, string | null>> | null | undefined
}

/** Codes and texts are our choice: docs/choices.md "Messages". */
const judgeOpening = ({ recipient_id, access_tokens, nicks }: Opening) => {
  const count = access_tokens?.length ?? 0
  const isGroup = count > 0 || Object.keys(nicks ?? {}).length > 0
  if (recipient_id != null) return at(["recipient_id"], isGroup ? NOT_BOTH : undefined)
  if (!isGroup) return at(["recipient_id"], FormError.required)
  return [
    ...at(["access_tokens"], count === 0 ? FormError.required : undefined),
    ...at(["access_tokens"], count > direct.recipients ? FormError.maxLength(direct.recipients) : undefined),
    ...Object.entries(nicks ?? {}).flatMap(([id, nick]) => at(["nicks", id], lengthError(nick, 1, direct.nickMax)))
  ]
}

const NOT_BOTH = FormError.of(
  "RECIPIENT_OR_ACCESS_TOKENS",
  "Either recipient_id, or access_tokens and nicks of a new group."
)

interface ByTokens {
  readonly tokens: ReadonlyArray<string>
  readonly nicks: NonNullable<Opening["nicks"]>
}

/** A group of the bot with users who have given the application the scope gdm.join. */
const openByTokens = Effect.fnUntraced(function* (application: Application, { tokens, nicks }: ByTokens) {
  const id = yield* (yield* Ids).next
  const { bot } = application
  const wishes = function* () {
    const users = new Set<Snowflake>()
    for (const token of tokens) users.add(yield* grantedUser(application, { token, scope: "gdm.join" }))
    if (users.size >= direct.recipients) return yield* new TooManyRecipients({ max: direct.recipients })
    const groups: ReadonlyArray<Channel> = yield* Collections.channels.by("owner", bot.id)
    if (groups.length >= direct.groups) return yield* new InvalidForm({ faults: at(["access_tokens"], TOO_MANY) })
    return [newChannel(id, { type: 3, recipients: [bot.id, ...users], owner_id: bot.id, nicks })]
  }
  return yield* WorldEdits.carryOut(wishes, function* () {
    const channel = yield* existing(Collections.channels.get(id), UnknownChannel)
    return isDirect(channel) ? yield* directObject(channel, bot.id) : yield* new UnknownChannel()
  })
})

const TOO_MANY = FormError.of("TOO_MANY_GROUPS", `A bot makes at most ${direct.groups} groups.`)
