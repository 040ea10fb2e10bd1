/**
 * What the client of a user shows beside the messages: guilds with their channels and roles, direct channels, members.
 * Source: product.md "Control plane". Our choice: docs/choices.md "Control plane".
 */
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownGuild, UnknownMember, UnknownUser } from "@backlot/domain/error/ServiceError"
import { isOnline } from "@backlot/domain/gateway/Presence"
import { rolesDetails } from "@backlot/domain/guild/GuildObject"
import { userObject } from "@backlot/domain/guild/UserWire"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { isTimedOut, permissionsIn, permissionsInGuild } from "@backlot/domain/permission/Place"
import {
  type DirectChannel,
  type Guild,
  type GuildChannel,
  isDirect,
  isThread,
  type Member
} from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { applicationsOfBots, botsOf, memberObjects } from "../access/Accounts.ts"
import { directObject, seenChannel } from "../access/ChannelObjects.ts"
import { presencesIn } from "../gateway/UserPresences.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, transact } from "../store/Transact.ts"

/** The side bars of the user's client, in one transaction. `archived` adds archived threads. */
export const view = operation(
  "UserView.view",
  Effect.fnUntraced(function* (userId: Snowflake, archived: boolean) {
    return yield* transact(function* (now) {
      const user = yield* existing(Collections.users.get(userId), UnknownUser)
      const members = yield* Collections.members.by("user", userId)
      const guilds = yield* Collections.guilds.existing(members.map(({ guild_id }) => [guild_id]))
      const memberIn = new Map(members.map((member) => [member.guild_id, member]))
      // No index finds the direct channels of a user.
      const all = yield* Collections.channels.list([])
      const shown = all.filter((c): c is GuildChannel => !isDirect(c) && (archived || c.archived !== true))
      const channelsOf = Map.groupBy(shown, ({ guild_id }) => guild_id)
      const own = all.filter((c): c is DirectChannel => isDirect(c) && c.recipients.includes(userId))
      const direct = yield* Body.forEach(own, (channel) => directObject(channel, userId))
      const people = [...new Set([userId, ...own.flatMap(({ recipients }) => recipients)])]
      const presenceOf = yield* presencesIn(null, yield* applicationsOfBots(people))
      return {
        user: { ...userObject(user), locale: user.locale },
        guilds: (yield* Body.forEach(guilds, (guild) => {
          const member = memberIn.get(guild.id)
          return member === undefined ? NONE : seenGuild(guild, member, channelsOf.get(guild.id) ?? [], now)
        })).flat(),
        direct_channels: direct.toSorted((a, b) => compare(latest(b), latest(a))),
        presences: people.map((id) => ({ user_id: id, ...presenceOf(id) })).filter(isOnline)
      }
    })
  })
)

const NONE = Body.succeed([])

/** A conversation without messages counts from its beginning. */
const latest = ({ id, last_message_id }: { readonly id: Snowflake; readonly last_message_id: Snowflake | null }) =>
  last_message_id ?? id

const seenGuild = function* (guild: Guild, member: Member, all: ReadonlyArray<GuildChannel>, now: number) {
  const place = { guild, roles: yield* Collections.roles.list([guild.id]) }
  const byId = new Map(all.map((channel) => [channel.id, channel]))
  const seen = all.flatMap((channel) => {
    const parent = isThread(channel) ? byId.get(channel.parent_id ?? "") : undefined
    const permissions = permissionsIn(place, { member }, { channel, parent }, now)
    return has(permissions, BITS.VIEW_CHANNEL) ? [{ channel, permissions }] : []
  })
  const ordered = seen.toSorted((a, b) => inOrder(a.channel, b.channel))
  const { id, name, owner_id, features } = guild
  return [
    {
      id,
      name,
      owner_id,
      icon: null,
      features,
      channels: yield* Body.forEach(ordered, ({ channel, permissions }) => seenChannel(channel, permissions)),
      roles: rolesDetails(place.roles, yield* botsOf(id)),
      nick: member.nick,
      role_ids: member.roles,
      permissions: String(permissionsInGuild(place, { member }, now)),
      timed_out_until: isTimedOut(member, now) ? member.timed_out_until : null
    }
  ]
}

/** By position; threads, which have none, behind the channels. */
const inOrder = (a: GuildChannel, b: GuildChannel): number =>
  Number(isThread(a)) - Number(isThread(b)) || a.position - b.position || compare(a.id, b.id)

/** The members of a guild of the user, by id. Fails with 10007 when the user is none of them. */
export const members = operation(
  "UserView.members",
  Effect.fnUntraced(function* (userId: Snowflake, guildId: Snowflake, { limit, after }: Page) {
    return yield* transact(function* () {
      yield* existing(Collections.users.get(userId), UnknownUser)
      yield* existing(Collections.guilds.get(guildId), UnknownGuild)
      yield* existing(Collections.members.get(guildId, userId), UnknownMember)
      const behind = after === undefined ? undefined : [guildId, after]
      const page = yield* Collections.members.list([guildId], limit, behind)
      const bots = yield* botsOf(guildId)
      const presenceOf = yield* presencesIn(
        guildId,
        bots.map(({ application }) => application)
      )
      return (yield* memberObjects(page, bots)).map((member) => ({
        ...member,
        bot: "bot" in member.user,
        ...presenceOf(member.user.id)
      }))
    })
  })
)
