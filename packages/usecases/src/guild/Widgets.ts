/** What a guild with a widget shows to everybody. Source: official OpenAPI document, `WidgetResponse`. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import { notSnowflake } from "@backlot/domain/error/FormError"
import { InvalidForm, UnknownGuild, WidgetDisabled } from "@backlot/domain/error/ServiceError"
import { isExpired } from "@backlot/domain/guild/Invite"
import * as Permission from "@backlot/domain/permission/Permission"
import { permissionsIn } from "@backlot/domain/permission/Place"
import type { Guild } from "@backlot/domain/record/World"
import { VOICE_TYPES } from "@backlot/domain/record/WorldVocabulary"
import { applicationsOfBots, usersOf } from "../access/Accounts.ts"
import { guildChannels } from "../access/ChannelObjects.ts"
import { presencesIn } from "../gateway/UserPresences.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing, transacting } from "../store/Transact.ts"

/** Fails with 50004 where the widget is not enabled. `pictures`: the address of the default avatars. */
export const of = operation(
  "Widgets.of",
  transacting(function* (guildId: string, pictures: string) {
    const guild = yield* enabled(guildId)
    const members = yield* Collections.members.list([guild.id])
    const bots = yield* applicationsOfBots(members.map(({ user_id }) => user_id))
    const presenceOf = yield* presencesIn(guild.id, bots)
    const online = members.filter(({ user_id }) => presenceOf(user_id).status !== "offline")
    const shown = online.slice(0, SHOWN)
    const users = yield* usersOf(shown.map(({ user_id }) => user_id))
    return {
      id: guild.id,
      name: guild.name,
      instant_invite: yield* inviteOf(guild),
      channels: yield* channelsOf(guild),
      members: users.map(({ id, username }, i) => ({
        // Widgets name nobody by their id.
        id: String(i),
        username,
        discriminator: "0000",
        avatar: null,
        status: presenceOf(id).status,
        avatar_url: `${pictures}/${i % AVATARS}.png`
      })),
      presence_count: online.length
    }
  })
)

/** Members in one widget. */
const SHOWN = 100

/** Default avatars. */
const AVATARS = 6

/** Fails where the widget is not enabled. */
export const requireEnabled = operation(
  "Widgets.requireEnabled",
  transacting(function* (guildId: string) {
    yield* enabled(guildId)
  })
)

const enabled = function* (guildId: string) {
  if (!isSnowflake(guildId)) {
    return yield* new InvalidForm({ faults: [fault(["guild_id"], notSnowflake(guildId))] })
  }
  const guild = yield* existing(Collections.guilds.get(guildId), UnknownGuild)
  return guild.widget_enabled === true ? guild : yield* new WidgetDisabled()
}

/** An invite without an end to the channel of the widget. */
const inviteOf = function* ({ widget_channel_id }: Guild) {
  if (widget_channel_id === undefined) return null
  const now = yield* clockTime
  const invites = yield* Collections.invites.by("channel", widget_channel_id)
  const open = invites.find((invite) => invite.target_user_ids === undefined && !isExpired(invite, now))
  return open === undefined ? null : `https://discord.com/invite/${open.code}`
}

/** The voice channels that @everyone may see. */
const channelsOf = function* (guild: Guild) {
  const now = yield* clockTime
  const place = { guild, roles: yield* Collections.roles.list([guild.id]) }
  const everyone = { member: { user_id: "", roles: [], timed_out_until: null } }
  const channels = yield* guildChannels(guild.id)
  return channels
    .filter(({ type }) => VOICE_TYPES.includes(type))
    .filter((channel) => Permission.has(permissionsIn(place, everyone, { channel }, now), Permission.BITS.VIEW_CHANNEL))
    .map(({ id, name, position }) => ({ id, name, position }))
}
