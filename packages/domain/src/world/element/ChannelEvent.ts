/** What the log says of an edit of a channel. Pure. */
import { movedMembers, withMembers } from "../../guild/ThreadMembership.ts"
import { isPrivate } from "../../permission/Place.ts"
import { type GuildChannel, isThread } from "../../record/World.ts"
import { isSame } from "./Element.ts"

/**
 * A thread stands there with the number of its members, an update also says who came and who left. A private thread keeps
 * its members, because who is told of it depends on them (`withBotsAlone`).
 */
export const channelEvent = (channel: GuildChannel, before: GuildChannel | undefined): object => {
  const about = { guild_id: channel.guild_id, channel_id: channel.id }
  if (!isThread(channel)) return { ...about, channel }
  return {
    ...about,
    channel: isPrivate(channel) ? channel : withMembers(channel, []),
    member_count: channel.members?.length ?? 0,
    ...(before && movedIn(before, channel))
  }
}

/** `others`: whether something that bots see is different beside the members. */
const movedIn = (before: GuildChannel, after: GuildChannel) =>
  isSame(before.members ?? [], after.members ?? [])
    ? {}
    : { members: movedMembers(before, after), ...(isSame(seen(before), seen(after)) ? {} : { others: true }) }

const seen = ({ members: _, active_at: __, deleted_messages: ___, ...thread }: GuildChannel): object => thread
