/** A guild with an installed app, three people and a few commands. */

export const APP = "100000000000000001"
export const STRANGER = "100000000000000002"
export const GUILD = "200000000000000001"
export const MODERATOR = "200000000000000011"
export const GENERAL = "200000000000000021"
export const STAFF_ROOM = "200000000000000022"
export const ALICE = "300000000000000001"
export const BOB = "300000000000000002"
export const ZOE = "300000000000000009"
/** Not a member of the guild; has installed Stranger. */
/** A stage channel, where a scene has one. */
export const STAGE = "200000000000000029"
export const LODGER = "300000000000000008"
/** A lobby of Pet Shop; bob is a member. */
export const LOBBY = "600000000000000001"
export const BOT_DM = "400000000000000001"

export const BOT_TOKEN = "harbour-bot-token"
export const CLIENT_SECRET = "harbour-client-secret"
/**
 * A token of alice with `applications.commands.permissions.update`, `guilds`, `guilds.join`, `guilds.members.read`,
 * `lobbies.write`, `openid`.
 */
export const PERMISSIONS_TOKEN = "harbour-permissions-token"
export const IDENTIFY_TOKEN = "harbour-identify-token"
/** An Ed25519 seed. */
const PRIVATE_KEY = "4242".repeat(16)

export const ADOPT = "500000000000000001"
export const ADOPT_VERSION = "500000000000000002"
export const STAFF = "500000000000000003"
export const ASHORE = "500000000000000005"
export const ELSEWHERE = "500000000000000007"
/** A command of the guild only. */
export const DOCKED = "500000000000000009"

const command = (id: string, name: string, more: object = {}) => ({
  id,
  version: String(BigInt(id) + 1n),
  application_id: APP,
  name,
  description: `The ${name} command`,
  ...more
})

const animal = { type: 3, name: "animal", description: "Which", required: true, autocomplete: true }
const picture = { type: 11, name: "picture", description: "Of the animal" }
const age = { type: 4, name: "age", description: "In years", min_value: 0 }

const application = (id: string, name: string) => ({ id, name, owner_id: ALICE, integration_types: [0, 1] })

/** The world, with the app's interactions at `endpoint`. */
export const harbour = (endpoint: string | null) => ({
  applications: [
    {
      ...application(APP, "Pet Shop"),
      bot: { token: BOT_TOKEN },
      client_secret: CLIENT_SECRET,
      private_key: PRIVATE_KEY,
      interactions_endpoint_url: endpoint
    },
    { ...application(STRANGER, "Stranger"), bot: { token: "stranger-bot-token" }, client_secret: "stranger-secret" }
  ],
  users: [
    { id: ALICE, username: "alice", locale: "en-US" },
    { id: BOB, username: "bob", locale: "de" },
    { id: ZOE, username: "zoe", locale: "fr" },
    { id: LODGER, username: "lodger", installs: [{ application_id: STRANGER }] }
  ],
  guilds: [
    {
      id: GUILD,
      name: "Harbour",
      owner_id: ALICE,
      roles: [{ id: MODERATOR, name: "Moderator", permissions: ["VIEW_CHANNEL"], position: 1 }],
      channels: [
        { id: GENERAL, name: "general" },
        { id: STAFF_ROOM, name: "staff", permission_overwrites: [{ id: GUILD, type: 0, deny: ["VIEW_CHANNEL"] }] }
      ],
      members: [{ user_id: ALICE }, { user_id: BOB }],
      installs: [{ application_id: APP, scopes: ["bot", "applications.commands"], permissions: "0" }]
    }
  ],
  direct_channels: [{ id: BOT_DM, type: 1, recipients: [ALICE, APP] }],
  tokens: [
    { token: IDENTIFY_TOKEN, application_id: APP, user_id: BOB, scopes: ["identify"] },
    {
      token: PERMISSIONS_TOKEN,
      application_id: APP,
      user_id: ALICE,
      scopes: [
        "applications.commands.permissions.update",
        "guilds.members.read",
        "guilds",
        "guilds.join",
        "lobbies.write",
        "openid",
        "role_connections.write",
        "connections"
      ]
    }
  ],
  lobbies: [
    { id: LOBBY, application_id: APP, metadata: { map: "dock" }, members: [{ id: BOB }], idle_timeout_seconds: 604_800 }
  ],
  command_permissions: [
    {
      id: DOCKED,
      application_id: APP,
      guild_id: GUILD,
      permissions: [{ id: MODERATOR, type: 1, permission: true }]
    }
  ],
  commands: [
    command(ADOPT, "adopt", { options: [animal, age, picture] }),
    command(STAFF, "staff", { default_member_permissions: "32" }),
    command(ASHORE, "ashore", { contexts: [0] }),
    command(DOCKED, "docked", { guild_id: GUILD }),
    command(ELSEWHERE, "elsewhere", { application_id: STRANGER })
  ]
})
