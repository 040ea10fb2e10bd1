/**
 * Events of threads, for the bots that may view them. Who joins and leaves is for sessions with the intent GUILD_MEMBERS,
 * and for the bot that joins or leaves itself. Source: the platform's documentation of gateway events, "Threads".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { thread as limits } from "@backlot/domain/base/ThreadLimits"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { ownThreadMember, threadMemberObject } from "@backlot/domain/guild/ChannelWire"
import { channelDetails } from "@backlot/domain/guild/GuildObject"
import { type MovedMembers, movedMembers, withMembers } from "@backlot/domain/guild/ThreadMembership"
import { isPrivate } from "@backlot/domain/permission/Place"
import type { Application, GuildChannel, ThreadMember } from "@backlot/domain/record/World"
import { changedFields } from "@backlot/domain/world/element/Element"
import * as Body from "@backlot/ports/Body"
import { channelObject, guildChannel } from "../access/ChannelObjects.ts"
import { type Audience, audienceOfChannel, type Hearing, memberIn } from "./GatewayAudience.ts"

/** With the membership of each bot that has one. A thread of whose audience a bot becomes a part is new to it. */
export const threadCreated = (thread: GuildChannel, hearing: Hearing) =>
  toViewers(thread, hearing, "THREAD_CREATE", ({ bot }) => ({
    ...channelDetails(thread),
    newly_created: true,
    ...ownThreadMember(thread, bot.id)
  }))

/** A thread that is deleted with its channel has no event of its own. */
export const threadDeleted = (thread: GuildChannel, hearing: Hearing) => {
  const { id, guild_id, parent_id, type } = thread
  return toViewers(thread, hearing, "THREAD_DELETE", () => ({ id, guild_id, parent_id, type }))
}

/** `before` and `members`: where its members were others. An event of its members alone is no update of the thread. */
export const threadUpdated = function* (
  said: GuildChannel,
  { before, members }: { readonly before?: GuildChannel | undefined; readonly members?: MovedMembers | undefined },
  hearing: Hearing
) {
  const thread = said.members === undefined ? yield* withPresentMembers(said) : said
  const isOther =
    members === undefined && (before === undefined || changedFields(before, thread).some((field) => !UNSEEN.has(field)))
  const d = isOther ? yield* channelObject(thread) : undefined
  const updates = d === undefined ? [] : yield* toViewers(thread, hearing, "THREAD_UPDATE", () => d)
  const moved = members ?? (before && movedMembers(before, thread))
  return moved === undefined ? updates : [...updates, ...(yield* membersUpdated(thread, moved, hearing))]
}

const withPresentMembers = (thread: GuildChannel) =>
  Body.map(guildChannel(thread.id), (present) => withMembers(thread, present?.members ?? []))

/** Fields whose change alone is no update of the thread. */
const UNSEEN: ReadonlySet<string> = new Set(["members", "active_at", "deleted_messages"])

const toViewers = (thread: GuildChannel, hearing: Hearing, t: string, dataFor: (viewer: Application) => object) =>
  Body.map(audienceOfChannel(thread, hearing), (audience) =>
    (audience?.bots ?? []).map((application) => dispatch(application, thread, t, INTENTS.GUILDS, dataFor(application)))
  )

const dispatch = (
  { id }: Application,
  { guild_id }: GuildChannel,
  t: string,
  intents: number,
  d: object
): Dispatch => ({ application_id: id, guild_id, t, intents, d })

const membersUpdated = function* (thread: GuildChannel, moved: MovedMembers, hearing: Hearing) {
  const { added, removed } = moved
  // A bot that was removed from a private thread learns that too.
  const concerned = [...added, ...removed.map((user_id) => ({ user_id }))]
  const all = withMembers(thread, [...(thread.members ?? []), ...concerned])
  const audience = yield* audienceOfChannel(all, hearing, added.map(userOf))
  if (audience === undefined || concerned.length === 0) return []
  const d = yield* membersData(thread, moved, audience, hearing)
  const whole = isPrivate(thread) && added.length > 0 ? yield* channelObject(thread) : undefined
  return audience.bots.flatMap((application): ReadonlyArray<Dispatch> => {
    const own = added.find(({ user_id }) => user_id === application.bot.id)
    const isConcerned = own !== undefined || removed.includes(application.bot.id)
    const intents = INTENTS.GUILD_MEMBERS | (isConcerned ? INTENTS.GUILDS : 0)
    const member = own && threadMemberObject(thread, own)
    return [
      // A private thread is new to a bot that joins.
      ...(member === undefined || whole === undefined
        ? []
        : [dispatch(application, thread, "THREAD_CREATE", INTENTS.GUILDS, { ...whole, member })]),
      ...(member === undefined
        ? []
        : [
            dispatch(application, thread, "THREAD_MEMBER_UPDATE", INTENTS.GUILDS, {
              ...member,
              guild_id: thread.guild_id
            })
          ]),
      dispatch(application, thread, "THREAD_MEMBERS_UPDATE", intents, d)
    ]
  })
}

const membersData = function* (
  thread: GuildChannel,
  { count, added, removed }: MovedMembers,
  audience: Audience,
  hearing: Hearing
) {
  return {
    id: thread.id,
    guild_id: thread.guild_id,
    member_count: Math.min(count, limits.countedMembers),
    ...(added.length === 0
      ? {}
      : {
          added_members: yield* Body.forEach(added, (one) =>
            Body.map(memberIn(audience, one.user_id, hearing), (member) => ({
              ...threadMemberObject(thread, one),
              ...member,
              presence: null
            }))
          )
        }),
    ...(removed.length === 0 ? {} : { removed_member_ids: removed })
  }
}

const userOf = ({ user_id }: ThreadMember): Snowflake => user_id
