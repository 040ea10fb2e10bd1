/**
 * The world file, composed of its elements: its shape, the places of all its elements, its rules, and the World that is
 * built from it. Every field of a shape is optional; the rules say what is required. Lists of plain values are `Any`, so
 * that one wrong element does not hide its neighbours. `WorldCommands` has the rules of commands.
 * Source: product.md "World file"; service.md "Limits".
 */
import { Schema } from "effect"
import { DEFAULTS } from "../guild/WorldDefaults.ts"
import type { World } from "../record/World.ts"
import { Bool, dict, field, list, Text } from "../validation/Shape.ts"
import { uniqueAccounts } from "./element/Account.ts"
import * as Application from "./element/ApplicationElement.ts"
import * as Channel from "./element/ChannelElement.ts"
import * as Command from "./element/CommandElement.ts"
import * as CommandPermissions from "./element/CommandPermissionsElement.ts"
import * as DirectChannel from "./element/DirectChannelElement.ts"
import { sorted } from "./element/Element.ts"
import { type Listed, type Lists, STORED } from "./element/Elements.ts"
import * as Guild from "./element/GuildElement.ts"
import * as GuildInstall from "./element/GuildInstallElement.ts"
import * as Lobby from "./element/LobbyElement.ts"
import * as Member from "./element/MemberElement.ts"
import * as Message from "./element/MessageElement.ts"
import * as RateLimit from "./element/RateLimitElement.ts"
import * as Role from "./element/RoleElement.ts"
import * as Token from "./element/TokenElement.ts"
import * as User from "./element/UserElement.ts"
import * as UserInstall from "./element/UserInstallElement.ts"
import type { Rules } from "./rule/Check.ts"
import type { Mint } from "./rule/Mint.ts"
import { each, place } from "./rule/Place.ts"
import type { UniqueRule } from "./rule/Unique.ts"
import * as Value from "./rule/Value.ts"
import { timeOr } from "./rule/Value.ts"

export const WorldShape = Schema.Struct({
  now: field(Text),
  automatic_launch: field(Bool),
  applications: field(list(Application.shape)),
  users: field(list(User.shape)),
  guilds: field(list(Guild.shape)),
  direct_channels: field(list(DirectChannel.shape)),
  tokens: field(list(Token.shape)),
  rate_limits: field(dict(RateLimit.shape)),
  commands: field(list(Command.shape)),
  command_permissions: field(list(CommandPermissions.shape)),
  lobbies: field(list(Lobby.shape)),
  messages: field(list(Message.shape))
}).annotate({ identifier: "world" })

export type Draft = typeof WorldShape.Type

/** Every element of a world with its place, by kind. */
export const placesOf = (world: Draft) => ({
  world: [place([], world)],
  ...Application.places(each(world.applications, ["applications"])),
  ...User.places(each(world.users, ["users"])),
  ...Guild.places(each(world.guilds, ["guilds"])),
  ...DirectChannel.places(each(world.direct_channels, ["direct_channels"])),
  ...Token.places(each(world.tokens, ["tokens"])),
  ...RateLimit.places(
    Object.entries(world.rate_limits ?? {}).map(([key, value]) => place(["rate_limits", key], value))
  ),
  ...Command.places(each(world.commands, ["commands"])),
  ...CommandPermissions.places(each(world.command_permissions, ["command_permissions"])),
  ...Lobby.places(each(world.lobbies, ["lobbies"])),
  ...Message.places(each(world.messages, ["messages"]))
})

export type Places = ReturnType<typeof placesOf>

/** The rules of every field, by kind. */
export const RULES = {
  world: {
    now: [Value.time, Value.clockTime],
    automatic_launch: [],
    applications: [],
    users: [],
    guilds: [],
    direct_channels: [],
    tokens: [],
    rate_limits: [Value.keyedByApplication],
    commands: [],
    command_permissions: [],
    lobbies: [],
    messages: []
  } satisfies Rules<Draft>,
  ...Application.rules,
  ...User.rules,
  ...Guild.rules,
  ...DirectChannel.rules,
  ...Token.rules,
  ...RateLimit.rules,
  ...Command.rules,
  ...CommandPermissions.rules,
  ...Lobby.rules,
  ...Message.rules
}

/** What may occur only once, in the order in which the faults are listed. */
export const UNIQUE: ReadonlyArray<UniqueRule<Places>> = [
  Application.ids,
  uniqueAccounts,
  Guild.ids,
  Role.uniqueRoles,
  Channel.uniqueChannels,
  Command.ids,
  Lobby.ids,
  Message.ids,
  User.uniqueNames,
  UserInstall.uniqueInstalls,
  GuildInstall.uniqueInstalls,
  Member.uniqueMembers,
  Channel.uniqueOverwrites,
  DirectChannel.uniquePairs,
  CommandPermissions.uniqueLists,
  CommandPermissions.uniqueTargets,
  ...Lobby.unique,
  Token.uniqueTokens,
  Application.uniqueSecrets
]

/**
 * Fills in every default of a world that has no fault. `commands` are built where they are judged. `now` counts where the world has none.
 */
export const build = (draft: Draft, commands: World["commands"], mint: Mint, now: number): World => {
  const applications = (draft.applications ?? []).map((a) => Application.build(a, mint))
  const at = timeOr(draft.now)
  const botIds = new Map(applications.map((a) => [a.id, a.bot.id]))
  const guilds = (draft.guilds ?? []).map((g) => Guild.build(g, (id) => botIds.get(id)))
  const users = draft.users ?? []
  const lists: Lists = {
    applications,
    users: users.map(User.build),
    user_installs: users.flatMap(User.buildInstalls),
    guilds: guilds.map((g) => g.guild),
    roles: guilds.flatMap((g) => g.roles),
    channels: guilds.flatMap((g) => g.channels),
    members: guilds.flatMap((g) => g.members),
    guild_installs: guilds.flatMap((g) => g.guild_installs),
    direct_channels: (draft.direct_channels ?? []).map(DirectChannel.build),
    tokens: (draft.tokens ?? []).map((t) => Token.build(t, mint, at ?? now)),
    rate_limits: Object.entries(draft.rate_limits ?? {}).map(([id, limit]) => RateLimit.build(id, limit)),
    commands,
    command_permissions: (draft.command_permissions ?? []).map(CommandPermissions.build),
    lobbies: (draft.lobbies ?? []).map(Lobby.build),
    messages: (draft.messages ?? []).map(Message.build)
  }
  return { now: at, automatic_launch: draft.automatic_launch ?? DEFAULTS.world.automatic_launch, ...inOrder(lists) }
}

const inOrder = (lists: Lists): Lists =>
  // Object.fromEntries widens its keys to string, Object.keys the names of the lists.
  Object.fromEntries(
    (Object.keys(lists) as ReadonlyArray<Listed>).map((name) => [name, sortedList(name, lists)])
  ) as unknown as Lists

const sortedList = <L extends Listed>(name: L, lists: Lists) => sorted<World[L][number]>(STORED[name], lists[name])
