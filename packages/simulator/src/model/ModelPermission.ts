/**
 * What a member may do where, one bit at a time. Source: wire-interactions.md §5.4, implemented independently. Bits are
 * numbers of wire-rest.md §2.
 */
import { type ModelChannel, type ModelGuild, type ModelOverwrite, rulingChannel, THREADS } from "./ModelWorld.ts"

export const BIT = {
  ADMINISTRATOR: 3n,
  MANAGE_CHANNELS: 4n,
  MANAGE_GUILD: 5n,
  VIEW_CHANNEL: 10n,
  SEND_MESSAGES: 11n,
  SEND_TTS_MESSAGES: 12n,
  MANAGE_MESSAGES: 13n,
  EMBED_LINKS: 14n,
  ATTACH_FILES: 15n,
  READ_MESSAGE_HISTORY: 16n,
  MENTION_EVERYONE: 17n,
  MANAGE_ROLES: 28n,
  USE_APPLICATION_COMMANDS: 31n,
  MANAGE_THREADS: 34n,
  SEND_MESSAGES_IN_THREADS: 38n
} as const

/** A member at a moment, in a channel or (undefined) in the guild. */
export interface Standing {
  readonly guild: ModelGuild
  readonly channel: ModelChannel | undefined
  readonly user_id: string
  readonly now_ms: number
}

export const setOf = (...bits: ReadonlyArray<bigint>): bigint => bits.reduce((set, bit) => set | (1n << bit), 0n)

export const rolesOf = ({ guild, user_id }: Standing): ReadonlyArray<string> =>
  guild.members.find((member) => member.user_id === user_id)?.roles ?? []

/** The owner, or the bit in any role. */
export const isAdministrator = (standing: Standing): boolean =>
  standing.guild.owner_id === standing.user_id || granted(standing, BIT.ADMINISTRATOR)

export const isTimedOut = ({ guild, user_id, now_ms }: Standing): boolean => {
  const until = guild.members.find((member) => member.user_id === user_id)?.timed_out_until
  return typeof until === "number" && until > now_ms
}

export const holds = (standing: Standing, bit: bigint): boolean => {
  if (isAdministrator(standing)) return true
  if (isTimedOut(standing) && bit !== BIT.VIEW_CHANNEL && bit !== BIT.READ_MESSAGE_HISTORY) return false
  if (standing.channel === undefined) return granted(standing, bit)
  if (!afterOverwrites(standing, BIT.VIEW_CHANNEL) || isOutside(standing)) return false
  if (IMPLIED_BY_SENDING.includes(bit) && !afterOverwrites(standing, sendingBit(standing))) return false
  return afterOverwrites(standing, bit)
}

/** No member of a private thread, without MANAGE_THREADS. */
const isOutside = (standing: Standing): boolean =>
  standing.channel?.type === 12 &&
  !standing.channel.members.includes(standing.user_id) &&
  (isTimedOut(standing) || !afterOverwrites(standing, BIT.MANAGE_THREADS))

export const holdsAll = (standing: Standing, set: bigint): boolean => {
  for (let bit = 0n; set >> bit > 0n; bit++) {
    if (has(set, bit) && !(bit < KNOWN_BITS && holds(standing, bit))) return false
  }
  return true
}

/** Whether the member can send messages here; a locked thread needs MANAGE_THREADS. */
export const canSend = (standing: Standing): boolean =>
  holds(standing, sendingBit(standing)) &&
  !(standing.channel?.archived && standing.channel.locked && !holds(standing, BIT.MANAGE_THREADS))

const IMPLIED_BY_SENDING: ReadonlyArray<bigint> = [
  ...[BIT.MENTION_EVERYONE, BIT.SEND_TTS_MESSAGES, BIT.ATTACH_FILES, BIT.EMBED_LINKS]
]

/** wire-rest.md §2 lists bits 0 to 52. */
const KNOWN_BITS = 53n

const has = (set: bigint, bit: bigint): boolean => ((set >> bit) & 1n) === 1n

const sendingBit = ({ channel }: Standing): bigint =>
  channel !== undefined && THREADS.includes(channel.type) ? BIT.SEND_MESSAGES_IN_THREADS : BIT.SEND_MESSAGES

const granted = (standing: Standing, bit: bigint): boolean => {
  const held = rolesOf(standing)
  return standing.guild.roles.some(
    ({ id, permissions }) => (id === standing.guild.id || held.includes(id)) && has(permissions, bit)
  )
}

const afterOverwrites = (standing: Standing, bit: bigint): boolean => {
  const { guild, channel, user_id } = standing
  const all = channel === undefined ? [] : rulingChannel(guild, channel).permission_overwrites
  const held = rolesOf(standing)
  const tiers: ReadonlyArray<ReadonlyArray<ModelOverwrite>> = [
    all.filter(({ type, id }) => type === 0 && id === guild.id),
    all.filter(({ type, id }) => type === 0 && held.includes(id)),
    all.filter(({ type, id }) => type === 1 && id === user_id)
  ]
  let holding = granted(standing, bit)
  for (const tier of tiers) {
    if (tier.some(({ deny }) => has(deny, bit))) holding = false
    if (tier.some(({ allow }) => has(allow, bit))) holding = true
  }
  return holding
}
