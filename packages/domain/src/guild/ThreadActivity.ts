/** When a thread is archived by itself: after its duration without activity. Source: the platform's documentation of threads. */
import { formatTime, parseTime } from "../base/IsoTime.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import { type GuildChannel, isThread } from "../record/World.ts"

const MINUTE_MS = 60_000

/** Null for an archived thread, for one whose activity is not known, and for a channel that is no thread. */
export const archiveDueOf = (channel: GuildChannel): number | null => {
  const { archive_timestamp, active_at, archived } = channel
  if (!isThread(channel) || archived === true) return null
  const { auto_archive_duration = DEFAULTS.channel.auto_archive_duration } = channel
  const last = Math.max(...[archive_timestamp, active_at].map((time = "") => parseTime(time) ?? 0))
  return last === 0 ? null : last + auto_archive_duration * MINUTE_MS
}

/** A thread of a world file whose activity is not known is silent from now on. */
export const begun = (channel: GuildChannel, nowMs: number): GuildChannel =>
  isThread(channel) && channel.archived !== true && archiveDueOf(channel) === null
    ? { ...channel, active_at: formatTime(nowMs) }
    : channel

/** The thread, in which somebody wrote at a time. */
export const heard = (channel: GuildChannel, time: string): GuildChannel =>
  (parseTime(time) ?? 0) > (parseTime(channel.active_at ?? "") ?? 0) ? { ...channel, active_at: time } : channel

/** The thread, archived or opened at a time. */
export const turned = (channel: GuildChannel, archived: boolean, atMs: number): GuildChannel => ({
  ...channel,
  archived,
  archive_timestamp: formatTime(atMs)
})
