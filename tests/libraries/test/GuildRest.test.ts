/** @discordjs/core reads and changes a guild on a live server, as bots do: channels, roles, members, users. */
import { API, ChannelType, OverwriteType, PermissionFlagsBits, RESTJSONErrorCodes } from "@discordjs/core"
import { DiscordAPIError, REST } from "@discordjs/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { ALICE, APP, BOB, GENERAL, GUILD, MODERATOR, world } from "./World.ts"

const RIGHTS = [
  "MANAGE_GUILD",
  "MANAGE_CHANNELS",
  "MANAGE_ROLES",
  "MANAGE_NICKNAMES",
  "MODERATE_MEMBERS",
  "KICK_MEMBERS",
  "VIEW_CHANNEL"
]

/** The bot manages the guild, and its application may list members. */
const managed = {
  ...world,
  applications: world.applications.map((application) =>
    application.id === APP ? { ...application, flags: ["GATEWAY_GUILD_MEMBERS"] } : application
  ),
  guilds: world.guilds.map((guild) =>
    guild.id === GUILD ? { ...guild, installs: [{ application_id: APP, scopes: ["bot"], permissions: RIGHTS }] } : guild
  )
}

/** The JSON code that a call is refused with. */
const codeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => "done",
    (error) => (error instanceof DiscordAPIError ? error.code : error)
  )

describe.each(STORAGES)("a guild on %s storage", (storage) => {
  let server: LiveServer
  let api: API

  beforeAll(async () => {
    server = await startServer({ storage, world: managed })
    api = new API(new REST({ api: server.ready.rest_url }).setToken("pet-shop-bot-token"))
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  it("is read whole: counts, roles with the managed one, channels, members", async () => {
    const guild = await api.guilds.get(GUILD, { with_counts: true })
    expect(guild).toMatchObject({ id: GUILD, owner_id: ALICE, approximate_member_count: 3 })
    const own = guild.roles.find(({ tags }) => tags?.bot_id === APP)
    expect(BigInt(own?.permissions ?? 0) & PermissionFlagsBits.ManageRoles).toBe(PermissionFlagsBits.ManageRoles)
    expect((await api.guilds.getChannels(GUILD)).map(({ id }) => id)).toContain(GENERAL)
    const members = await api.guilds.getMembers(GUILD, { limit: 1000 })
    expect(members.map(({ user }) => user.id)).toEqual([APP, ALICE, BOB])
    expect((await api.guilds.searchForMembers(GUILD, { query: "bo", limit: 5 }))[0]?.user.id).toBe(BOB)
    expect(await api.users.getGuilds()).toMatchObject([{ id: GUILD, owner: false }])
  })

  it("gets a role that lives through edit, move, gift and end", async () => {
    const body = {
      name: "Pilot",
      permissions: String(PermissionFlagsBits.ViewChannel),
      color: 0x3366ff,
      hoist: true
    }
    const role = await api.guilds.createRole(GUILD, body, { reason: "for ships" })
    expect(role).toMatchObject({ name: "Pilot", color: 0x3366ff, hoist: true, managed: false })
    await api.guilds.editRole(GUILD, role.id, { mentionable: true })
    expect(await api.guilds.getRole(GUILD, role.id)).toMatchObject({ mentionable: true, hoist: true })
    await api.guilds.setRolePositions(GUILD, [{ id: role.id, position: 1 }])
    await api.guilds.addRoleToMember(GUILD, BOB, role.id)
    expect((await api.guilds.getMember(GUILD, BOB)).roles).toEqual(expect.arrayContaining([MODERATOR, role.id]))
    await api.guilds.removeRoleFromMember(GUILD, BOB, MODERATOR)
    expect((await api.guilds.getMember(GUILD, BOB)).roles).toEqual([role.id])
    await api.guilds.deleteRole(GUILD, role.id)
    expect((await api.guilds.getMember(GUILD, BOB)).roles).toEqual([])
    expect(await codeOf(api.guilds.getRole(GUILD, role.id))).toBe(RESTJSONErrorCodes.UnknownRole)
  })

  it("gets a channel in a category, with overwrites", async () => {
    const category = await api.guilds.createChannel(GUILD, { name: "Deck", type: ChannelType.GuildCategory })
    const channel = await api.guilds.createChannel(GUILD, {
      name: "big cats",
      type: ChannelType.GuildText,
      parent_id: category.id,
      permission_overwrites: [{ id: GUILD, type: OverwriteType.Role, deny: String(PermissionFlagsBits.ViewChannel) }]
    })
    expect(channel).toMatchObject({ name: "big-cats", parent_id: category.id })
    await api.guilds.setChannelPositions(GUILD, [{ id: channel.id, position: 0 }])
    expect((await api.guilds.getActiveThreads(GUILD)).threads).toEqual([])
  })

  it("has members that are named, timed out and kicked, but not the owner", async () => {
    const clock = await fetch(`${server.ready.control_url}/clock`)
    const { now }: { readonly now: string } = JSON.parse(await clock.text())
    const until = new Date(Date.parse(now) + 60_000).toISOString()
    const edited = await api.guilds.editMember(GUILD, BOB, { nick: "Bobby", communication_disabled_until: until })
    expect(edited).toMatchObject({ nick: "Bobby" })
    expect(Date.parse(edited.communication_disabled_until ?? "")).toBe(Date.parse(until))
    expect(await api.users.editCurrentGuildMember(GUILD, { nick: "Shop" })).toMatchObject({ nick: "Shop" })
    expect(await codeOf(api.guilds.removeMember(GUILD, ALICE))).toBe(RESTJSONErrorCodes.MissingPermissions)
    await api.guilds.removeMember(GUILD, BOB)
    expect(await codeOf(api.guilds.getMember(GUILD, BOB))).toBe(RESTJSONErrorCodes.UnknownMember)
    expect(await api.users.get(BOB)).toMatchObject({ username: "bob" })
  })

  it("is renamed, and left", async () => {
    expect(await api.guilds.edit(GUILD, { name: "Port" })).toMatchObject({ name: "Port" })
    await api.users.leaveGuild(GUILD)
    expect(await codeOf(api.guilds.get(GUILD))).toBe(RESTJSONErrorCodes.MissingAccess)
  })
})
