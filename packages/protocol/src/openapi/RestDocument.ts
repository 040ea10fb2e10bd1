/**
 * What the OpenAPI document of the REST surface says beside the contract: who may call an operation, and how it can
 * fail. Names of schemes, schemas and answers are those of the official document. Sources: wire-rest.md §1 (auth
 * column), §3.1, §4.1; service.md "Authentication".
 */
import { type Json, mapOperations, openDocument, record } from "./OpenDocument.ts"

const bot: Json = { BotToken: [] }
const bearer = (...scopes: ReadonlyArray<string>): Json => ({ OAuth2: scopes })
const nobody: Json = {}

const commands = [bot, bearer("applications.commands.update")]
const permissions = "applications.commands.permissions.update"
const anyone = [nobody, bot]
/** A public client has no secret. */
const CLIENT: ReadonlyArray<Json> = [{ ClientSecret: [] }, nobody]

/** Of guilds, roles, members and users. */
const BOT_ONLY = [
  "get_guild",
  "update_guild",
  "get_guild_preview",
  "create_guild_channel",
  "bulk_update_guild_channels",
  "get_active_guild_threads",
  "list_guild_voice_regions",
  "list_voice_regions",
  "list_guild_emojis",
  "list_guild_stickers",
  "list_guild_invites",
  "get_guild_webhooks",
  "list_guild_scheduled_events",
  "list_guild_roles",
  "create_guild_role",
  "bulk_update_guild_roles",
  "guild_role_member_counts",
  "get_guild_role",
  "update_guild_role",
  "delete_guild_role",
  "list_guild_members",
  "search_guild_members",
  "get_guild_member",
  "update_my_guild_member",
  "update_guild_member",
  "delete_guild_member",
  "add_guild_member_role",
  "delete_guild_member_role",
  "get_user",
  "update_my_user",
  "leave_guild",
  "get_application",
  "list_application_emojis"
]

/** Ways to call each operation, any of which is enough. */
export const SECURITY: Readonly<Record<string, ReadonlyArray<Json>>> = {
  list_application_commands: commands,
  create_application_command: commands,
  bulk_set_application_commands: commands,
  get_application_command: commands,
  update_application_command: commands,
  delete_application_command: commands,
  list_guild_application_commands: commands,
  create_guild_application_command: commands,
  bulk_set_guild_application_commands: commands,
  get_guild_application_command: commands,
  update_guild_application_command: commands,
  delete_guild_application_command: commands,
  list_guild_application_command_permissions: [bot, bearer(permissions)],
  get_guild_application_command_permissions: [bot, bearer(permissions)],
  set_guild_application_command_permissions: [bearer(permissions)],
  get_my_application: [bot],
  update_my_application: [bot],
  get_my_oauth2_application: [bot],
  get_my_user: [bot, bearer("identify")],
  ...Object.fromEntries(BOT_ONLY.map((operation) => [operation, [bot]])),
  list_guild_channels: [bot, bearer("guilds.channels.read")],
  list_my_guilds: [bot, bearer("guilds")],
  get_my_guild_member: [bearer("guilds.members.read")],
  get_gateway: anyone,
  get_bot_gateway: [bot],
  exchange_token: CLIENT,
  revoke_token: CLIENT,
  get_my_oauth2_authorization: [bearer()],
  get_public_keys: anyone,
  get_openid_connect_userinfo: [bearer("openid")],
  get_oauth2_authorization: [nobody, bearer("identify", "guilds")],
  create_oauth2_authorization: [nobody],
  get_channel: [bot],
  update_channel: [bot],
  delete_channel: [bot],
  set_channel_permission_overwrite: [bot],
  delete_channel_permission_overwrite: [bot],
  trigger_typing_indicator: [bot],
  create_dm: [bot],
  create_thread: [bot],
  create_thread_from_message: [bot],
  list_messages: [bot],
  create_message: [bot],
  bulk_delete_messages: [bot],
  list_pins: [bot],
  create_pin: [bot],
  delete_pin: [bot],
  deprecated_list_pins: [bot],
  deprecated_create_pin: [bot],
  deprecated_delete_pin: [bot],
  get_message: [bot],
  update_message: [bot],
  delete_message: [bot],
  delete_all_message_reactions: [bot],
  list_message_reactions_by_emoji: [bot],
  delete_all_message_reactions_by_emoji: [bot],
  add_my_message_reaction: [bot],
  delete_my_message_reaction: [bot],
  delete_user_message_reaction: [bot],
  create_lobby: [bot],
  get_lobby: [bot],
  edit_lobby: [bot],
  delete_lobby: [bot],
  add_lobby_member: [bot],
  delete_lobby_member: [bot],
  bulk_update_lobby_members: [bot],
  create_or_join_lobby: [bot, bearer("lobbies.write")],
  leave_lobby: [bearer("lobbies.write")],
  edit_lobby_channel_link: [bot, bearer("lobbies.write")],
  create_linked_lobby_guild_invite_for_self: [bearer("lobbies.write")],
  create_linked_lobby_guild_invite_for_user: [bot],
  get_lobby_messages: [bot, bearer("lobbies.write")],
  create_lobby_message: [bot, bearer("lobbies.write")],
  update_lobby_message_external_moderation_metadata: [bot],
  create_interaction_response: anyone,
  execute_webhook: anyone,
  get_webhook_by_token: anyone,
  get_webhook_message: anyone,
  update_webhook_message: anyone,
  delete_webhook_message: anyone
}

const TOKENS = {
  tokenUrl: "/api/oauth2/token",
  scopes: {
    "applications.commands.update": "Register commands; for client credentials alone.",
    [permissions]:
      "Read overwrites of commands; replace them, by the rights of the token's user: the owner's with client credentials.",
    openid: "Read who the user behind the token is, and get ID tokens.",
    identify: "Read the user behind the token.",
    email: "Read their address with it.",
    guilds: "List the guilds of the user behind the token.",
    "guilds.members.read": "Read the user's own member of a guild.",
    "guilds.channels.read": "List the channels of a guild that the user may view.",
    "lobbies.write": "Join lobbies, talk in them, leave and link them."
  }
}

const schemes = {
  BotToken: { type: "apiKey", name: "Authorization", in: "header", description: "`Bot <token>`" },
  OAuth2: {
    type: "oauth2",
    flows: {
      authorizationCode: { authorizationUrl: "/oauth2/authorize", ...TOKENS, refreshUrl: TOKENS.tokenUrl },
      clientCredentials: TOKENS
    }
  },
  ClientSecret: { type: "http", scheme: "basic", description: "Client id and secret, or both in the form." }
}

const ref = (name: string): Json => ({ $ref: `#/components/${name}` })
const json = (schema: Json): Json => ({ "application/json": { schema } })

const WINDOW = ["Limit", "Remaining", "Reset", "Reset-After", "Bucket"].map((name) => `X-RateLimit-${name}`)
const headers = (...names: ReadonlyArray<string>): Json =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: "string" } }]))

const responses = {
  ClientErrorResponse: {
    description: "The request was refused.",
    headers: headers(...WINDOW),
    content: json(ref("schemas/ErrorResponse"))
  },
  ClientRatelimitedResponse: {
    description: "Too many requests: wait for Retry-After. A global refusal shows no bucket.",
    headers: headers(...WINDOW, "X-RateLimit-Scope", "X-RateLimit-Global", "Retry-After", "Via"),
    content: json(ref("schemas/RatelimitedResponse"))
  },
  OAuthErrorResponse: {
    description: "An OAuth error.",
    content: json({
      type: "object",
      properties: { error: { type: "string" }, error_description: { type: "string" } },
      required: ["error"]
    })
  }
}

const error: Json = {
  type: "object",
  properties: { code: { type: "integer" }, message: { type: "string" } },
  required: ["code", "message"]
}

const schemas = {
  ErrorResponse: {
    ...error,
    properties: { ...(error["properties"] as Json), errors: ref("schemas/ErrorDetails") }
  },
  ErrorDetails: {
    description: "The path to a fault, key by key, and its faults under `_errors`.",
    type: "object",
    properties: {
      _errors: {
        type: "array",
        items: { ...error, properties: { code: { type: "string" }, message: { type: "string" } } }
      }
    }
  },
  RatelimitedResponse: {
    ...error,
    properties: {
      message: { type: "string" },
      retry_after: { type: "number", description: "Seconds." },
      global: { type: "boolean" },
      code: { type: "integer" }
    },
    required: ["message", "retry_after", "global"]
  }
}

/** Adds security and failures to every operation, and what they refer to. */
export const describeRest = (document: Record<string, unknown>): Record<string, unknown> => {
  const { components, paths, ...rest } = mapOperations(openDocument(document), described)
  return {
    ...rest,
    components: {
      ...record(components),
      schemas: { ...record(record(components)["schemas"]), ...schemas },
      responses,
      securitySchemes: schemes
    },
    paths
  }
}

const described = (operation: Json): Json => {
  const id = String(operation["operationId"])
  const failure = SECURITY[id] === CLIENT ? "OAuthErrorResponse" : "ClientErrorResponse"
  return {
    ...operation,
    security: SECURITY[id] ?? [],
    responses: {
      ...record(operation["responses"]),
      429: ref("responses/ClientRatelimitedResponse"),
      "4XX": ref(`responses/${failure}`)
    }
  }
}
