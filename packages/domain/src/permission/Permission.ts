/** Permission bits and their arithmetic. Source: wire-rest.md §2 "Permission bits"; wire-interactions.md §5.4. */
import type { ManagedBits } from "../record/ManagedRole.ts"
import type { GuildChannel, Member, Role } from "../record/World.ts"

/** Names in bit order; bit 47 is unassigned. */
const NAMES = [
  "CREATE_INSTANT_INVITE",
  "KICK_MEMBERS",
  "BAN_MEMBERS",
  "ADMINISTRATOR",
  "MANAGE_CHANNELS",
  "MANAGE_GUILD",
  "ADD_REACTIONS",
  "VIEW_AUDIT_LOG",
  "PRIORITY_SPEAKER",
  "STREAM",
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "SEND_TTS_MESSAGES",
  "MANAGE_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "READ_MESSAGE_HISTORY",
  "MENTION_EVERYONE",
  "USE_EXTERNAL_EMOJIS",
  "VIEW_GUILD_INSIGHTS",
  "CONNECT",
  "SPEAK",
  "MUTE_MEMBERS",
  "DEAFEN_MEMBERS",
  "MOVE_MEMBERS",
  "USE_VAD",
  "CHANGE_NICKNAME",
  "MANAGE_NICKNAMES",
  "MANAGE_ROLES",
  "MANAGE_WEBHOOKS",
  "MANAGE_GUILD_EXPRESSIONS",
  "USE_APPLICATION_COMMANDS",
  "REQUEST_TO_SPEAK",
  "MANAGE_EVENTS",
  "MANAGE_THREADS",
  "CREATE_PUBLIC_THREADS",
  "CREATE_PRIVATE_THREADS",
  "USE_EXTERNAL_STICKERS",
  "SEND_MESSAGES_IN_THREADS",
  "USE_EMBEDDED_ACTIVITIES",
  "MODERATE_MEMBERS",
  "VIEW_CREATOR_MONETIZATION_ANALYTICS",
  "USE_SOUNDBOARD",
  "CREATE_GUILD_EXPRESSIONS",
  "CREATE_EVENTS",
  "USE_EXTERNAL_SOUNDS",
  "SEND_VOICE_MESSAGES",
  null,
  "SET_VOICE_CHANNEL_STATUS",
  "SEND_POLLS",
  "USE_EXTERNAL_APPS",
  "PIN_MESSAGES",
  "BYPASS_SLOWMODE"
] as const

export type PermissionName = Exclude<(typeof NAMES)[number], null>

export const BITS: Readonly<Record<PermissionName, bigint>> = Object.fromEntries(
  NAMES.flatMap((name, n) => (name === null ? [] : [[name, 1n << BigInt(n)]]))
  // Object.fromEntries widens its keys to string.
) as Record<PermissionName, bigint>

/** Bits 0 to 52 set: the permissions of an administrator (wire-interactions.md §1.3). */
export const ALL = (1n << 53n) - 1n

/** The permissions that remain in a time-out (§5.4 step 7). */
export const TIMEOUT_KEEPS = BITS.VIEW_CHANNEL | BITS.READ_MESSAGE_HISTORY
const NEEDS_SEND = BITS.MENTION_EVERYONE | BITS.SEND_TTS_MESSAGES | BITS.ATTACH_FILES | BITS.EMBED_LINKS

export const isPermissionName = (value: unknown): value is PermissionName =>
  typeof value === "string" && Object.hasOwn(BITS, value)

export const bitsOf = (names: ReadonlyArray<PermissionName>): bigint =>
  names.reduce((set, name) => set | BITS[name], 0n)

export const has = (set: bigint, bits: bigint): boolean => (set & bits) === bits

/** Names of the bits in a set, in bit order; for messages. */
export const names = (set: bigint): ReadonlyArray<PermissionName> =>
  NAMES.filter((name): name is PermissionName => name !== null && (set & BITS[name]) !== 0n)

export interface MemberView {
  readonly owner_id: string
  readonly guild_id: string
  readonly roles: ReadonlyArray<Role>
  readonly member: Pick<Member, "user_id" | "roles">
  readonly timedOut: boolean
  /** Of an installed bot. */
  readonly managed?: ManagedBits | undefined
}

/** Permissions in the guild, before any channel: §5.4 steps 1 and 2. */
export const inGuild = (view: MemberView): bigint => {
  if (view.owner_id === view.member.user_id) return ALL
  const held = new Set([view.guild_id, ...view.member.roles])
  let set = BigInt(view.managed?.permissions ?? 0)
  for (const role of view.roles) if (held.has(role.id)) set |= BigInt(role.permissions)
  return has(set, BITS.ADMINISTRATOR) ? ALL : set
}

/** Permissions in a channel (§5.4). For a thread: its parent, and the permission to `send` in threads. */
export const inChannel = (
  view: MemberView,
  { permission_overwrites: overwrites }: Pick<GuildChannel, "permission_overwrites">,
  send = BITS.SEND_MESSAGES
): bigint => {
  const base = inGuild(view)
  if (base === ALL) return ALL
  const held = new Set([...view.member.roles, ...(view.managed ? [view.managed.id] : [])])
  let set = base
  const everyone = overwrites.find((o) => o.type === 0 && o.id === view.guild_id)
  if (everyone) set = (set & ~BigInt(everyone.deny)) | BigInt(everyone.allow)
  let deny = 0n
  let allow = 0n
  for (const o of overwrites) {
    if (o.type !== 0 || !held.has(o.id)) continue
    deny |= BigInt(o.deny)
    allow |= BigInt(o.allow)
  }
  set = (set & ~deny) | allow
  const own = overwrites.find((o) => o.type === 1 && o.id === view.member.user_id)
  if (own) set = (set & ~BigInt(own.deny)) | BigInt(own.allow)
  if (!has(set, BITS.VIEW_CHANNEL)) return 0n
  if (!has(set, send)) set &= ~NEEDS_SEND
  return view.timedOut ? set & TIMEOUT_KEEPS : set
}
