/** The world that the journeys play in. */

export const APP = "100000000000000001"
export const OTHER_APP = "100000000000000002"
/** Stands in `activityWorld` alone. */
export const ACTIVITY_APP = "100000000000000003"
export const GUILD = "200000000000000001"
export const FOREIGN_GUILD = "200000000000000002"
export const GENERAL = "200000000000000021"
export const ALICE = "300000000000000001"
export const BOB = "300000000000000002"
export const BOT_DM = "400000000000000001"
export const MODERATOR = "200000000000000011"

/** The `Authorization` of the bots of APP and ACTIVITY_APP, and the client secret of APP. */
export const BOT = "Bot pet-shop-bot-token"
export const ACTIVITY_BOT = "Bot playground-bot-token"
export const SECRET = "pet-shop-secret"

const member = (user_id: string, roles: ReadonlyArray<string> = []) => ({ user_id, roles })

export const world = {
  applications: [
    {
      id: APP,
      name: "Pet Shop",
      owner_id: ALICE,
      bot: { token: "pet-shop-bot-token" },
      client_secret: "pet-shop-secret",
      integration_types: [0, 1]
    },
    { id: OTHER_APP, name: "Other", owner_id: BOB, bot: { token: "other-bot-token" }, client_secret: "other-secret" }
  ],
  users: [
    { id: ALICE, username: "alice", global_name: "Alice", locale: "en-US" },
    { id: BOB, username: "bob", global_name: "Bob", locale: "de" }
  ],
  guilds: [
    {
      id: GUILD,
      name: "Harbour",
      owner_id: ALICE,
      roles: [{ id: MODERATOR, name: "Moderator", permissions: ["MANAGE_MESSAGES"], position: 1 }],
      channels: [{ id: GENERAL, name: "general", type: 0 }],
      members: [member(ALICE), member(BOB, [MODERATOR])],
      installs: [{ application_id: APP, scopes: ["bot", "applications.commands"], permissions: "0" }]
    },
    { id: FOREIGN_GUILD, name: "Elsewhere", owner_id: BOB, members: [member(BOB)] }
  ],
  // Tests ask faster than a client would.
  rate_limits: Object.fromEntries([APP, OTHER_APP].map((id) => [id, { per_second: 1_200 }])),
  direct_channels: [{ id: BOT_DM, type: 1, recipients: [ALICE, APP] }],
  tokens: [
    { token: "update-token", application_id: APP, scopes: ["applications.commands.update"] },
    { token: "identify-token", application_id: APP, user_id: BOB, scopes: ["identify"] }
  ]
}

/** The same world with an application that has an Activity, and so an entry point command. */
export const activityWorld = {
  ...world,
  applications: [
    ...world.applications,
    {
      id: ACTIVITY_APP,
      name: "Playground",
      owner_id: ALICE,
      bot: { token: "playground-bot-token" },
      client_secret: "playground-secret",
      integration_types: [0, 1],
      flags: ["EMBEDDED"]
    }
  ]
}
