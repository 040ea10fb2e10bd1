/** A discord.js bot that sees the badges of users and bots, and the team that owns it. */
import { GatewayIntentBits, Team, TeamMemberMembershipState, TeamMemberRole, UserFlags } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB } from "../World.ts"
import { administrator } from "./Administrator.ts"

const TEAM = { id: "800000000000000001", name: "Keepers", members: [{ user_id: BOB, role: "developer" }] }
const SECRET = 1 << 4

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildMembers,
  users: [{ id: "300000000000000077", username: "badger", flags: UserFlags.Staff }]
})

it("sees badges of the world file, and those that a user gets, without the private ones", async () => {
  const { client } = bot()
  expect((await client.users.fetch("300000000000000077")).flags?.toArray()).toEqual(["Staff"])
  const bob = await guild().members.fetch(BOB)
  expect(bob.user.flags?.toArray()).toEqual([])
  const flags = UserFlags.ActiveDeveloper | UserFlags.HypeSquadOnlineHouse2 | SECRET
  expect((await control("PATCH", `/users/${BOB}`, { flags })).body).toMatchObject({ flags })
  // In two guilds.
  await told("GUILD_MEMBER_UPDATE").toBe(2)
  await expect.poll(() => bob.user.flags?.toArray()).toEqual(["HypeSquadOnlineHouse2", "ActiveDeveloper"])
  expect((await bob.user.fetch(true)).flags?.has("ActiveDeveloper")).toBe(true)
})

it("is told that it is verified", async () => {
  const { user } = bot().client
  const flags = UserFlags.VerifiedBot + SECRET
  expect((await control("PATCH", `/applications/${APP}`, { bot: { flags } })).status).toBe(200)
  await told("USER_UPDATE").toBe(1)
  expect(bot().toldOf("USER_UPDATE")[0]).toMatchObject({ id: APP, flags, public_flags: UserFlags.VerifiedBot })
  await expect.poll(() => user.flags?.toArray()).toEqual(["VerifiedBot"])
  expect((await guild().members.fetch({ user: APP, force: true })).user.flags?.has("VerifiedBot")).toBe(true)
  // Its name is edited; the flags stay.
  expect((await user.setUsername("Shopkeeper")).flags?.has("VerifiedBot")).toBe(true)
})

it("belongs to a team", async () => {
  const { application } = bot().client
  expect((await application.fetch()).owner).toMatchObject({ id: ALICE })
  const refused = await control("PATCH", `/applications/${APP}`, { team: { ...TEAM, members: [{ user_id: "5" }] } })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("UNKNOWN_REFERENCE")])
  expect((await control("PATCH", `/applications/${APP}`, { team: TEAM })).status).toBe(200)
  const { owner } = await application.fetch()
  if (!(owner instanceof Team)) expect.fail("no team")
  expect(owner).toMatchObject({ id: TEAM.id, name: "Keepers", icon: null, ownerId: ALICE })
  expect(owner.owner?.user.id).toBe(ALICE)
  expect(owner.members.map(({ user, role, membershipState }) => [user.id, role, membershipState])).toEqual([
    [ALICE, TeamMemberRole.Admin, TeamMemberMembershipState.Accepted],
    [BOB, TeamMemberRole.Developer, TeamMemberMembershipState.Accepted]
  ])
  const pseudo = { id: TEAM.id, username: `team${TEAM.id}`, discriminator: "0000", public_flags: 1024 }
  expect(await bot().client.rest.get("/oauth2/applications/@me")).toMatchObject({
    owner: pseudo,
    team: { id: TEAM.id }
  })
  // What the application edits of itself leaves the team.
  expect((await application.edit({ description: "Pets" })).owner).toBeInstanceOf(Team)
  expect((await control("PATCH", `/applications/${APP}`, { team: null })).status).toBe(200)
  expect((await application.fetch()).owner).toMatchObject({ id: ALICE })
})
