/** A 403 says to the author of a test which permission, role or position decided it. */
import { Backlot } from "@backlot/testkit"
import { afterAll, beforeAll, expect, it } from "vitest"

const WORLD = {
  applications: [{ id: "100", name: "Pet Shop", owner_id: "1", bot: { id: "101", token: "shop" } }],
  users: [
    { id: "1", username: "alice" },
    { id: "2", username: "bob" }
  ],
  guilds: [
    {
      id: "10",
      name: "Harbour",
      owner_id: "1",
      roles: [
        { id: "11", name: "Captain 🐳", position: 5 },
        { id: "12", name: "Muted", position: 1 }
      ],
      channels: [
        { id: "20", name: "general" },
        { id: "21", name: "staff", permission_overwrites: [{ id: "10", type: 0, deny: ["VIEW_CHANNEL"] }] },
        { id: "22", name: "quiet", permission_overwrites: [{ id: "12", type: 0, deny: ["SEND_MESSAGES"] }] }
      ],
      members: [{ user_id: "1" }, { user_id: "2", roles: ["11"] }, { user_id: "101", roles: ["12"] }],
      installs: [
        { application_id: "100", scopes: ["bot"], permissions: ["KICK_MEMBERS", "MANAGE_ROLES"], role_position: 2 }
      ]
    },
    { id: "30", name: "Island", owner_id: "1", members: [{ user_id: "1" }], channels: [{ id: "31", name: "beach" }] }
  ]
}

let backlot: Backlot
beforeAll(async () => {
  backlot = await Backlot.start({ world: WORLD })
})
afterAll(() => backlot.stop())

it.each([
  ["get", "/guilds/30", "Pet Shop is not installed with the scope bot in this guild"],
  [
    "get",
    "/channels/21/messages",
    "Pet Shop lacks VIEW_CHANNEL (denied by the overwrite of #staff for @everyone) in #staff"
  ],
  [
    "post",
    "/channels/22/messages",
    "Pet Shop lacks SEND_MESSAGES (denied by the overwrite of #quiet for the role Muted) in #quiet"
  ],
  ["delete", "/channels/20", "Pet Shop lacks MANAGE_CHANNELS (no role of Pet Shop grants it) in #general"],
  ["delete", "/guilds/10/members/1", "nobody ranks above the owner of the guild"],
  [
    "delete",
    "/guilds/10/members/2",
    "its highest role, Pet Shop (position 2), is not above the highest role of the other member, Captain 🐳 (position 5)"
  ],
  [
    "put",
    "/guilds/10/members/1/roles/11",
    "its highest role, Pet Shop (position 2), is not above the role Captain 🐳 (position 5)"
  ],
  ["get", "/guilds/10/members", "Pet Shop lacks the application flag GATEWAY_GUILD_MEMBERS"]
] as const)("%s %s is refused because %s", async (method, path, because) => {
  const options = { expect: { status: 403, because: { $contains: because } } }
  const app = backlot.app()
  await (method === "post" || method === "put"
    ? app[method](path, { content: "hi" }, options)
    : app[method](path, options))
})

it("is in the list of refused calls too", async () => {
  const answer = await fetch(`${backlot.controlUrl}/refused_calls`)
  const { calls } = Object(await answer.json())
  expect(calls[0]).toMatchObject({
    path: "/guilds/30",
    code: 50001,
    reason: expect.stringContaining("is not installed")
  })
})
