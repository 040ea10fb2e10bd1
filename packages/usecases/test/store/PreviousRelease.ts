/**
 * Rows as the release before the first layout number wrote them: no index of commands by name, none of issued tokens by
 * their end, no counts of what is kept, a row that finds the deadline by its name, and a seed without `automatic_launch`.
 */
import type { Entry } from "@backlot/ports/Storage"

const APP = "100000000000000001"
const USER = "300000000000000001"
export const UPLOAD = "500000000000000001"
export const COMMAND = "600000000000000001"
export const INTERACTION = "700000000000000001"
export const CLIENT_SECRET = "arcade-secret"
export const BOT_TOKEN = "arcade-bot-token"
/** Milliseconds, in 2025: some issued tokens ended then. */
const ENDED = 1_760_000_000_000
/** Milliseconds, in 2027. */
const AHEAD = 1_800_000_000_000

export const DEADLINE_DUE = AHEAD
export const UPLOAD_TEXT = "A".repeat(1_000)
/** SHA-256 of the bot's token, and placeholders for the hashes of issued tokens. */
const BOT_HASH = "6e77dcfd960b020713d9d926a61d6cc06b99dc52f6565ccaa7396eeab366170b"
export const EXPIRED_HASHES = ["a1", "a2", "a3"] as const
export const VALID_HASH = "b1"

const application = {
  id: APP,
  name: "Arcade",
  description: "",
  owner_id: USER,
  bot: { id: APP, username: "Arcade", token: BOT_TOKEN },
  client_secret: CLIENT_SECRET,
  redirect_uris: [],
  interactions_endpoint_url: null,
  event_webhooks_url: null,
  private_key: "b04db380e55f4438cae22b523e41e4d5676c050868d21c1ded602527cd2388ca",
  integration_types: [0, 1],
  flags: ["EMBEDDED"],
  discoverable: false,
  tags: [],
  custom_install_url: null,
  role_connections_verification_url: null,
  install_params: null,
  integration_types_config: null,
  max_participants: null,
  explicit_content_filter: 0
}

const user = { id: USER, username: "alice", global_name: null, locale: "en-US", adult: true, nsfw_dms: false }

const command = {
  id: COMMAND,
  application_id: APP,
  version: "600000000000000002",
  default_member_permissions: null,
  type: 1,
  name: "play",
  name_localizations: null,
  description: "A game",
  description_localizations: null,
  dm_permission: true,
  contexts: null,
  integration_types: [0, 1],
  nsfw: false
}

const interaction = {
  id: INTERACTION,
  application_id: APP,
  type: 2,
  token: "ended",
  user_id: USER,
  channel_id: "400000000000000001",
  guild_id: null,
  context: 1,
  authorizing_integration_owners: { "1": USER },
  command: { id: COMMAND, name: "play", type: 1 },
  installed_here: true,
  locale: "en-US",
  options: [{ name: "picture", type: 11, value: UPLOAD }],
  created_ms: ENDED,
  state: "responded",
  callback_type: 4,
  original_message_id: null,
  ephemeral: false,
  follow_ups: 0,
  choices: null,
  error: null
}

const upload = {
  id: UPLOAD,
  channel_id: "400000000000000001",
  filename: "cat.png",
  content_type: "image/png",
  size: 750,
  url: `http://127.0.0.1/${UPLOAD}`,
  base64: UPLOAD_TEXT
}

const seed = {
  now: null,
  applications: [application],
  users: [user],
  user_installs: [],
  guilds: [],
  roles: [],
  channels: [],
  members: [],
  guild_installs: [],
  direct_channels: [],
  tokens: [],
  rate_limits: [],
  commands: [],
  command_permissions: [],
  lobbies: [],
  messages: []
}

const credential = (token_hash: string, given: object): ReadonlyArray<Entry> => [
  [`credential/${token_hash}`, JSON.stringify({ token_hash, application_id: APP, ...given })],
  [`credential.application/00${APP}>credential/${token_hash}`, ""]
]

const issued = (token_hash: string, expires_at: number) =>
  credential(token_hash, { kind: "bearer", scopes: ["identify"], expires_at })

const deadlineKey = `deadline/${String(DEADLINE_DUE).padStart(20, "0")}/reminder`

export const PREVIOUS_RELEASE: ReadonlyArray<Entry> = [
  [`application/00${APP}`, JSON.stringify(application)],
  [`application.bot/00${APP}>application/00${APP}`, ""],
  [`user/00${USER}`, JSON.stringify(user)],
  [`command/00${APP}/-global/00${COMMAND}`, JSON.stringify(command)],
  [`command.id/00${COMMAND}>command/00${APP}/-global/00${COMMAND}`, ""],
  ...credential(BOT_HASH, { kind: "bot", scopes: [], expires_at: null }),
  ...EXPIRED_HASHES.flatMap((hash) => issued(hash, ENDED)),
  ...issued(VALID_HASH, AHEAD),
  [`interaction/00${INTERACTION}`, JSON.stringify(interaction)],
  [`upload/00${UPLOAD}`, JSON.stringify(upload)],
  [deadlineKey, JSON.stringify({ kind: "test.note", payload: "reminded" })],
  ["deadline_name/reminder", deadlineKey],
  ["meta/clock", JSON.stringify({ mode: "real", offset_ms: 0 })],
  ["meta/world", JSON.stringify(seed)]
]
