/**
 * What a message does to its thread: it opens an archived one, and its author and whom it mentions join it. Inside a
 * transaction. Source: the platform's documentation of threads. Our choice: docs/choices.md "Guilds and members".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { thread as limits } from "@backlot/domain/base/ThreadLimits"
import { mayView } from "@backlot/domain/gateway/GatewayGuild"
import { turned } from "@backlot/domain/guild/ThreadActivity"
import { threadChanged, withThreadMembers } from "@backlot/domain/guild/ThreadMembership"
import type { MessageObject } from "@backlot/domain/message/Message"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { isPrivate, isThreadMember, permissionsIn } from "@backlot/domain/permission/Place"
import { managedRoleId } from "@backlot/domain/record/ManagedRole"
import { type GuildChannel, isDirect, isThread } from "@backlot/domain/record/World"
import { botsOf } from "../access/Accounts.ts"
import { parentOf } from "../access/ChannelObjects.ts"
import { requireThreadRoom } from "../access/ThreadRoom.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import type { Speaker } from "./Speaker.ts"

/** Who writes: all of a speaker that matters here. */
type Voice = Pick<Speaker, "channel" | "author" | "joins" | "may" | "opening">

type Mentions = Pick<MessageObject, "mentions" | "mention_roles">

const NONE: ReadonlyArray<NewEvent> = []

/** After a new message. A locked thread was refused before; fails where the guild has no room for one more active thread. */
export const wake = function* (voice: Voice, message: Mentions, nowMs: number) {
  const { channel } = voice
  if (!isDirect(channel) && isThread(channel) && channel.archived === true) yield* requireThreadRoom(channel)
  return yield* wakeInRoom(voice, message, nowMs)
}

/** The same where there is room. */
export const wakeInRoom = function* (voice: Voice, message: Mentions, nowMs: number) {
  const { channel, author, joins, opening } = voice
  if (isDirect(channel) || !isThread(channel) || opening === true) return NONE
  const awake = channel.archived === true ? turned(channel, false, nowMs) : channel
  const people = [...(joins === true ? [author.id] : []), ...(yield* invited(voice, channel, message))]
  return yield* changed(channel, withThreadMembers(awake, people, nowMs))
}

/** After an edit: those whom it mentions for the first time. */
export const takeIn = function* (voice: Voice, before: Mentions, after: Mentions, nowMs: number) {
  const { channel } = voice
  if (isDirect(channel) || !isThread(channel)) return NONE
  const known = new Set(before.mentions.map(({ id }) => id))
  const fresh = {
    mentions: after.mentions.filter(({ id }) => !known.has(id)),
    mention_roles: after.mention_roles.filter((id) => !before.mention_roles.includes(id))
  }
  return yield* changed(channel, withThreadMembers(channel, yield* invited(voice, channel, fresh), nowMs))
}

const changed = function* (before: GuildChannel, after: GuildChannel) {
  if (after === before) return NONE
  yield* KeptThreads.put(after, before)
  return threadChanged(before, after)
}

/** The mentioned members of the guild who may view the channel of the thread and are not in the thread. */
const invited = function* (
  { author, may }: Voice,
  channel: GuildChannel,
  { mentions = [], mention_roles = [] }: Partial<Mentions>
) {
  const none: ReadonlyArray<Snowflake> = []
  if (mentions.length + mention_roles.length === 0) return none
  const isShut = isPrivate(channel) && channel.invitable === false && channel.owner_id !== author.id
  if (isShut && !may("MANAGE_THREADS")) return none
  const { guild_id } = channel
  const ids = new Set(mentions.map(({ id }) => id))
  if (mention_roles.length > 0) {
    const bots = yield* botsOf(guild_id)
    const members = yield* Collections.members.list([guild_id])
    for (const role of mention_roles) {
      const bot = bots.find(({ install }) => managedRoleId(install) === role)
      const held = members.filter(({ roles }) => roles.includes(role)).map(({ user_id }) => user_id)
      const holders = bot === undefined ? held : [bot.application.bot.id]
      if (holders.length <= limits.mentionedHolders) for (const id of holders) ids.add(id)
    }
  }
  const others = [...ids].filter((id) => !isThreadMember(channel, id))
  return yield* seeing(channel, others)
}

/** The members of the guild among these who may view the channel of the thread. */
export const seeing = function* (channel: GuildChannel, ids: ReadonlyArray<Snowflake>) {
  const none: ReadonlyArray<Snowflake> = []
  const { guild_id } = channel
  const guild = yield* Collections.guilds.get(guild_id)
  const parent = yield* parentOf(channel)
  if (guild === undefined || parent === undefined) return none
  const bots = yield* botsOf(guild_id)
  const roles = yield* Collections.roles.list([guild_id])
  const here = yield* Collections.members.existing(ids.map((id) => [guild_id, id]))
  const where = { channel: parent, parent: undefined }
  return here.flatMap((member) => {
    const bot = bots.find(({ application }) => application.bot.id === member.user_id)
    const there = { guild, roles }
    const sees =
      bot === undefined
        ? has(permissionsIn(there, { member }, where, 0), BITS.VIEW_CHANNEL)
        : mayView(there, { ...bot, member }, where, 0)
    return sees ? [member.user_id] : []
  })
}
