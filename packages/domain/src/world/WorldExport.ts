/**
 * A World as a world file: nested as people write it, every value given, in the order of ids. Decoding it gives the
 * same World again. Fixture tokens are in clear, issued ones are hashes (decision 44).
 */
import { formatTime } from "../base/IsoTime.ts"
import type { World } from "../record/World.ts"
import { sorted } from "./element/Element.ts"
import { ELEMENTS } from "./element/Elements.ts"
import * as Guild from "./element/GuildElement.ts"
import * as Lobby from "./element/LobbyElement.ts"
import * as Token from "./element/TokenElement.ts"
import * as User from "./element/UserElement.ts"

/** A JSON value in the shape of product.md "World file". */
export const exportWorld = (world: World): unknown => ({
  now: world.now === null ? null : formatTime(world.now),
  automatic_launch: world.automatic_launch,
  applications: sorted(ELEMENTS.applications, world.applications),
  users: users(world),
  guilds: guilds(world),
  direct_channels: sorted(ELEMENTS.direct_channels, world.direct_channels),
  tokens: sorted(ELEMENTS.tokens, world.tokens).map(Token.toFile),
  rate_limits: Object.fromEntries(
    sorted(ELEMENTS.rate_limits, world.rate_limits).map(({ application_id, ...rest }) => [application_id, rest])
  ),
  commands: sorted(byId, world.commands),
  command_permissions: sorted(ELEMENTS.command_permissions, world.command_permissions),
  lobbies: sorted(ELEMENTS.lobbies, world.lobbies).map(Lobby.toFile),
  messages: sorted(byId, world.messages)
})

const byId = { key: ({ id }: { readonly id: string }) => [id] }

const users = (world: World) => {
  const installs = Map.groupBy(sorted(ELEMENTS.user_installs, world.user_installs), (i) => i.user_id)
  return sorted(ELEMENTS.users, world.users).map((user) => User.toFile(user, installs.get(user.id) ?? []))
}

const guilds = (world: World) => {
  const held = Guild.inOrder(world)
  const [roles, channels] = [Map.groupBy(held.roles, guildOf), Map.groupBy(held.channels, guildOf)]
  const [members, installs] = [Map.groupBy(held.members, guildOf), Map.groupBy(held.guild_installs, guildOf)]
  return sorted(ELEMENTS.guilds, world.guilds).map((guild) =>
    Guild.toFile(guild, {
      roles: roles.get(guild.id) ?? [],
      channels: channels.get(guild.id) ?? [],
      members: members.get(guild.id) ?? [],
      guild_installs: installs.get(guild.id) ?? []
    })
  )
}

const guildOf = ({ guild_id }: { readonly guild_id: string }) => guild_id
