/**
 * The rules of a world file: those of every field, and what may occur only once, in the order in which their faults are
 * listed. `WorldCommands` has the rules of commands. Source: product.md "World file"; service.md "Limits".
 */
import { uniqueAccounts } from "./element/Account.ts"
import * as Application from "./element/ApplicationElement.ts"
import * as Channel from "./element/ChannelElement.ts"
import * as Command from "./element/CommandElement.ts"
import * as CommandPermissions from "./element/CommandPermissionsElement.ts"
import * as DirectChannel from "./element/DirectChannelElement.ts"
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
import type { UniqueRule } from "./rule/Unique.ts"
import * as Value from "./rule/Value.ts"
import type { Draft, Places } from "./WorldShape.ts"

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
