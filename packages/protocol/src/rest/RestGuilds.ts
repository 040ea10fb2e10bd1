/**
 * Guilds, their roles, members and channels, and users: what bots start with, cache and change. Identifiers are the
 * operation ids of the official OpenAPI document. Source: wire-rest.md §5.1.
 */
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { SnowflakeText } from "./Command.ts"
import * as Payload from "./GuildPayload.ts"

const NoContent = HttpApiSchema.NoContent
const raw = { disableCodecs: true } as const
const topLevel = { topLevel: true } as const
const Record = Schema.Record(Schema.String, Schema.Unknown)
const Records = Schema.Array(Record)
const optional = Schema.optionalKey(Schema.String)

const guild = { guild_id: SnowflakeText }
const GUILD = "/guilds/:guild_id"

/** A list of a guild that a world holds nothing of. */
const empty = { ...raw, params: guild, success: Records } as const

export const Guilds = HttpApiGroup.make("guilds", topLevel).add(
  HttpApiEndpoint.get("get_guild", GUILD, {
    ...raw,
    params: guild,
    query: { with_counts: optional },
    success: Record
  }),
  HttpApiEndpoint.patch("update_guild", GUILD, {
    ...raw,
    params: guild,
    payload: Payload.GuildEdit,
    success: Record
  }),
  HttpApiEndpoint.get("get_guild_preview", `${GUILD}/preview`, { ...raw, params: guild, success: Record }),
  HttpApiEndpoint.get("list_guild_channels", `${GUILD}/channels`, { ...raw, params: guild, success: Records }),
  HttpApiEndpoint.post("create_guild_channel", `${GUILD}/channels`, {
    ...raw,
    params: guild,
    payload: Payload.NewChannel,
    success: Record.pipe(HttpApiSchema.status(201))
  }),
  HttpApiEndpoint.patch("bulk_update_guild_channels", `${GUILD}/channels`, {
    ...raw,
    params: guild,
    payload: Payload.ChannelPositions,
    success: NoContent
  }),
  HttpApiEndpoint.get("get_active_guild_threads", `${GUILD}/threads/active`, {
    ...raw,
    params: guild,
    success: Record
  }),
  HttpApiEndpoint.get("list_guild_voice_regions", `${GUILD}/regions`, { ...raw, params: guild, success: Records }),
  HttpApiEndpoint.get("list_voice_regions", "/voice/regions", { ...raw, success: Records }),
  HttpApiEndpoint.get("list_guild_emojis", `${GUILD}/emojis`, empty),
  HttpApiEndpoint.get("list_guild_stickers", `${GUILD}/stickers`, empty),
  HttpApiEndpoint.get("list_guild_invites", `${GUILD}/invites`, empty),
  HttpApiEndpoint.get("get_guild_webhooks", `${GUILD}/webhooks`, empty),
  HttpApiEndpoint.get("list_guild_scheduled_events", `${GUILD}/scheduled-events`, empty)
)

const role = { ...guild, role_id: SnowflakeText }
const ROLES = `${GUILD}/roles` as const

export const Roles = HttpApiGroup.make("roles", topLevel).add(
  HttpApiEndpoint.get("list_guild_roles", ROLES, { ...raw, params: guild, success: Records }),
  HttpApiEndpoint.post("create_guild_role", ROLES, {
    ...raw,
    params: guild,
    payload: Payload.RoleBody,
    success: Record
  }),
  HttpApiEndpoint.patch("bulk_update_guild_roles", ROLES, {
    ...raw,
    params: guild,
    payload: Payload.RolePositions,
    success: Records
  }),
  HttpApiEndpoint.get("guild_role_member_counts", `${ROLES}/member-counts`, {
    ...raw,
    params: guild,
    success: Record
  }),
  HttpApiEndpoint.get("get_guild_role", `${ROLES}/:role_id`, { ...raw, params: role, success: Record }),
  HttpApiEndpoint.patch("update_guild_role", `${ROLES}/:role_id`, {
    ...raw,
    params: role,
    payload: Payload.RoleBody,
    success: Record
  }),
  HttpApiEndpoint.delete("delete_guild_role", `${ROLES}/:role_id`, { ...raw, params: role, success: NoContent })
)

const member = { ...guild, user_id: SnowflakeText }
const held = { ...member, role_id: SnowflakeText }
const MEMBERS = `${GUILD}/members` as const
const MEMBER_ROLE = `${MEMBERS}/:user_id/roles/:role_id` as const

export const Members = HttpApiGroup.make("members", topLevel).add(
  HttpApiEndpoint.get("list_guild_members", MEMBERS, {
    ...raw,
    params: guild,
    query: { limit: optional, after: optional },
    success: Records
  }),
  HttpApiEndpoint.get("search_guild_members", `${MEMBERS}/search`, {
    ...raw,
    params: guild,
    query: { query: Schema.String, limit: optional },
    success: Records
  }),
  HttpApiEndpoint.get("get_guild_member", `${MEMBERS}/:user_id`, { ...raw, params: member, success: Record }),
  HttpApiEndpoint.patch("update_my_guild_member", `${MEMBERS}/@me`, {
    ...raw,
    params: guild,
    payload: Payload.OwnMemberEdit,
    success: Record
  }),
  HttpApiEndpoint.patch("update_guild_member", `${MEMBERS}/:user_id`, {
    ...raw,
    params: member,
    payload: Payload.MemberEdit,
    success: Record
  }),
  HttpApiEndpoint.delete("delete_guild_member", `${MEMBERS}/:user_id`, { ...raw, params: member, success: NoContent }),
  HttpApiEndpoint.put("add_guild_member_role", MEMBER_ROLE, { ...raw, params: held, success: NoContent }),
  HttpApiEndpoint.delete("delete_guild_member_role", MEMBER_ROLE, { ...raw, params: held, success: NoContent })
)

const app = { application_id: SnowflakeText }
const MINE = "/users/@me/guilds"

export const Users = HttpApiGroup.make("users", topLevel).add(
  HttpApiEndpoint.get("get_user", "/users/:user_id", {
    ...raw,
    params: { user_id: SnowflakeText },
    success: Record
  }),
  HttpApiEndpoint.patch("update_my_user", "/users/@me", { ...raw, payload: Payload.SelfEdit, success: Record }),
  HttpApiEndpoint.get("list_my_guilds", MINE, {
    ...raw,
    query: { before: optional, after: optional, limit: optional, with_counts: optional },
    success: Records
  }),
  HttpApiEndpoint.get("get_my_guild_member", `${MINE}/:guild_id/member`, { ...raw, params: guild, success: Record }),
  HttpApiEndpoint.delete("leave_guild", `${MINE}/:guild_id`, { ...raw, params: guild, success: NoContent }),
  HttpApiEndpoint.get("get_application", "/applications/:application_id", { ...raw, params: app, success: Record }),
  HttpApiEndpoint.get("list_application_emojis", "/applications/:application_id/emojis", {
    ...raw,
    params: app,
    success: Schema.Struct({ items: Records })
  })
)
