/**
 * The REST contract: groups of endpoints as data. The server registers every endpoint from here, the OpenAPI document
 * is generated from here, and handlers are matched to endpoints by the compiler. Identifiers are the operation ids of
 * the official OpenAPI document where it has one. Sources: service.md "Endpoints"; wire-rest.md §1, §5.1;
 * wire-interactions.md §4.
 */
import { command } from "@backlot/domain/base/Limits"
import { Schema } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { REST_TEXTS, withTexts } from "../openapi/OperationTexts.ts"
import { describeRest } from "../openapi/RestDocument.ts"
import { ApplicationEdit } from "./ApplicationPayload.ts"
import { Command, SnowflakeText } from "./Command.ts"
import * as Payload from "./CommandPayload.ts"
import * as Overwrites from "./CommandPermissions.ts"
import { list } from "./Field.ts"
import { withFiles } from "./FilesPayload.ts"
import * as MessagePayload from "./MessagePayload.ts"
import { Authorize } from "./RestAuthorize.ts"
import { Channels, Messages, Reactions } from "./RestChannels.ts"
import { Guilds, Members, Roles, Users } from "./RestGuilds.ts"
import { Lobbies } from "./RestLobbies.ts"
import { LobbyClient } from "./RestLobbyClient.ts"
import { OAuth2, OAuth2Info } from "./RestOAuth.ts"

const NoContent = HttpApiSchema.NoContent
const created = HttpApiSchema.status(201)
const raw = { disableCodecs: true } as const
// Operation ids are the names alone, as in the official document.
const topLevel = { topLevel: true } as const

const app = { application_id: SnowflakeText }
const guild = { ...app, guild_id: SnowflakeText }
const listing = { with_localizations: Schema.optionalKey(Schema.String) }

const GLOBAL = "/applications/:application_id/commands"
const GUILD = "/applications/:application_id/guilds/:guild_id/commands"

export const Commands = HttpApiGroup.make("commands", topLevel).add(
  HttpApiEndpoint.get("list_application_commands", GLOBAL, {
    ...raw,
    params: app,
    query: listing,
    success: Schema.Array(Command)
  }),
  HttpApiEndpoint.post("create_application_command", GLOBAL, {
    ...raw,
    params: app,
    payload: Payload.GlobalCommand,
    success: [Command, Command.pipe(created)]
  }),
  HttpApiEndpoint.put("bulk_set_application_commands", GLOBAL, {
    ...raw,
    params: app,
    payload: list(Payload.GlobalElement, command.bulk),
    success: Schema.Array(Command)
  }),
  HttpApiEndpoint.get("get_application_command", `${GLOBAL}/:command_id`, {
    ...raw,
    params: { ...app, command_id: SnowflakeText },
    success: Command
  }),
  HttpApiEndpoint.patch("update_application_command", `${GLOBAL}/:command_id`, {
    ...raw,
    params: { ...app, command_id: SnowflakeText },
    payload: Payload.GlobalEdit,
    success: Command
  }),
  HttpApiEndpoint.delete("delete_application_command", `${GLOBAL}/:command_id`, {
    ...raw,
    params: { ...app, command_id: SnowflakeText },
    success: NoContent
  }),
  HttpApiEndpoint.get("list_guild_application_commands", GUILD, {
    ...raw,
    params: guild,
    query: listing,
    success: Schema.Array(Command)
  }),
  HttpApiEndpoint.post("create_guild_application_command", GUILD, {
    ...raw,
    params: guild,
    payload: Payload.GuildCommand,
    success: [Command, Command.pipe(created)]
  }),
  HttpApiEndpoint.put("bulk_set_guild_application_commands", GUILD, {
    ...raw,
    params: guild,
    payload: list(Payload.GuildElement, command.bulk),
    success: Schema.Array(Command)
  }),
  HttpApiEndpoint.get("get_guild_application_command", `${GUILD}/:command_id`, {
    ...raw,
    params: { ...guild, command_id: SnowflakeText },
    success: Command
  }),
  HttpApiEndpoint.patch("update_guild_application_command", `${GUILD}/:command_id`, {
    ...raw,
    params: { ...guild, command_id: SnowflakeText },
    payload: Payload.GuildEdit,
    success: Command
  }),
  HttpApiEndpoint.delete("delete_guild_application_command", `${GUILD}/:command_id`, {
    ...raw,
    params: { ...guild, command_id: SnowflakeText },
    success: NoContent
  })
)

const permissions = `${GUILD}/:command_id/permissions` as const
const overwritten = { ...guild, command_id: SnowflakeText }

/** `PUT ${GUILD}/permissions`, the batch edit, is no more: 405 (wire-rest.md §1). */
export const CommandPermissions = HttpApiGroup.make("command_permissions", topLevel).add(
  HttpApiEndpoint.get("list_guild_application_command_permissions", `${GUILD}/permissions`, {
    ...raw,
    params: guild,
    success: Schema.Array(Overwrites.CommandPermissions)
  }),
  // The application's id as command id: its overwrites for all commands.
  HttpApiEndpoint.get("get_guild_application_command_permissions", permissions, {
    ...raw,
    params: overwritten,
    success: Overwrites.CommandPermissions
  }),
  HttpApiEndpoint.put("set_guild_application_command_permissions", permissions, {
    ...raw,
    params: overwritten,
    payload: Overwrites.CommandPermissionsBody,
    success: Overwrites.CommandPermissions
  })
)

const Record = Schema.Record(Schema.String, Schema.Unknown)

export const Applications = HttpApiGroup.make("applications", topLevel).add(
  HttpApiEndpoint.get("get_my_application", "/applications/@me", { ...raw, success: Record }),
  HttpApiEndpoint.patch("update_my_application", "/applications/@me", {
    ...raw,
    payload: ApplicationEdit,
    success: Record
  }),
  HttpApiEndpoint.get("get_my_oauth2_application", "/oauth2/applications/@me", { ...raw, success: Record }),
  HttpApiEndpoint.get("get_my_user", "/users/@me", { ...raw, success: Record }),
  HttpApiEndpoint.get("get_gateway", "/gateway", { ...raw, success: Schema.Struct({ url: Schema.String }) }),
  HttpApiEndpoint.get("get_bot_gateway", "/gateway/bot", { ...raw, success: Record })
)

const MESSAGE_FORM = withFiles("MessageForm")

const callback = { interaction_id: SnowflakeText, interaction_token: Schema.String }
const hook = { webhook_id: SnowflakeText, webhook_token: Schema.String }
const hooked = { ...hook, message_id: Schema.String }
const MESSAGE = "/webhooks/:webhook_id/:webhook_token/messages/:message_id"

export const Interactions = HttpApiGroup.make("interactions", topLevel).add(
  HttpApiEndpoint.post("create_interaction_response", "/interactions/:interaction_id/:interaction_token/callback", {
    ...raw,
    params: callback,
    query: { with_response: Schema.optionalKey(Schema.String) },
    payload: [MessagePayload.Callback, withFiles("InteractionResponseForm")],
    success: [NoContent, Record]
  }),
  HttpApiEndpoint.post("execute_webhook", "/webhooks/:webhook_id/:webhook_token", {
    ...raw,
    params: hook,
    payload: [MessagePayload.Message, MESSAGE_FORM],
    success: Record
  }),
  HttpApiEndpoint.get("get_webhook_by_token", "/webhooks/:webhook_id/:webhook_token", {
    ...raw,
    params: hook,
    success: Record
  }),
  // `@original` is one value of message_id.
  HttpApiEndpoint.get("get_webhook_message", MESSAGE, { ...raw, params: hooked, success: Record }),
  HttpApiEndpoint.patch("update_webhook_message", MESSAGE, {
    ...raw,
    params: hooked,
    payload: [MessagePayload.Message, MESSAGE_FORM],
    success: Record
  }),
  HttpApiEndpoint.delete("delete_webhook_message", MESSAGE, { ...raw, params: hooked, success: NoContent })
)

export const Rest = HttpApi.make("backlot-rest")
  .add(Commands)
  .add(CommandPermissions)
  .add(Applications)
  .add(OAuth2)
  .add(OAuth2Info)
  .add(Authorize)
  .add(Interactions)
  .add(Guilds)
  .add(Roles)
  .add(Members)
  .add(Users)
  .add(Channels)
  .add(Messages)
  .add(Reactions)
  .add(Lobbies)
  .add(LobbyClient)
  .annotate(OpenApi.Transform, (document) => withTexts(describeRest(document), REST_TEXTS))
  .annotateMerge(OpenApi.annotations({ title: "Backlot REST API", version: "10", servers: [{ url: "/api/v10" }] }))
