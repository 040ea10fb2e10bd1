/** Guilds, their channels and their members as gateway dispatches carry them. Source: wire-interactions.md §3.6. */

import { toTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { ownThreadMember } from "../guild/ChannelWire.ts"
import {
  channelDetails,
  type Expressions,
  guildDetails,
  type InstalledBot,
  memberDetails,
  rolesDetails
} from "../guild/GuildObject.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { incidentsData } from "../guild/ScreenBody.ts"
import { soundObjects } from "../guild/SoundWire.ts"
import { unknownUser } from "../guild/UserWire.ts"
import { voiceStateInGuild } from "../guild/VoiceWire.ts"
import * as Permission from "../permission/Permission.ts"
import { permissionsIn } from "../permission/Place.ts"
import { managedBits } from "../record/ManagedRole.ts"
import {
  type Guild,
  type GuildChannel,
  isThread,
  type Member,
  type Role,
  type ScheduledEvent,
  type SoundboardSound,
  type StageInstance,
  type VoiceState
} from "../record/World.ts"
import { isOver } from "../scheduled-event/ScheduledEvent.ts"
import { scheduledEventObject, stageData } from "../scheduled-event/ScheduledEventWire.ts"
import type { PresenceData } from "./Presence.ts"

export interface GuildWhole extends Expressions {
  readonly guild: Guild
  readonly roles: ReadonlyArray<Role>
  /** Includes threads. */
  readonly channels: ReadonlyArray<GuildChannel>
  readonly bots: ReadonlyArray<InstalledBot>
  /** Of the active threads: what their messages say about them. */
  readonly histories: ReadonlyMap<Snowflake, object>
  readonly members: ReadonlyArray<Member>
  readonly voice_states: ReadonlyArray<VoiceState>
  readonly scheduled_events: ReadonlyArray<ScheduledEvent>
  readonly stage_instances: ReadonlyArray<StageInstance>
  readonly soundboard_sounds: ReadonlyArray<SoundboardSound>
}

/** The bot that receives the guild. */
export interface Viewer extends InstalledBot {
  readonly member: Member
}

export interface GuildView {
  readonly members: ReadonlyArray<Member>
  readonly users: ReadonlyArray<UserObject>
  /** Of those who are not offline. */
  readonly presences: ReadonlyArray<PresenceData>
  /** Empty for a session without the intent GUILD_VOICE_STATES. */
  readonly voice_states: ReadonlyArray<VoiceState>
  readonly large: boolean
  /** False for a guild that READY announced. */
  readonly joined: boolean
  readonly now_ms: number
}

/** Further fields of the gateway's published guild type. */
const BEYOND = { hub_type: null } as const

/** The data of GUILD_CREATE. A new join has no key `unavailable`, by which libraries recognize it (§3.6). */
export const guildCreateData = (
  whole: GuildWhole,
  viewer: Viewer,
  { members, users, presences, voice_states, large, joined, now_ms }: GuildView
) => ({
  ...guildDetails(whole.guild, whole),
  ...BEYOND,
  incidents_data: incidentsData(whole.guild),
  ...(joined ? {} : { unavailable: false }),
  joined_at: toTimestamp(viewer.member.joined_at) ?? viewer.member.joined_at,
  large,
  member_count: whole.members.length,
  roles: rolesDetails(whole.roles, whole.bots),
  channels: whole.channels.filter((channel) => !isThread(channel)).map(channelDetails),
  threads: viewableThreads(whole, viewer, now_ms).map((thread) => ({
    ...channelDetails(thread),
    ...whole.histories.get(thread.id),
    ...ownThreadMember(thread, viewer.application.bot.id)
  })),
  members: members.map((member, i) => {
    const { user_id } = member
    return memberDetails(member, users[i] ?? unknownUser(user_id), now_ms, botOf(whole.bots, user_id))
  }),
  voice_states: voice_states.map(voiceStateInGuild),
  presences,
  stage_instances: whole.stage_instances.map(stageData),
  guild_scheduled_events: viewableEvents(whole, viewer, now_ms).map((event) =>
    scheduledEventObject(event, {
      stage_id: whole.stage_instances.find((s) => s.guild_scheduled_event_id === event.id)?.id
    })
  ),
  soundboard_sounds: soundObjects(whole.soundboard_sounds)
})

export const guildUpdateData = ({
  guild,
  roles,
  bots,
  ...expressions
}: Pick<GuildWhole, "guild" | "roles" | "bots" | keyof Expressions>) => ({
  ...guildDetails(guild, expressions),
  ...BEYOND,
  incidents_data: incidentsData(guild),
  roles: rolesDetails(roles, bots)
})

export const botOf = (bots: ReadonlyArray<InstalledBot>, userId: Snowflake): InstalledBot | undefined =>
  bots.find(({ application }) => application.bot.id === userId)

/** A member as GUILD_MEMBER_ADD and GUILD_MEMBER_UPDATE carry them. */
export const guildMemberData = (member: Member, user: UserObject, bot: InstalledBot | undefined, nowMs: number) => ({
  ...memberDetails(member, user, nowMs, bot),
  guild_id: member.guild_id
})

/** Whether the bot may view the channel, or has the needed permissions; `parent` is the channel of a thread. */
export const mayView = (
  there: Pick<GuildWhole, "guild" | "roles">,
  viewer: Viewer,
  where: { readonly channel: GuildChannel; readonly parent: GuildChannel | undefined },
  nowMs: number,
  needed: bigint = Permission.BITS.VIEW_CHANNEL
): boolean => {
  const holder = { member: viewer.member, managed: managedBits(viewer.install) }
  return Permission.has(permissionsIn(there, holder, where, nowMs), needed)
}

/** Those that are not over, elsewhere or in a channel that the bot may view. */
const viewableEvents = (whole: GuildWhole, viewer: Viewer, nowMs: number): ReadonlyArray<ScheduledEvent> =>
  whole.scheduled_events.filter((event) => {
    if (isOver(event)) return false
    const channel = whole.channels.find(({ id }) => id === event.channel_id)
    return channel === undefined || mayView(whole, viewer, { channel, parent: undefined }, nowMs)
  })

const viewableThreads = (whole: GuildWhole, viewer: Viewer, nowMs: number): ReadonlyArray<GuildChannel> => {
  const threads = whole.channels.filter((channel) => isThread(channel) && channel.archived !== true)
  if (threads.length === 0) return []
  const byId = new Map(whole.channels.map((channel) => [channel.id, channel]))
  return threads.filter((channel) =>
    mayView(whole, viewer, { channel, parent: byId.get(channel.parent_id ?? "") }, nowMs)
  )
}
