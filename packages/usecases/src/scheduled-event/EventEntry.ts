/**
 * Who may read and change scheduled events. Inside a transaction. Source: the platform's documentation of scheduled events,
 * "Permissions Requirements".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownGuild, UnknownScheduledEvent } from "@backlot/domain/error/ServiceError"
import { BITS, has, type PermissionName } from "@backlot/domain/permission/Permission"
import { permissionsIn } from "@backlot/domain/permission/Place"
import { isDirect, type ScheduledEvent } from "@backlot/domain/record/World"
import { EntityType, HOSTS } from "@backlot/domain/scheduled-event/ScheduledEvent"
import { rolesOf } from "../access/Accounts.ts"
import * as BotEntry from "../access/BotEntry.ts"
import { guildChannel } from "../access/ChannelObjects.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptEvents from "../store/KeptEvents.ts"
import { existing } from "../store/Transact.ts"

/** What makes a bot a moderator of a stage channel. */
export const STAGE_RIGHTS: ReadonlyArray<PermissionName> = ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"]

const RIGHTS: Readonly<Record<number, ReadonlyArray<PermissionName>>> = {
  [EntityType.STAGE_INSTANCE]: STAGE_RIGHTS,
  [EntityType.VOICE]: ["CONNECT"]
}

/** The rights that an event of a type needs in its channel. Rules report a channel that cannot have it. */
export const requireHost = function* (bot: BotEntry.BotOfGuild, entityType: unknown, channelId: unknown) {
  const type = Number(entityType)
  if (HOSTS[type] === undefined || typeof channelId !== "string") return
  const channel = yield* Collections.channels.get(channelId)
  if (channel === undefined || isDirect(channel) || channel.guild_id !== bot.guild_id) return
  const here = yield* BotEntry.inChannel({ application: bot.application, channel_id: channelId })
  if (here.kind === "guild") yield* BotEntry.requireHere(here, ...(RIGHTS[type] ?? []))
}

/** Whether the bot may view the channel of an event. */
export const sees = function* (there: BotEntry.BotInGuild, { channel_id }: ScheduledEvent) {
  const channel = channel_id === null ? undefined : yield* guildChannel(channel_id)
  return channel === undefined || BotEntry.mayView(there, { channel, parent: undefined })
}

/** Whether everyone who comes into the guild may view the channel of an event. */
export const isOpen = function* ({ guild_id, channel_id }: ScheduledEvent, nowMs: number) {
  const channel = channel_id === null ? undefined : yield* guildChannel(channel_id)
  if (channel === undefined) return true
  const guild = yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
  const permissions = permissionsIn({ guild, roles: yield* rolesOf(guild_id) }, NEWCOMER, { channel }, nowMs)
  return has(permissions, BITS.VIEW_CHANNEL)
}

const NEWCOMER = { member: { user_id: "0", roles: [], timed_out_until: null } }

/** An event that the bot may view. Fails with 10070 for others. */
export const visible = function* (bot: BotEntry.BotOfGuild, eventId: Snowflake) {
  const there = yield* BotEntry.inGuild(bot)
  const event = yield* KeptEvents.inGuild(bot.guild_id, eventId)
  return (yield* sees(there, event)) ? { there, event } : yield* new UnknownScheduledEvent()
}

/** An event that the bot may change: its own with CREATE_EVENTS, any with MANAGE_EVENTS. */
export const editable = function* (bot: BotEntry.BotOfGuild, eventId: Snowflake) {
  const { there, event } = yield* visible(bot, eventId)
  const isOwn = event.creator_id === bot.application.bot.id
  const mayOwn = isOwn && has(BotEntry.guildPermissions(there), BITS.CREATE_EVENTS)
  if (!mayOwn) yield* BotEntry.requireInGuild(there, "MANAGE_EVENTS")
  yield* requireHost(bot, event.entity_type, event.channel_id)
  return event
}

export const target = (guild_id: Snowflake, scheduled_event_id: Snowflake) => ({
  kind: "scheduled_event" as const,
  guild_id,
  scheduled_event_id
})
