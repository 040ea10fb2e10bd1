/**
 * The channels of a guild over REST: list, create, move. Source: official OpenAPI document, `list_guild_channels`,
 * `create_guild_channel`, `bulk_update_guild_channels`, `get_active_guild_threads`.
 */

import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import type { FileElement } from "@backlot/domain/element/WorldTarget"
import {
  InvalidForm,
  MissingAccess,
  MissingPermissions,
  TooManyChannels,
  TwinTags,
  UnknownChannel,
  UnknownGuild
} from "@backlot/domain/error/ServiceError"
import { mostAt } from "@backlot/domain/guild/Boost"
import {
  channelBody,
  channelPositions,
  type Moved,
  overwrittenBits,
  typeFaults
} from "@backlot/domain/guild/ChannelBody"
import { hasTwins, newTags, tagged } from "@backlot/domain/guild/ForumBody"
import { ALL, BITS, has } from "@backlot/domain/permission/Permission"
import { permissionsIn } from "@backlot/domain/permission/Place"
import { type GuildChannel, isThread, type PermissionOverwrite } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect, Result } from "effect"
import { type BotInGuild, type BotOfGuild, guildPermissions, inGuild, lackingInGuild } from "../access/BotEntry.ts"
import { channelObject, channelObjects, guildChannel, guildChannels } from "../access/ChannelObjects.ts"
import { forumEmojis } from "../message/KnownEmojis.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** All channels but threads, even those that the bot may not view, as on the platform. */
export const list = operation("GuildChannels.list", ({ guild_id }: BotOfGuild) =>
  inTransaction(() =>
    Body.flatMap(guildChannels(guild_id), (channels) =>
      channelObjects(channels.filter((channel) => !isThread(channel)))
    )
  )
)

/**
 * The channels that a user may view, for `guilds.channels.read`. Fails with 50001 when they are no member. Threads are
 * left out, as in the platform's client library. Our choice: docs/choices.md "Guilds and members".
 */
export const listOfUser = operation(
  "GuildChannels.listOfUser",
  Effect.fnUntraced(function* (userId: Snowflake, guildId: Snowflake) {
    return yield* transact(function* (now) {
      const guild = yield* existing(Collections.guilds.get(guildId), UnknownGuild)
      const member = yield* existing(Collections.members.get(guildId, userId), NoMember)
      const place = { guild, roles: yield* Collections.roles.list([guildId]) }
      const views = (channel: GuildChannel) =>
        has(permissionsIn(place, { member }, { channel }, now), BITS.VIEW_CHANNEL)
      const channels = yield* guildChannels(guildId)
      return yield* channelObjects(channels.filter((channel) => !isThread(channel) && views(channel)))
    })
  })
)

/** A new channel goes below the others of its guild unless the body gives a position. */
export const create = operation(
  "GuildChannels.create",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const ids = yield* Ids
    const id = yield* ids.next
    const tags = newTags(sent)
    const tagIds = tags === 0 ? [] : yield* ids.many(tags)
    const wish = function* () {
      const there = yield* inGuild(bot, "MANAGE_CHANNELS")
      const max = Limits.guild.channels
      const count = yield* Collections.channels.countUpTo(max, "position", bot.guild_id)
      if (count >= max) return yield* new TooManyChannels({ max })
      const body = tagged(channelBody(sent, { bitrateMax: mostAt("bitrate", there.guild) }), [], tagIds)
      if (hasTwins(body.body)) return yield* new TwinTags()
      yield* requireOverwrites(there, body, [])
      const faults = [...body.faults, ...typeFaults(body)]
      const events = yield* forumEmojis(there, null, { ...body, faults })
      return [{ method: "put" as const, target: target(bot, id), ...body, faults, events }]
    }
    return yield* WorldEdits.carryOut(wish, () =>
      Body.flatMap(existing(guildChannel(id), UnknownChannel), channelObject)
    )
  })
)

/** Moves the named channels to other positions and categories. */
export const move = operation(
  "GuildChannels.move",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const wishes = function* () {
      const there = yield* inGuild(bot, "MANAGE_CHANNELS")
      const { elements, faults } = channelPositions(sent)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      const channels = yield* guildChannels(bot.guild_id)
      return yield* Body.forEach(elements, (moved, i) =>
        Body.map(moveOne(there, channels, moved), (body): WorldEdits.Wish => {
          return { method: "patch", target: target(bot, moved.id), body, at: [i] }
        })
      )
    }
    yield* WorldEdits.carryOut(wishes, () => Body.void)
  })
)

const moveOne = function* (there: BotInGuild, channels: ReadonlyArray<GuildChannel>, moved: Moved) {
  const channel = channels.find(({ id }) => id === moved.id)
  if (channel === undefined) return yield* new UnknownChannel()
  const parent = channels.find(({ id }) => id === (moved.body["parent_id"] ?? channel.parent_id))
  if (!moved.locks || parent === undefined) return moved.body
  const body: FileElement = { ...moved.body, permission_overwrites: parent.permission_overwrites }
  yield* requireOverwrites(there, { body }, channel.permission_overwrites)
  return body
}

class NoMember extends MissingAccess {
  constructor() {
    super({ because: "the user is no member of the guild" })
  }
}

/**
 * Overwrites need MANAGE_ROLES, and can only give permissions that the bot has in the guild. Only an administrator can
 * give MANAGE_ROLES itself in a channel. Source: the platform's documentation of `create_guild_channel`.
 */
export const requireOverwrites = (
  there: BotInGuild,
  body: Pick<ElementBody, "body">,
  before: ReadonlyArray<PermissionOverwrite>
): Result.Result<void, MissingPermissions> => {
  const own = guildPermissions(there)
  const changed = overwrittenBits(body, before)
  if (changed === 0n || own === ALL) return Result.void
  const allowed = has(own, BITS.MANAGE_ROLES) && (changed & ~(own & ~BITS.MANAGE_ROLES)) === 0n
  if (allowed) return Result.void
  const missing = (changed | BITS.MANAGE_ROLES) & ~own
  const because =
    missing === 0n
      ? "only an administrator gives or denies MANAGE_ROLES in a channel"
      : `overwrites need MANAGE_ROLES and what they give or deny: ${lackingInGuild(there, missing)}`
  return Result.fail(new MissingPermissions({ because }))
}

export const target = ({ guild_id }: Pick<BotOfGuild, "guild_id">, channel_id: Snowflake) =>
  ({ kind: "channel", guild_id, channel_id }) as const
