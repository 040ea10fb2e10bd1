/** A small world as snapshots: the guild Harbour, the application Pet Shop, alice and bob. */
import type { DirectPlace, GuildPlace } from "@backlot/domain/Place"
import { botObject, userObject } from "@backlot/domain/UserWire"
import type {
  Application,
  DirectChannel,
  Guild,
  GuildChannel,
  GuildInstall,
  Member,
  Role,
  User,
  UserInstall
} from "@backlot/domain/World"
import { bits } from "./PermissionBits.ts"

export const NOW = Date.UTC(2026, 0, 1)

export const [ALICE, BOB, OWNER] = ["300000000000000001", "300000000000000002", "300000000000000009"] as const
export const GUILD = "200000000000000001"
export const [EVERYONE, MODERATOR, ADMIN] = [GUILD, "200000000000000011", "200000000000000012"] as const

export const petShop: Application = {
  id: "100000000000000001",
  name: "Pet Shop",
  description: "",
  owner_id: ALICE,
  bot: { id: "100000000000000001", username: "Pet Shop", token: "pet-shop-bot-token" },
  client_secret: "pet-shop-secret",
  redirect_uris: [],
  interactions_endpoint_url: null,
  event_webhooks_url: null,
  private_key: "00".repeat(32),
  integration_types: [0, 1],
  flags: [],
  discoverable: false,
  tags: [],
  custom_install_url: null,
  role_connections_verification_url: null,
  install_params: null,
  integration_types_config: null,
  max_participants: null,
  explicit_content_filter: 0
}

const user = (id: string, username: string, global_name: string | null): User => ({
  id,
  username,
  global_name,
  locale: "en-US",
  adult: true,
  nsfw_dms: false
})

export const alice = userObject(user(ALICE, "alice", "Alice"))
export const bob = userObject(user(BOB, "bob", null))
export const bot = botObject(petShop)

export const guild: Guild = {
  id: GUILD,
  name: "Harbour",
  owner_id: OWNER,
  preferred_locale: "de",
  features: ["COMMUNITY"]
}

const role = (id: string, name: string, permissions: bigint): Role => ({
  id,
  guild_id: GUILD,
  name,
  permissions: String(permissions),
  position: 1
})

export const roles: ReadonlyArray<Role> = [
  role(EVERYONE, "@everyone", bits("VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS", "EMBED_LINKS")),
  role(MODERATOR, "Moderator", bits("KICK_MEMBERS", "MANAGE_MESSAGES")),
  role(ADMIN, "Admin", bits("ADMINISTRATOR"))
]

export const member = (user_id: string, fields: Partial<Member> = {}): Member => ({
  guild_id: GUILD,
  user_id,
  nick: null,
  roles: [],
  joined_at: "2025-06-06T10:06:39.888Z",
  timed_out_until: null,
  ...fields
})

export const general: GuildChannel = {
  id: "200000000000000021",
  guild_id: GUILD,
  name: "general",
  type: 0,
  position: 0,
  parent_id: null,
  nsfw: false,
  topic: null,
  permission_overwrites: []
}

export const thread: GuildChannel = {
  ...general,
  id: "200000000000000031",
  name: "a thread",
  type: 11,
  parent_id: general.id,
  owner_id: BOB,
  archived: false,
  locked: false
}

export const inGeneral = (fields: Partial<GuildPlace> = {}): GuildPlace => ({
  kind: "guild",
  guild,
  roles,
  member: member(ALICE),
  channel: general,
  ...fields
})

const direct = (id: string, recipients: ReadonlyArray<string>, fields: Partial<DirectChannel> = {}): DirectPlace => ({
  kind: "direct",
  channel: { id, type: 1, recipients, name: null, ...fields }
})

export const botDm = direct("400000000000000001", [ALICE, petShop.bot.id])
export const privateDm = direct("400000000000000002", [ALICE, BOB])
export const group = direct("400000000000000003", [ALICE, BOB, OWNER], { type: 3, name: "The three" })

export const guildInstall: GuildInstall = {
  guild_id: GUILD,
  application_id: petShop.id,
  scopes: ["bot", "applications.commands"],
  permissions: String(bits("MANAGE_MESSAGES"))
}

export const userInstall: UserInstall = {
  user_id: ALICE,
  application_id: petShop.id,
  scopes: ["applications.commands"]
}
