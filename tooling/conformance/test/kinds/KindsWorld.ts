/** The world in which an app meets every kind of interaction. */
import { ALICE, APP, BOB, GENERAL, world } from "../World.ts"

/** Between two users; the app is no part of it. */
export const PRIVATE = "400000000000000002"

export const kindsWorld = {
  ...world,
  applications: world.applications.map((app) => (app.id === APP ? { ...app, flags: ["EMBEDDED"] } : app)),
  users: world.users.map((user) => (user.id === ALICE ? { ...user, installs: [{ application_id: APP }] } : user)),
  direct_channels: [...world.direct_channels, { id: PRIVATE, type: 1, recipients: [ALICE, BOB] }],
  messages: [
    { id: "600000000000000001", channel_id: GENERAL, content: "The first fish", author: { id: BOB, username: "bob" } }
  ]
}

export const FIRST_MESSAGE = "600000000000000001"
