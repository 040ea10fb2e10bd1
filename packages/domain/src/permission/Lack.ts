/**
 * Says which permissions somebody lacks, and what decided it: no role grants it, an overwrite denies it, a time-out takes
 * it away. Source: wire-interactions.md §5.4.
 */
import type { ManagedBits } from "../record/ManagedRole.ts"
import type { Guild, GuildChannel, Member, Role } from "../record/World.ts"
import * as Permission from "./Permission.ts"
import { type ChannelSnapshot, isPending, isPrivate, isThreadMember } from "./Place.ts"

/** A member or a bot in a guild, or in one of its channels. */
export interface Lack {
  /** In a sentence: `the member`, or the name of a bot. */
  readonly who: string
  /** In overwrites of its own. */
  readonly named: string
  readonly guild: Guild
  readonly roles: ReadonlyArray<Role>
  readonly member: Pick<Member, "user_id" | "roles" | "flags" | "pending">
  readonly managed?: ManagedBits | undefined
  readonly is_timed_out: boolean
  /** Undefined in the guild as a whole. */
  readonly where: ChannelSnapshot | undefined
  /** The channel whose overwrites apply: for a thread its parent. */
  readonly ruling: GuildChannel | undefined
}

/** A clause about one or more bits, e.g. `the member lacks KICK_MEMBERS (no role of the member grants it) in #general`. */
export const describeLack = (lack: Lack, bits: bigint): string => {
  const names = Permission.names(bits)
  const unnamed = names.reduce((rest, name) => rest & ~Permission.BITS[name], bits)
  const missing = [
    ...names.map((name) => `${name} (${whyNot(lack, Permission.BITS[name])})`),
    ...(unnamed === 0n ? [] : [`${unnamed} (bits without a name)`])
  ]
  return `${lack.who} lacks ${missing.join(", ")} ${whereOf(lack)}`
}

/** `in #general`, or `in the guild`. */
export const whereOf = ({ where }: Pick<Lack, "where">): string =>
  where === undefined ? "in the guild" : `in #${where.channel.name}`

type Roles = Pick<Lack, "guild" | "roles">

/** The name of a role; a deleted role is named by its id. */
export const roleName = ({ roles, guild }: Roles, id: string): string =>
  id === guild.id ? "@everyone" : `the role ${roles.find((role) => role.id === id)?.name ?? id}`

export const isGrantedByRole = (
  { guild, roles, member, managed }: Pick<Lack, "guild" | "roles" | "member" | "managed">,
  bit: bigint
): boolean =>
  Permission.has(BigInt(managed?.permissions ?? 0), bit) ||
  roles.some(
    ({ id, permissions }) => (id === guild.id || member.roles.includes(id)) && Permission.has(BigInt(permissions), bit)
  )

/** Follows one bit through the steps of §5.4; the last step that removed it is the cause. */
const whyNot = (lack: Lack, bit: bigint): string => {
  const { ruling, guild, member, managed, who, named } = lack
  const {
    everyone = [],
    roles = [],
    own = []
  } = Object.groupBy(ruling?.permission_overwrites ?? [], ({ type, id }) => {
    if (type === 1) return id === member.user_id ? "own" : "others"
    if (id === guild.id) return "everyone"
    return id === managed?.id || member.roles.includes(id) ? "roles" : "others"
  })
  let holds = isGrantedByRole(lack, bit)
  let cause = `no role of ${who} grants it`
  for (const overwrites of [everyone, roles, own]) {
    const denying = overwrites.find(({ deny }) => Permission.has(BigInt(deny), bit))
    if (denying !== undefined && holds) {
      holds = false
      cause = `denied by the overwrite of #${ruling?.name} for ${nameOf(lack, denying, named)}`
    }
    if (overwrites.some(({ allow }) => Permission.has(BigInt(allow), bit))) holds = true
  }
  if (!holds) return cause
  const thread = lack.where?.channel
  if (thread !== undefined && isPrivate(thread) && !isThreadMember(thread, member.user_id)) {
    return "only members of the private thread, and who has MANAGE_THREADS, have it there"
  }
  return lack.is_timed_out && !Permission.has(Permission.TIMEOUT_KEEPS, bit)
    ? isPending(member)
      ? "taken away until the member accepts the rules of the guild (pending)"
      : "taken away by the time-out"
    : "taken away with the permission to send messages"
}

const nameOf = (lack: Lack, { type, id }: { readonly type: number; readonly id: string }, named: string): string => {
  if (type === 1) return named
  return id === lack.managed?.id ? `the managed role of ${named}` : roleName(lack, id)
}
