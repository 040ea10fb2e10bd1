/** Fills every default of a world draft in and makes the flat lists of World. Total: the rules have passed. */
import { DEFAULTS } from "../guild/WorldDefaults.ts"
import type { World } from "../record/World.ts"
import * as Application from "./element/ApplicationElement.ts"
import * as CommandPermissions from "./element/CommandPermissionsElement.ts"
import * as DirectChannel from "./element/DirectChannelElement.ts"
import { sorted } from "./element/Element.ts"
import { type Listed, type Lists, STORED } from "./element/Elements.ts"
import * as Guild from "./element/GuildElement.ts"
import * as Lobby from "./element/LobbyElement.ts"
import * as Message from "./element/MessageElement.ts"
import * as RateLimit from "./element/RateLimitElement.ts"
import * as Token from "./element/TokenElement.ts"
import * as User from "./element/UserElement.ts"
import type { Mint } from "./rule/Mint.ts"
import { timeOr } from "./rule/Value.ts"
import type { Draft } from "./WorldShape.ts"

/** `commands` are built where they are judged. `now` counts where the world has none. */
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
