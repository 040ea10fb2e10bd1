/** The world of the bots: two guilds that fall on different shards of two, and intents that have to be granted. */
import { ALICE, APP, BOB, GENERAL, GUILD, OTHER_APP, world } from "../World.ts"

/** On shard 1 of 2, as GUILD is on shard 0. */
export const ISLAND = "200000000004194305"
export const BEACH = "200000000004194321"
/** Where the bot may not look. */
export const VAULT = "200000000000000025"
export const CATEGORY = "200000000000000026"
export const BELOW = "200000000000000027"
export const THREAD = "200000000000000024"

const PERMISSIONS = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
  "MANAGE_MESSAGES",
  "MANAGE_ROLES",
  "MANAGE_CHANNELS",
  "MANAGE_THREADS",
  "CREATE_PUBLIC_THREADS",
  "SEND_MESSAGES_IN_THREADS",
  "ADD_REACTIONS",
  "PIN_MESSAGES",
  "ATTACH_FILES",
  "EMBED_LINKS"
]

const installs = [{ application_id: APP, scopes: ["bot", "applications.commands"], permissions: PERMISSIONS }]

const harbour = (guild: (typeof world.guilds)[number]) => ({
  ...guild,
  installs: [...installs, { application_id: OTHER_APP, scopes: ["bot", "applications.commands"] }],
  channels: [
    { id: CATEGORY, name: "Docks", type: 4 },
    ...(guild.channels ?? []),
    { id: BELOW, name: "below", type: 0, parent_id: CATEGORY, topic: "What lies below" },
    { id: VAULT, name: "vault", type: 0, permission_overwrites: [{ id: APP, type: 1, deny: ["VIEW_CHANNEL"] }] },
    { id: THREAD, name: "fish", type: 11, parent_id: GENERAL, owner_id: BOB }
  ]
})

/** Of the guild's owner, for the application. */
export const PERMISSIONS_TOKEN = "alices-permissions-token"

export const botWorld = {
  ...world,
  tokens: [
    ...world.tokens,
    {
      token: PERMISSIONS_TOKEN,
      application_id: APP,
      user_id: ALICE,
      scopes: ["applications.commands.permissions.update"]
    }
  ],
  applications: world.applications.map((app) =>
    app.id === APP
      ? {
          ...app,
          flags: ["GATEWAY_GUILD_MEMBERS_LIMITED", "GATEWAY_MESSAGE_CONTENT_LIMITED", "GATEWAY_PRESENCE_LIMITED"]
        }
      : app
  ),
  guilds: [
    ...world.guilds.map((guild) => (guild.id === GUILD ? harbour(guild) : guild)),
    {
      id: ISLAND,
      name: "Island",
      owner_id: BOB,
      channels: [{ id: BEACH, name: "beach", type: 0 }],
      members: [{ user_id: ALICE }, { user_id: BOB }],
      installs
    }
  ]
}
