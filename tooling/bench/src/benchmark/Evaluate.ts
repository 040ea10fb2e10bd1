/**
 * One permission decision with all its reasons: a member with all 250 roles of a guild, in a channel with 100
 * overwrites; the command and its application have 100 overwrites each. Both baselines read the same data once and
 * decide nothing: one looks up every overwrite in a set, one parses the bits of every role and channel overwrite.
 */

import { type Asked, evaluateIn } from "@backlot/domain/permission/Evaluate"
import { type Invoker, standingIn } from "@backlot/domain/permission/Standing"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { CommandPermission, Guild, GuildChannel, Member, Role } from "@backlot/domain/record/World"
import type { Figure } from "../Row.ts"
import type { Benchmark } from "../Scene.ts"
import { median } from "../Statistics.ts"

const OVERWRITES = 100
const ROLES = 250
const BATCH = 200

export const evaluate: Benchmark = async ({ seconds, rounds }) => {
  const standing = standingIn(there)
  const judged = evaluateIn(standing, asked)
  if (!judged.usable || !judged.decisions.some(({ step, outcome }) => step === "command_roles" && outcome === "pass")) {
    throw new Error(`the last overwrite was to decide: ${JSON.stringify(judged.decisions)}`)
  }
  const measure = comparing({ seconds, rounds })
  return [
    measure(
      `evaluate a command, ${2 * OVERWRITES} overwrites`,
      () => evaluateIn(standing, asked).decisions.length,
      lookUpEach
    ),
    measure(`stand in a channel, ${ROLES} roles`, () => standingIn(there).user.id.length, parseEach)
  ]
}

/** Rounds of ours and of the baseline in turn; the ratio of each round counts. */
const comparing =
  ({ seconds, rounds }: { readonly seconds: number; readonly rounds: number }) =>
  (benchmark: string, ours: () => number, baseline: () => number): Figure => {
    const measured = { ours: [] as number[], baseline: [] as number[] }
    // Half a round each; the first one only warms up.
    for (let round = 0; round <= rounds; round++) {
      const [bare, own] = [microseconds(baseline, seconds / 2), microseconds(ours, seconds / 2)]
      if (round === 0) continue
      measured.baseline.push(bare)
      measured.ours.push(own)
    }
    return {
      benchmark,
      unit: "µs",
      ours: median(measured.ours),
      baseline: median(measured.baseline),
      ratios: measured.ours.map((own, round) => own / (measured.baseline[round] ?? Number.NaN)),
      goal: { below: 10 },
      notes: "baseline: the same data read once",
      raw: { ...measured, sum }
    }
  }

/** The sum keeps the compiler from removing the work. */
let sum = 0

const microseconds = (work: () => number, seconds: number): number => {
  const began = performance.now()
  let times = 0
  let elapsed = 0
  while (elapsed < seconds * 1_000) {
    for (let i = 0; i < BATCH; i++) sum += work()
    times += BATCH
    elapsed = performance.now() - began
  }
  return (elapsed * 1_000) / times
}

const GUILD = "200000000000000001"
const USER = "300000000000000001"
const APPLICATION = "100000000000000001"

const idOf = (n: number): string => String(210_000_000_000_000_000n + BigInt(n))
const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, n) => n)

const guild: Guild = { id: GUILD, name: "Harbour", owner_id: "1", preferred_locale: "en-US", features: [] }

/** VIEW_CHANNEL and USE_APPLICATION_COMMANDS. */
const PERMISSIONS = String((1n << 10n) | (1n << 31n))

const roleOf = (id: string): Role => ({ id, guild_id: GUILD, name: id, permissions: PERMISSIONS, position: 1 })
const roles = [roleOf(GUILD), ...numbers(ROLES).map((n) => roleOf(idOf(n)))]

const member: Member = {
  guild_id: GUILD,
  user_id: USER,
  nick: null,
  roles: numbers(ROLES).map(idOf),
  joined_at: "2025-01-01T00:00:00Z",
  timed_out_until: null
}

const channel: GuildChannel = {
  id: "200000000000000021",
  guild_id: GUILD,
  name: "general",
  type: 0,
  position: 0,
  parent_id: null,
  nsfw: false,
  topic: null,
  permission_overwrites: numbers(OVERWRITES).map((n) => ({ id: idOf(n), type: 0, allow: "1024", deny: "8" }))
}

const user: Invoker = { id: USER, username: "alice", adult: true, nsfw_dms: false }
const there = { user, place: { kind: "guild", guild, roles, member, channel }, now_ms: 0 } as const

const command: ApplicationCommand = {
  id: "500000000000000001",
  application_id: APPLICATION,
  version: "500000000000000002",
  default_member_permissions: null,
  type: 1,
  name: "blep",
  name_localizations: null,
  description: "Send a random animal",
  description_localizations: null,
  contexts: null,
  integration_types: [0],
  nsfw: false
}

/** Roles of the member; only the last one is allowed. */
const overwrites = (from: number): ReadonlyArray<CommandPermission> =>
  numbers(OVERWRITES).map((n) => ({ id: idOf(from + n), type: 1, permission: n === OVERWRITES - 1 }))

const asked: Asked = {
  command,
  bot_id: APPLICATION,
  guild_install: { guild_id: GUILD, application_id: APPLICATION, scopes: ["bot"], permissions: "0" },
  command_overwrites: overwrites(0),
  application_overwrites: overwrites(OVERWRITES)
}

const lists = [...(asked.command_overwrites ?? []), ...(asked.application_overwrites ?? [])]
const held = new Set(member.roles)

const lookUpEach = (): number => {
  let found = 0
  for (const { id } of lists) if (held.has(id)) found++
  return found
}

const parseEach = (): number => {
  let set = 0n
  for (const { permissions } of roles) set |= BigInt(permissions)
  for (const { allow, deny } of channel.permission_overwrites) set = (set & ~BigInt(deny)) | BigInt(allow)
  return Number(set)
}
