/** Where a person is, and how places are called. */
import type { APIRole } from "discord-api-types/v10"
import type { Pane } from "../state/Screen.ts"
import { sectionsOf } from "./Channels.ts"
import type { DirectChannel, SeenChannel, SeenGuild, View } from "./Seen.ts"

/** The role objects of a guild. */
export const rolesOf = ({ roles }: SeenGuild): ReadonlyArray<APIRole> =>
  roles as ReadonlyArray<unknown> as ReadonlyArray<APIRole>

export const guildOf = (view: View | undefined, guild_id: string | null): SeenGuild | undefined =>
  view?.guilds.find(({ id }) => id === guild_id)

/** A group has a name of its own, or those of its people. */
export const directName = (channel: DirectChannel, user_id: string): string => {
  if (channel.name != null) return channel.name
  const others = channel.recipients.filter(({ id }) => id !== user_id)
  return others.map(nameOf).join(", ") || "Nobody else"
}

export const nameOf = ({
  username,
  global_name
}: {
  readonly username: string
  readonly global_name?: string | null
}) => global_name ?? username

export interface Place {
  readonly id: string
  readonly name: string
  readonly guild: SeenGuild | undefined
  readonly channel: SeenChannel | undefined
  readonly direct: DirectChannel | undefined
}

/** Where a pane is. Without a channel of its own: the first that can be written in. */
export const placeOf = (view: View | undefined, { guild_id, channel_id, user_id }: Pane): Place | undefined => {
  if (view === undefined) return undefined
  const guild = guildOf(view, guild_id)
  if (guild !== undefined) {
    const rows = sectionsOf(guild.channels).flatMap((section) => section.rows.map(({ channel }) => channel))
    const named = guild.channels.find(({ id }) => id === channel_id)
    const channel = named ?? rows.find(({ type, nsfw }) => type === 0 && !nsfw) ?? rows[0]
    return channel && { id: channel.id, name: channel.name ?? channel.id, guild, channel, direct: undefined }
  }
  const direct = view.direct_channels.find(({ id }) => id === channel_id) ?? view.direct_channels[0]
  return direct && { id: direct.id, name: directName(direct, user_id), guild: undefined, channel: undefined, direct }
}
