/**
 * The shape of a world file: names and types of every field, all optional; what is required and what must hold is
 * said by WorldRules. Lists of plain values are `Any`, so that one wrong element does not cost its neighbours.
 * Source: product.md "World file".
 */
import { Schema } from "effect"
import { Any, Bool, dict, field, Id, Int, list, Text } from "../validation/Shape.ts"

const values = field(list(Any))

const Bot = Schema.Struct({ id: field(Id), username: field(Text), token: field(Text) })

const Install = Schema.Struct({ scopes: values, permissions: field(Any) })

const InstallParams = field(Install.annotate({ identifier: "install_params" }))

const IntegrationType = Schema.Struct({ oauth2_install_params: InstallParams })

const TypeConfig = field(IntegrationType.annotate({ identifier: "integration_type_config" }))

const IntegrationTypes = Schema.Struct({ "0": TypeConfig, "1": TypeConfig })

const Application = Schema.Struct({
  id: field(Id),
  name: field(Text),
  description: field(Text),
  owner_id: field(Id),
  bot: field(Bot.annotate({ identifier: "bot" })),
  client_secret: field(Text),
  redirect_uris: values,
  interactions_endpoint_url: field(Text),
  event_webhooks_url: field(Text),
  event_webhooks_types: values,
  event_webhooks_status: field(Int),
  private_key: field(Text),
  integration_types: values,
  flags: values,
  discoverable: field(Bool),
  tags: values,
  custom_install_url: field(Text),
  role_connections_verification_url: field(Text),
  install_params: InstallParams,
  integration_types_config: field(IntegrationTypes.annotate({ identifier: "integration_types_config" })),
  max_participants: field(Int),
  explicit_content_filter: field(Int)
})

const UserInstall = Schema.Struct({ application_id: field(Id), scopes: values })

const User = Schema.Struct({
  id: field(Id),
  username: field(Text),
  global_name: field(Text),
  locale: field(Text),
  adult: field(Bool),
  nsfw_dms: field(Bool),
  email: field(Text),
  installs: field(list(UserInstall.annotate({ identifier: "user_install" })))
})

const Role = Schema.Struct({
  id: field(Id),
  name: field(Text),
  permissions: field(Any),
  position: field(Int),
  color: field(Int),
  hoist: field(Bool),
  mentionable: field(Bool)
})

const Overwrite = Schema.Struct({ id: field(Id), type: field(Int), allow: field(Any), deny: field(Any) })

const Channel = Schema.Struct({
  id: field(Id),
  name: field(Text),
  type: field(Int),
  position: field(Int),
  parent_id: field(Id),
  nsfw: field(Bool),
  topic: field(Text),
  permission_overwrites: field(list(Overwrite.annotate({ identifier: "overwrite" }))),
  rate_limit_per_user: field(Int),
  bitrate: field(Int),
  user_limit: field(Int),
  default_auto_archive_duration: field(Int),
  owner_id: field(Id),
  archived: field(Bool),
  locked: field(Bool),
  auto_archive_duration: field(Int)
})

const Member = Schema.Struct({
  user_id: field(Id),
  nick: field(Text),
  roles: values,
  joined_at: field(Text),
  timed_out_until: field(Text)
})

const GuildInstall = Schema.Struct({
  application_id: field(Id),
  scopes: values,
  permissions: field(Any),
  role_position: field(Int)
})

const Guild = Schema.Struct({
  id: field(Id),
  name: field(Text),
  owner_id: field(Id),
  preferred_locale: field(Text),
  features: values,
  roles: field(list(Role.annotate({ identifier: "role" }))),
  channels: field(list(Channel.annotate({ identifier: "channel" }))),
  members: field(list(Member.annotate({ identifier: "member" }))),
  installs: field(list(GuildInstall.annotate({ identifier: "guild_install" })))
})

const DirectChannel = Schema.Struct({ id: field(Id), type: field(Int), recipients: values, name: field(Text) })

const Token = Schema.Struct({
  kind: field(Text),
  token: field(Text),
  token_hash: field(Text),
  application_id: field(Id),
  user_id: field(Id),
  scopes: values,
  expires_in: field(Int),
  expires_at: field(Text),
  family: field(Text)
})

const Bucket = Schema.Struct({ method: field(Text), path: field(Text), limit: field(Int), window_seconds: field(Int) })

const RateLimit = Schema.Struct({
  per_second: field(Int),
  buckets: field(list(Bucket.annotate({ identifier: "rate_limit_bucket" })))
})

/** A command body is judged by the rules of registration; only what a world adds to it has a type here. */
const Command = Schema.Struct({
  id: field(Id),
  application_id: field(Id),
  version: field(Id),
  guild_id: field(Id),
  default_member_permissions: field(Any),
  type: field(Any),
  name: field(Any),
  name_localizations: field(Any),
  description: field(Any),
  description_localizations: field(Any),
  dm_permission: field(Any),
  contexts: field(Any),
  integration_types: field(Any),
  options: field(Any),
  nsfw: field(Any),
  handler: field(Any),
  default_permission: field(Any)
})

const CommandPermission = Schema.Struct({ id: field(Id), type: field(Int), permission: field(Bool) })

const CommandPermissions = Schema.Struct({
  id: field(Id),
  application_id: field(Id),
  guild_id: field(Id),
  permissions: field(list(CommandPermission.annotate({ identifier: "command_permission" })))
})

const Metadata = dict(Text)

const LobbyMember = Schema.Struct({
  id: field(Id),
  metadata: field(Metadata),
  flags: field(Int),
  additional_name: field(Text)
})

const Lobby = Schema.Struct({
  id: field(Id),
  application_id: field(Id),
  metadata: field(Metadata),
  members: field(list(LobbyMember.annotate({ identifier: "lobby_member" }))),
  flags: field(Int),
  idle_timeout_seconds: field(Int),
  override_event_webhooks_url: field(Text),
  linked_channel_id: field(Id),
  secret_hash: field(Text),
  secret_expires_at: field(Text),
  idle_expires_at: field(Text)
})

/** A message is kept as given. */
const Message = dict(Any)

export const WorldShape = Schema.Struct({
  now: field(Text),
  automatic_launch: field(Bool),
  applications: field(list(Application.annotate({ identifier: "application" }))),
  users: field(list(User.annotate({ identifier: "user" }))),
  guilds: field(list(Guild.annotate({ identifier: "guild" }))),
  direct_channels: field(list(DirectChannel.annotate({ identifier: "direct_channel" }))),
  tokens: field(list(Token.annotate({ identifier: "token" }))),
  rate_limits: field(dict(RateLimit.annotate({ identifier: "rate_limit" }))),
  commands: field(list(Command.annotate({ identifier: "command" }))),
  command_permissions: field(list(CommandPermissions.annotate({ identifier: "command_permissions" }))),
  lobbies: field(list(Lobby.annotate({ identifier: "lobby" }))),
  messages: field(list(Message.annotate({ identifier: "message" })))
}).annotate({ identifier: "world" })

/** What each kind of element looks like before it is judged: every field may be missing. */
export interface Drafts {
  readonly world: typeof WorldShape.Type
  readonly application: typeof Application.Type
  readonly bot: typeof Bot.Type
  readonly install_params: typeof Install.Type
  readonly integration_types_config: typeof IntegrationTypes.Type
  readonly integration_type_config: typeof IntegrationType.Type
  readonly user: typeof User.Type
  readonly user_install: typeof UserInstall.Type
  readonly guild: typeof Guild.Type
  readonly role: typeof Role.Type
  readonly channel: typeof Channel.Type
  readonly overwrite: typeof Overwrite.Type
  readonly member: typeof Member.Type
  readonly guild_install: typeof GuildInstall.Type
  readonly direct_channel: typeof DirectChannel.Type
  readonly token: typeof Token.Type
  readonly rate_limit: typeof RateLimit.Type
  readonly rate_limit_bucket: typeof Bucket.Type
  readonly command: typeof Command.Type
  readonly command_permissions: typeof CommandPermissions.Type
  readonly command_permission: typeof CommandPermission.Type
  readonly lobby: typeof Lobby.Type
  readonly lobby_member: typeof LobbyMember.Type
  readonly message: typeof Message.Type
}

export type Kind = keyof Drafts
