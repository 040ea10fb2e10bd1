/**
 * Events about guilds, for their bots: the guild, its roles, channels and threads. Source: wire-interactions.md §3.6,
 * §3.9.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { guildUpdateData } from "@backlot/domain/gateway/GatewayGuild"
import { channelDetails } from "@backlot/domain/guild/GuildObject"
import { roleObject } from "@backlot/domain/guild/GuildWire"
import { type Guild, type GuildChannel, isThread, type Role } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { channelObject } from "../access/ChannelObjects.ts"
import { botsOf } from "../access/GuildBots.ts"
import * as Collections from "../store/Collections.ts"
import { audienceOfChannel } from "./ChannelAudience.ts"
import { type Handlers, type Hearing, listenersIn, on, toEach } from "./GatewayAudience.ts"
import { threadsGained, withThreads } from "./GatewayThreadSync.ts"

interface OfRole {
  readonly guild_id: Snowflake
  readonly role_id: Snowflake
  readonly role: Role
  /** Before an update of its permissions. */
  readonly before?: Role
}

interface OfChannel {
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  readonly channel: GuildChannel
  /** Before an update of its overwrites. */
  readonly before?: GuildChannel
}

/** The installations of a guild report that it comes or goes. */
export const HANDLERS: Handlers = {
  "guild.updated": on<{ readonly guild_id: Snowflake; readonly guild: Guild }>(
    Effect.fnUntraced(function* ({ guild_id, guild }, hearing) {
      const listeners = yield* listenersIn(guild_id, hearing)
      if (listeners.length === 0) return []
      const roles = yield* Collections.roles.list([guild_id])
      const d = guildUpdateData({ guild, roles, bots: yield* botsOf(guild_id) })
      return toEach(listeners, "GUILDS", { t: "GUILD_UPDATE", guild_id, d })
    })
  ),
  "role.created": on<OfRole>(({ guild_id, role }, hearing) =>
    inGuild("GUILD_ROLE_CREATE", guild_id, { guild_id, role: roleObject(role) }, hearing)
  ),
  "role.updated": on<OfRole>(({ guild_id, role, before }, hearing) =>
    withThreads(
      inGuild("GUILD_ROLE_UPDATE", guild_id, { guild_id, role: roleObject(role) }, hearing),
      before && threadsGained(guild_id, { role: before }, hearing)
    )
  ),
  "role.deleted": on<OfRole>(({ guild_id, role_id }, hearing) =>
    inGuild("GUILD_ROLE_DELETE", guild_id, { guild_id, role_id }, hearing)
  ),
  "channel.created": on<OfChannel>(({ channel }, hearing) =>
    isThread(channel)
      ? inThread("THREAD_CREATE", channel, { ...channelDetails(channel), newly_created: true }, hearing)
      : inGuild("CHANNEL_CREATE", channel.guild_id, channelDetails(channel), hearing)
  ),
  // With the id of its newest message: libraries copy it from the update.
  "channel.updated": on<OfChannel>(({ channel, before }, hearing) =>
    Effect.flatMap(channelObject(channel), (d) =>
      isThread(channel)
        ? inThread("THREAD_UPDATE", channel, d, hearing)
        : withThreads(
            inGuild("CHANNEL_UPDATE", channel.guild_id, d, hearing),
            before && threadsGained(channel.guild_id, { channel: before }, hearing)
          )
    )
  ),
  "channel.deleted": on<OfChannel>(({ channel }, hearing) =>
    isThread(channel)
      ? inThread("THREAD_DELETE", channel, goneThread(channel), hearing)
      : inGuild("CHANNEL_DELETE", channel.guild_id, channelDetails(channel), hearing)
  )
}

/** To every bot of the guild, even if it may not view the channel, as on the platform. */
const inGuild = (t: string, guild_id: Snowflake, d: object, hearing: Hearing) =>
  Effect.map(listenersIn(guild_id, hearing), (listeners) => toEach(listeners, "GUILDS", { t, guild_id, d }))

/** To the bots that may view the thread. A thread that is deleted with its channel has no event of its own. */
const inThread = (t: string, channel: GuildChannel, d: object, hearing: Hearing) =>
  Effect.map(audienceOfChannel(channel, hearing), (audience) =>
    toEach(audience?.bots.map(({ id }) => id) ?? [], "GUILDS", { t, guild_id: channel.guild_id, d })
  )

const goneThread = ({ id, guild_id, parent_id, type }: GuildChannel) => ({ id, guild_id, parent_id, type })
