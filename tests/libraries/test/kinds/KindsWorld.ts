/** The world in which an app meets every kind of interaction. */
import { ALICE, APP, BOB, FOREIGN_GUILD, GENERAL, GUILD, world } from "../World.ts"

/** Between two users; the app is no part of it. */
export const PRIVATE = "400000000000000002"
export const GROUP = "400000000000000003"
export const THREAD = "200000000000000024"
export const VOICE = "200000000000000023"
/** In the guild where only alice brings the app. */
export const ABROAD = "200000000000000031"
export const FIRST_MESSAGE = "600000000000000001"

const HERE = [
  { id: VOICE, name: "lounge", type: 2 },
  { id: THREAD, name: "fish", type: 11, parent_id: GENERAL, owner_id: BOB }
]

const guilds = world.guilds.map((guild) =>
  guild.id === GUILD
    ? { ...guild, channels: [...(guild.channels ?? []), ...HERE] }
    : guild.id === FOREIGN_GUILD
      ? {
          ...guild,
          channels: [{ id: ABROAD, name: "abroad", type: 0 }],
          members: [...guild.members, { user_id: ALICE }]
        }
      : guild
)

export const kindsWorld = {
  ...world,
  applications: world.applications.map((app) => (app.id === APP ? { ...app, flags: ["EMBEDDED"] } : app)),
  users: world.users.map((user) => (user.id === ALICE ? { ...user, installs: [{ application_id: APP }] } : user)),
  guilds,
  direct_channels: [
    ...world.direct_channels,
    { id: PRIVATE, type: 1, recipients: [ALICE, BOB] },
    { id: GROUP, type: 3, name: "The two", recipients: [ALICE, BOB] }
  ],
  messages: [
    { id: FIRST_MESSAGE, channel_id: GENERAL, content: "The first fish", author: { id: BOB, username: "bob" } }
  ]
}
