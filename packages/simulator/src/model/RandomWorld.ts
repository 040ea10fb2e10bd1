/** Makes a world from a seed: as a world file, and as the model's state. */
import type { Chance } from "./Chance.ts"
import type { ModelCommand, Scope } from "./ModelCommands.ts"
import * as Limits from "./ModelLimits.ts"
import { BIT, setOf } from "./ModelPermission.ts"
import { recordOf } from "./ModelRecord.ts"
import * as World from "./ModelWorld.ts"
import { type RandomWorldFile, type WorldToken, worldFileOf } from "./RandomWorldFile.ts"

export interface RandomWorld {
  /** In the shape of a world file. */
  readonly file: RandomWorldFile
  readonly limits: "enforce" | "observe"
  readonly storage: "memory" | "file"
  /** Whether rate-limit windows outlive a server: those of several servers on one database do. */
  readonly keeps_windows: boolean
  readonly now_ms: number
  /** A fresh, mutable model of it. */
  readonly model: () => World.ModelWorld
  /** Its initial commands. */
  readonly commands: () => ReadonlyArray<{ readonly scope: Scope; readonly command: ModelCommand }>
}

type WorldSize = { readonly users: number; readonly guilds: number } & Pick<RandomWorld, "storage" | "keeps_windows">

export const makeWorld = (chance: Chance, size: WorldSize): RandomWorld => {
  const users = Array.from({ length: size.users }, (_, i) => makeUser(chance, i))
  const applications = makeApplications(chance, users)
  const guilds = Array.from({ length: size.guilds }, (_, i) => makeGuild(chance, i, users, applications))
  const world: World.ModelWorld = { applications, users, guilds, direct_channels: makeDirect(users, applications) }
  const { storage, keeps_windows } = size
  return randomWorldOf(world, { storage, keeps_windows, limits: chance.once(4) ? "observe" : "enforce" })
}

/** An application with an Activity begins with its entry point. */
export const randomWorldOf = (
  world: World.ModelWorld,
  served: Pick<RandomWorld, "limits" | "storage" | "keeps_windows">
): RandomWorld => {
  const commands = () =>
    world.applications
      .filter(({ embedded }) => embedded)
      .map((application) => ({ scope: { application, guild_id: undefined }, command: launchOf(application) }))
  return {
    ...served,
    file: worldFileOf(world, commands(), { now_ms: NOW_MS, tokens: tokensOf(world) }),
    now_ms: NOW_MS,
    model: () => structuredClone(world),
    commands
  }
}

/** Exactly one application has one. */
const launchOf = (application: World.ModelApplication): ModelCommand => ({
  id: id(5, 1),
  version: id(5, 2),
  type: 4,
  record: recordOf({ name: "Launch", handler: 2 }, 4, application, undefined)
})

/** 2026-01-01. */
const NOW_MS = 1_767_225_600_000

const id = (kind: number, count: number) => `${kind}${String(count).padStart(17, "0")}`

const makeUser = (chance: Chance, index: number): World.ModelUser => ({
  id: id(3, index + 1),
  username: NAMES[index] ?? `user${index + 1}`,
  locale: chance.pick(World.LOCALES),
  adult: !chance.once(4),
  nsfw_dms: chance.once(2),
  installs: []
})

const NAMES = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi"]

/** One with an Activity, one that is discoverable and slow, one for guilds only. */
const makeApplications = (
  chance: Chance,
  users: ReadonlyArray<World.ModelUser>
): ReadonlyArray<World.ModelApplication> =>
  ["Pet Shop", "Weather", "Arcade"].map((name, i) => ({
    id: id(1, i + 1),
    name,
    token: `bot-token-${i + 1}`,
    owner_id: chance.pick(users).id,
    integration_types: i === 2 ? [0] : [0, 1],
    embedded: i === 0,
    discoverable: i === 1,
    per_second: [1_200, 20][i] ?? Limits.calls.all.limit
  }))

const makeGuild = (
  chance: Chance,
  index: number,
  users: ReadonlyArray<World.ModelUser>,
  applications: ReadonlyArray<World.ModelApplication>
): World.ModelGuild => {
  const at = (count: number) => id(2, (index + 1) * 100 + count)
  const guild_id = at(0)
  const roles = Array.from({ length: 4 }, (_, i) => ({
    id: at(i + 1),
    permissions: chance.some(ROLE_BITS, 4).reduce((set, bit) => set | bit, 0n),
    position: i + 1
  }))
  const roleIds = roles.map((role) => role.id)
  const members = users
    .filter((_, i) => i === index || !chance.once(5))
    .map(({ id: user_id }) => ({ user_id, roles: chance.some(roleIds, 3), timed_out_until: null }))
  const memberIds = members.map(({ user_id }) => user_id)
  const owner_id = chance.pick(members).user_id
  const everyone = { id: guild_id, permissions: EVERYONE, position: 0 }
  const channels = CHANNELS.map(({ name, type, parent }, i) => ({
    id: at(20 + i),
    name: `${name}-${index + 1}`,
    type,
    parent_id: parent === undefined ? null : at(20 + parent),
    members: type === 12 ? chance.some(memberIds, 4) : [],
    permission_overwrites: World.THREADS.includes(type)
      ? []
      : drawOverwrites(chance, [guild_id, ...roleIds], memberIds),
    ...{ nsfw: false, archived: false, locked: false }
  }))
  const installed = applications.filter((_, i) => i === 0 || !chance.once(3))
  const installs = new Map(installed.map((application) => [application.id, World.BOT_SCOPES]))
  return {
    id: guild_id,
    name: `Guild ${index + 1}`,
    owner_id,
    roles: [everyone, ...roles],
    channels,
    members,
    installs
  }
}

const EVERYONE = setOf(
  ...[BIT.VIEW_CHANNEL, BIT.SEND_MESSAGES, BIT.READ_MESSAGE_HISTORY, BIT.EMBED_LINKS],
  ...[BIT.USE_APPLICATION_COMMANDS, BIT.SEND_MESSAGES_IN_THREADS]
)

/** The permissions of roles; the two managing rights come together, because editing overwrites needs both. */
export const ROLE_BITS: ReadonlyArray<bigint> = [
  setOf(BIT.MANAGE_GUILD, BIT.MANAGE_ROLES),
  setOf(BIT.MANAGE_GUILD),
  setOf(BIT.MANAGE_MESSAGES),
  setOf(BIT.SEND_MESSAGES),
  setOf(BIT.USE_APPLICATION_COMMANDS),
  setOf(BIT.MANAGE_CHANNELS),
  setOf(BIT.MENTION_EVERYONE),
  setOf(BIT.MANAGE_THREADS)
]

const CHANNELS: ReadonlyArray<{ readonly name: string; readonly type: number; readonly parent?: number }> = [
  { name: "general", type: 0 },
  { name: "staff", type: 0 },
  { name: "den", type: 0 },
  { name: "talk", type: 11, parent: 0 },
  { name: "whisper", type: 11, parent: 1 },
  { name: "rooms", type: 4 },
  { name: "secret", type: 12, parent: 0 }
]

const CHANNEL_BITS = [
  setOf(BIT.VIEW_CHANNEL),
  setOf(BIT.SEND_MESSAGES),
  setOf(BIT.USE_APPLICATION_COMMANDS),
  setOf(BIT.MANAGE_MESSAGES),
  setOf(BIT.SEND_MESSAGES_IN_THREADS)
]

/** Overwrites of a channel for some roles and members; no bit is both allowed and denied. */
export const drawOverwrites = (chance: Chance, roles: ReadonlyArray<string>, members: ReadonlyArray<string>) => {
  const bits = () => chance.some(CHANNEL_BITS, 3).reduce((set, bit) => set | bit, 0n)
  const draw = (target: string, type: 0 | 1): World.ModelOverwrite => {
    const deny = bits()
    return { id: target, type, allow: bits() & ~deny, deny }
  }
  return [...chance.some(roles, 4).map((id) => draw(id, 0)), ...chance.some(members, 6).map((id) => draw(id, 1))]
}

/** Each user with the first two bots, and two groups. */
const makeDirect = (users: ReadonlyArray<World.ModelUser>, applications: ReadonlyArray<World.ModelApplication>) => {
  const direct = (count: number, type: 1 | 3, recipients: ReadonlyArray<{ readonly id: string }>) => {
    return { id: id(4, count), type, recipients: recipients.map((one) => one.id) }
  }
  const withBots = users.flatMap((user, i) =>
    applications.slice(0, 2).map((application, k) => direct(i * 10 + k + 1, 1, [user, application]))
  )
  const groups = [direct(901, 1, users.slice(0, 2)), direct(902, 3, users.slice(0, 3))]
  return users.length < 3 ? withBots : [...withBots, ...groups]
}

const tokensOf = ({ applications, users }: World.ModelWorld): ReadonlyArray<WorldToken> =>
  applications.flatMap(({ id: application_id }) => {
    const tokenOf = (token: string, scope: string, user?: object) => {
      return { token, application_id, ...user, scopes: [scope], expires_in: LONG }
    }
    return [
      tokenOf(World.updateToken(application_id), "applications.commands.update"),
      ...users.flatMap(({ id: user_id }) => [
        tokenOf(World.permissionsToken(application_id, user_id), "applications.commands.permissions.update", {
          user_id
        }),
        tokenOf(World.lobbyToken(application_id, user_id), "lobbies.write", { user_id })
      ])
    ]
  })

/** Seconds: longer than the clock ever advances. */
const LONG = 2_000_000_000
