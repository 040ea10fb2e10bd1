/** A discord.js bot that sees the badges of users and bots, and the team that owns it. */
import { GatewayIntentBits, Team, TeamMemberMembershipState, TeamMemberRole, UserFlags } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB } from "../World.ts"
import { administrator } from "./Administrator.ts"

const TEAM = { id: "800000000000000001", name: "Keepers", members: [{ user_id: BOB, role: "developer" }] }
const SECRET = 1 << 4
const HASH = "ab".repeat(16)

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

it("sees the tag, the decoration and the nameplate that a user gets", async () => {
  const bob = await guild().members.fetch(BOB)
  expect(bob.user).toMatchObject({ primaryGuild: null, avatarDecorationData: null, collectibles: null })
  const sku = "800000000000000002"
  const nameplate = { asset: "nameplates/sea/", palette: "teal", label: "", sku_id: sku }
  const worn = {
    primary_guild: { identity_guild_id: guild().id, tag: "SEA", badge: HASH },
    avatar_decoration_data: { asset: HASH, sku_id: sku },
    collectibles: { nameplate }
  }
  expect((await control("PATCH", `/users/${BOB}`, worn)).status).toBe(200)
  await expect.poll(() => bob.user.primaryGuild?.tag).toBe("SEA")
  const seen = {
    primaryGuild: { identityGuildId: guild().id, identityEnabled: true, tag: "SEA", badge: HASH },
    avatarDecorationData: { asset: HASH, skuId: sku },
    collectibles: { nameplate: { asset: nameplate.asset, palette: "teal", label: "", skuId: sku } }
  }
  expect(bob.user).toMatchObject(seen)
  expect(bob.user.guildTagBadgeURL()).toContain(`/${guild().id}/${HASH}`)
  expect((await bob.user.fetch(true)).avatarDecorationURL()).toContain(HASH)
  const none = { primary_guild: null, avatar_decoration_data: null, collectibles: null }
  expect((await control("PATCH", `/users/${BOB}`, none)).status).toBe(200)
  await expect.poll(() => bob.user.primaryGuild).toBe(null)
  expect(await bob.user.fetch(true)).toMatchObject({ avatarDecorationData: null, collectibles: null })
})

it("names its terms and its policy", async () => {
  const links = {
    terms_of_service_url: "https://pets.example/terms",
    privacy_policy_url: "https://pets.example/privacy"
  }
  const read = () => bot().client.rest.get("/applications/@me")
  expect(Object.keys(Object(await read()))).not.toContain("privacy_policy_url")
  expect(await control("PATCH", `/applications/${APP}`, links)).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject(links)
  expect(await bot().client.rest.get("/oauth2/applications/@me")).toMatchObject(links)
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
