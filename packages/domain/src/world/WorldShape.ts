/**
 * The shape of a world file, composed of the shapes of its elements, and the places of all its elements. Every field is
 * optional here; the rules say what is required. Lists of plain values are `Any`, so that one wrong element does not
 * hide its neighbours. Source: product.md "World file".
 */
import { Schema } from "effect"
import { Bool, dict, field, list, Text } from "../validation/Shape.ts"
import * as Application from "./element/ApplicationElement.ts"
import * as Command from "./element/CommandElement.ts"
import * as CommandPermissions from "./element/CommandPermissionsElement.ts"
import * as DirectChannel from "./element/DirectChannelElement.ts"
import * as Guild from "./element/GuildElement.ts"
import * as Lobby from "./element/LobbyElement.ts"
import * as Message from "./element/MessageElement.ts"
import * as RateLimit from "./element/RateLimitElement.ts"
import * as Token from "./element/TokenElement.ts"
import * as User from "./element/UserElement.ts"
import { each, place } from "./rule/Place.ts"

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
