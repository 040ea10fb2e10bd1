/** How the caches of an ordinary discord.js bot follow what happens. */
import { PermissionFlagsBits } from "discord.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startBot } from "./bot/Bot.ts"
import { CATEGORY, ISLAND } from "./bot/BotWorld.ts"
import { expectInOrder, type Stage, startStage } from "./bot/Stage.ts"
import { startServer } from "./LiveServer.ts"
import { APP, BOB, GUILD, MODERATOR } from "./World.ts"

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

describe("its caches follow", () => {
  const cached = <A>(read: () => A) => expect.poll(read, { interval: 5 })
  const put = (path: string, body: object) => stage.control.call("PUT", path, body)

  it("roles that come, change and go", async () => {
    const id = "200000000000000041"
    const { roles } = stage.guild()
    await put(`/guilds/${GUILD}/roles/${id}`, { name: "Sailor", permissions: "0" })
    await cached(() => roles.cache.get(id)?.name).toBe("Sailor")
    await stage.control.call("PATCH", `/guilds/${GUILD}/roles/${id}`, { color: 255, permissions: ["MANAGE_MESSAGES"] })
    await cached(() => roles.cache.get(id)?.permissions.toArray()).toEqual(["ManageMessages"])
    expect(roles.cache.get(id)?.color).toBe(255)
    await stage.control.call("DELETE", `/guilds/${GUILD}/roles/${id}`)
    await cached(() => roles.cache.has(id)).toBe(false)
  })

  it("channels that come, change and go", async () => {
    const id = "200000000000000042"
    const { channels } = stage.guild()
    await put(`/guilds/${GUILD}/channels/${id}`, { name: "new", type: 0 })
    await cached(() => channels.cache.get(id)?.name).toBe("new")
    await stage.control.call("PATCH", `/guilds/${GUILD}/channels/${id}`, { topic: "news" })
    await cached(() => channels.cache.get(id)).toMatchObject({ topic: "news" })
    await stage.control.call("DELETE", `/guilds/${GUILD}/channels/${id}`)
    await cached(() => channels.cache.has(id)).toBe(false)
  })

  it("members who come, change and go", async () => {
    const id = "300000000000000041"
    const { members } = stage.guild()
    await put(`/users/${id}`, { username: "carol" })
    await put(`/guilds/${GUILD}/members/${id}`, {})
    await cached(() => members.cache.get(id)?.user.username).toBe("carol")
    await stage.control.call("PATCH", `/guilds/${GUILD}/members/${id}`, { nick: "Caz", roles: [MODERATOR] })
    await cached(() => members.cache.get(id)?.nickname).toBe("Caz")
    expect(members.cache.get(id)?.permissions.has(PermissionFlagsBits.ManageMessages)).toBe(true)
    await stage.control.call("DELETE", `/guilds/${GUILD}/members/${id}`)
    await cached(() => members.cache.has(id)).toBe(false)
  })

  it("what it changes itself", async () => {
    const guild = stage.guild()
    const role = await guild.roles.create({ name: "Captain", permissions: [] })
    await stage.told("GUILD_ROLE_CREATE", (d) => d.role.id === role.id)
    const bob = await guild.members.fetch(BOB)
    await bob.roles.add(role)
    await cached(() => guild.members.cache.get(BOB)?.roles.cache.has(role.id)).toBe(true)
    await role.setName("Skipper")
    await cached(() => guild.roles.cache.get(role.id)?.name).toBe("Skipper")
    await role.delete()
    await cached(() => guild.members.cache.get(BOB)?.roles.cache.has(role.id)).toBe(false)
    const channel = await guild.channels.create({ name: "cabin", parent: CATEGORY })
    await stage.told("CHANNEL_CREATE", (d) => d.id === channel.id && d.parent_id === CATEGORY)
    await channel.setTopic("quiet")
    await stage.told("CHANNEL_UPDATE", (d) => d.id === channel.id && d.topic === "quiet")
    await channel.delete()
    await cached(() => guild.channels.cache.has(channel.id)).toBe(false)
  })

  it("guilds that it joins and leaves", async () => {
    const id = "200000000000000050"
    await put(`/guilds/${id}`, { name: "Reef", owner_id: BOB, members: [{ user_id: BOB }] })
    const joined = new Promise((resolve) => stage.bot.client.once("guildCreate", resolve))
    await put(`/guilds/${id}/installs/${APP}`, { scopes: ["bot"] })
    expect(await joined).toMatchObject({ id, name: "Reef" })
    const left = new Promise((resolve) => stage.bot.client.once("guildDelete", resolve))
    await stage.control.call("DELETE", `/guilds/${id}/installs/${APP}`)
    expect(await left).toMatchObject({ id })
    expect(stage.bot.client.guilds.cache.has(id)).toBe(false)
  })

  it("a guild's new name", async () => {
    await stage.control.call("PATCH", `/guilds/${ISLAND}`, { name: "Isle" })
    await cached(() => stage.guild(ISLAND).name).toBe("Isle")
  })
})

it("thousands of members come in chunks", async () => {
  const reef = "200000000000000060"
  const ids = Array.from({ length: 2_500 }, (_, i) => String(310000000000000000n + BigInt(i)))
  const world = (await stage.control.call("GET", "/world")).body
  const users = ids.map((id, i) => ({ id, username: `fish${i}` }))
  const guild = { id: reef, name: "Reef", owner_id: BOB, members: [BOB, ...ids].map((user_id) => ({ user_id })) }
  const server = await startServer({
    storage: "memory",
    world: {
      ...world,
      users: [...world.users, ...users],
      guilds: [{ ...guild, installs: [{ application_id: APP, scopes: ["bot"] }] }]
    }
  })
  const bot = await startBot(server.ready.rest_url)
  const reefs = bot.client.guilds.cache.get(reef) ?? expect.fail("no guild")
  expect(reefs).toMatchObject({ memberCount: 2_502, large: true })
  expect(reefs.members.cache.size).toBeLessThan(2_502)
  expect((await reefs.members.fetch()).size).toBe(2_502)
  expect(bot.toldOf("GUILD_MEMBERS_CHUNK").map(({ chunk_index, chunk_count }) => [chunk_index, chunk_count])).toEqual([
    [0, 3],
    [1, 3],
    [2, 3]
  ])
  expectInOrder(bot)
  await bot.stop()
  expect(await server.stop()).toBe(0)
})

it("all that the bot was told is in order", () => expectInOrder(stage.bot))
