/**
 * The REST contract: every group of endpoints. The server registers its routes from the groups, the compiler matches
 * handlers to endpoints, and the OpenAPI document is generated from here. Names of endpoints are the operation ids of the official
 * OpenAPI document where it has one.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { surfaceOf } from "../openapi/Endpoint.ts"
import { describeRest } from "../openapi/RestDocument.ts"
import { Activities, ApplicationEmojis, Applications, Users } from "./Applications.ts"
import { AutoModeration } from "./AutoModeration.ts"
import { Channels, Messages, Polls, Reactions, Threads } from "./Channels.ts"
import { CommandPermissions, Commands } from "./Commands.ts"
import { GuildScreens } from "./GuildScreens.ts"
import { Bans, Emojis, Guilds, Integrations, Members, Roles, Sounds, Stickers, VoiceStates } from "./Guilds.ts"
import { Interactions } from "./Interactions.ts"
import { Invites } from "./Invites.ts"
import { Lobbies, LobbyClient, PartnerSdk } from "./Lobbies.ts"
import { Authorize, OAuth2, OAuth2Info } from "./OAuth.ts"
import { Premium, RoleConnections } from "./Premium.ts"
import { ScheduledEvents, StageInstances } from "./ScheduledEvents.ts"
import { Webhooks } from "./Webhooks.ts"

export const Rest = surfaceOf(
  [
    Commands,
    CommandPermissions,
    Applications,
    OAuth2,
    OAuth2Info,
    Authorize,
    Interactions,
    Guilds,
    Roles,
    Members,
    Bans,
    VoiceStates,
    Emojis,
    ApplicationEmojis,
    Invites,
    Webhooks,
    ScheduledEvents,
    StageInstances,
    AutoModeration,
    Users,
    Channels,
    Messages,
    Threads,
    Reactions,
    Lobbies,
    LobbyClient,
    Premium,
    Polls,
    RoleConnections,
    Stickers,
    Sounds,
    GuildScreens,
    Integrations,
    Activities,
    PartnerSdk
  ],
  (groups) =>
    HttpApi.make("backlot-rest")
      .add(...groups)
      .annotate(OpenApi.Transform, describeRest)
      .annotateMerge(OpenApi.annotations({ title: "Backlot REST API", version: "10", servers: [{ url: "/api/v10" }] }))
)
