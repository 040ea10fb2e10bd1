/**
 * The REST contract: every group of endpoints. The server registers its routes from here, the compiler matches handlers
 * to endpoints, and the OpenAPI document is generated from here. Names of endpoints are the operation ids of the official
 * OpenAPI document where it has one.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { describeRest } from "../openapi/RestDocument.ts"
import { Applications, Users } from "./Applications.ts"
import { Channels, Messages, Reactions } from "./Channels.ts"
import { CommandPermissions, Commands } from "./Commands.ts"
import { Guilds, Members, Roles } from "./Guilds.ts"
import { Interactions } from "./Interactions.ts"
import { Lobbies, LobbyClient } from "./Lobbies.ts"
import { Authorize, OAuth2, OAuth2Info } from "./OAuth.ts"

export const Rest = HttpApi.make("backlot-rest")
  .add(Commands, CommandPermissions, Applications, OAuth2, OAuth2Info, Authorize, Interactions, Guilds, Roles, Members)
  .add(Users, Channels, Messages, Reactions, Lobbies, LobbyClient)
  .annotate(OpenApi.Transform, describeRest)
  .annotateMerge(OpenApi.annotations({ title: "Backlot REST API", version: "10", servers: [{ url: "/api/v10" }] }))
