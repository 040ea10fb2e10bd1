/** Why a person cannot write in a place. The server judges again. */
import { BITS, has } from "@backlot/domain/permission/Permission"
import { isThread } from "../place/Channels.ts"
import type { Place } from "../place/Places.ts"
import type { SeenChannel } from "../place/Seen.ts"

export interface Voice {
  /** One sentence; undefined if the person may write. */
  readonly silent: string | undefined
  /** What to know before writing. */
  readonly note: string | undefined
  /** Why no files can be attached; undefined if they can. */
  readonly noFiles: string | undefined
}

const FREE: Voice = { silent: undefined, note: undefined, noFiles: undefined }
const FORUMS = new Set([15, 16])
const NO_TEXT = new Set([4, 14])

export const voiceIn = ({ guild, channel }: Place): Voice => {
  if (guild === undefined || channel === undefined) return FREE
  const permissions = BigInt(channel.permissions)
  const silent = silenceIn(channel, permissions, guild.timed_out_until)
  const { archived = false } = threadOf(channel)
  return {
    silent,
    note: silent === undefined && archived ? "This thread is archived. A message opens it again." : undefined,
    noFiles: has(permissions, BITS.ATTACH_FILES)
      ? undefined
      : "You need the permission ATTACH_FILES to attach files here."
  }
}

const silenceIn = (channel: SeenChannel, permissions: bigint, until: string | null): string | undefined => {
  if (until !== null) return `You are timed out until ${new Date(until).toLocaleString()}.`
  if (FORUMS.has(channel.type)) return "A forum has threads, and no messages of its own."
  if (NO_TEXT.has(channel.type)) return "Nobody can write in a channel of this kind."
  const needed = isThread(channel) ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES"
  if (!has(permissions, BITS[needed])) return `You need the permission ${needed} to write here.`
  const { locked = false } = threadOf(channel)
  return locked && !has(permissions, BITS.MANAGE_THREADS) ? "This thread is locked." : undefined
}

const threadOf = (channel: SeenChannel) =>
  (channel["thread_metadata"] ?? {}) as { readonly archived?: boolean; readonly locked?: boolean }
