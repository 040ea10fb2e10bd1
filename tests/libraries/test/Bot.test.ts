/** An ordinary discord.js bot against the built program: what it knows when it is ready, and its interactions. */
import { once } from "node:events"
import {
  ActionRowBuilder,
  ApplicationCommandPermissionType,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Events,
  type Interaction,
  OverwriteType,
  PermissionFlagsBits
} from "discord.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registerPing, startBot } from "./bot/Bot.ts"
import { BELOW, CATEGORY, ISLAND, PERMISSIONS_TOKEN, THREAD, VAULT } from "./bot/BotWorld.ts"
import { expectInOrder, type Stage, startStage } from "./bot/Stage.ts"
import { type EndpointApp, startEndpoint } from "./EndpointApp.ts"
import { ALICE, APP, BOB, GENERAL, GUILD, MODERATOR, OTHER_APP } from "./World.ts"

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

describe("once it is ready, it knows", () => {
  it("itself and its application", () => {
    const { user, application } = stage.bot.client
    expect(user).toMatchObject({ id: APP, username: "Pet Shop", bot: true, tag: expect.stringMatching(/^Pet Shop/) })
    expect(application.id).toBe(APP)
    expect(application.flags.toArray()).toEqual(
      expect.arrayContaining(["GatewayGuildMembersLimited", "GatewayMessageContentLimited"])
    )
  })

  it("more of its application when it asks", async () => {
    const application = await stage.bot.client.application.fetch()
    expect(application).toMatchObject({ name: "Pet Shop", owner: { id: ALICE, username: "alice" } })
  })

  it("its guilds, whole, and no other", () => {
    expect([...stage.bot.client.guilds.cache.keys()]).toEqual([GUILD, ISLAND])
    const guild = stage.guild()
    expect(guild).toMatchObject({ name: "Harbour", ownerId: ALICE, memberCount: 4, available: true, shardId: 0 })
    expect(guild.preferredLocale).toBe("en-US")
  })

  it("their roles, its own among them", () => {
    const { roles } = stage.guild()
    expect(roles.cache.map(({ name }) => name).sort()).toEqual(["@everyone", "Moderator", "Pet Shop"])
    expect(roles.everyone.permissions.has(PermissionFlagsBits.SendMessages)).toBe(true)
    expect(roles.cache.get(MODERATOR)?.permissions.toArray()).toEqual(["ManageMessages"])
    expect(roles.botRoleFor(APP)).toMatchObject({ managed: true, name: "Pet Shop" })
  })

  it("their channels and active threads", () => {
    const { channels } = stage.guild()
    expect(channels.cache.get(BELOW)).toMatchObject({ name: "below", parentId: CATEGORY, topic: "What lies below" })
    expect(channels.cache.get(CATEGORY)).toMatchObject({ type: ChannelType.GuildCategory })
    expect(channels.cache.get(THREAD)).toMatchObject({ name: "fish", parentId: GENERAL, ownerId: BOB })
    const vault = channels.cache.get(VAULT)
    expect(vault && "permissionOverwrites" in vault && vault.permissionOverwrites.cache.get(APP)?.type).toBe(
      OverwriteType.Member
    )
  })

  it("its own member and what that may do", () => {
    const { members, channels } = stage.guild()
    const me = members.me ?? expect.fail("no member of its own")
    expect(me.permissions.has([PermissionFlagsBits.ManageRoles, PermissionFlagsBits.ManageChannels])).toBe(true)
    expect(me.permissions.has(PermissionFlagsBits.BanMembers)).toBe(false)
    const inGeneral = channels.cache.get(GENERAL)?.permissionsFor(me)
    expect(inGeneral?.has(PermissionFlagsBits.SendMessages)).toBe(true)
    expect(channels.cache.get(VAULT)?.permissionsFor(me).has(PermissionFlagsBits.ViewChannel)).toBe(false)
  })

  it("every member when it asks the gateway", async () => {
    const { members } = stage.guild()
    const all = await members.fetch()
    expect([...all.keys()].sort()).toEqual([...members.cache.keys()].sort())
    expect(all.get(BOB)).toMatchObject({ displayName: "Bob", user: { username: "bob", bot: false } })
    expect(all.get(BOB)?.roles.cache.has(MODERATOR)).toBe(true)
    expect(all.get(APP)?.user.bot).toBe(true)
  })

  it("members by their names, or by their ids", async () => {
    const { members } = stage.guild()
    expect([...(await members.fetch({ query: "bo", limit: 5 })).keys()]).toEqual([BOB])
    expect([...(await members.fetch({ user: [ALICE] })).keys()]).toEqual([ALICE])
  })
})

describe("an interaction", () => {
  it("is answered, and its answer can be fetched", async () => {
    const command_id = await registerPing(stage.bot)
    const asked = new Promise<Interaction>((resolve) => stage.bot.client.once("interactionCreate", resolve))
    const used = await stage.control.use(ALICE, GENERAL, { command_id })
    expect(used).toMatchObject({ state: "responded", message: { content: "pong from shard 0" } })
    await stage.told("MESSAGE_CREATE", ({ id }) => id === used.message.id)
    const interaction = await asked
    if (!interaction.isRepliable()) return expect.fail("it can not be answered")
    expect(await interaction.fetchReply()).toMatchObject({ id: used.message.id, content: "pong from shard 0" })
  })

  it("with a message that it sent by itself is awaited by its collector", async () => {
    const button = new ButtonBuilder().setCustomId("wave").setLabel("Wave").setStyle(ButtonStyle.Primary)
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(button)
    const sent = await (await stage.channel()).send({ content: "Wave back", components: [row] })
    const pressed = sent.awaitMessageComponent({ time: 5_000 })
    const used = stage.control.press(BOB, sent.id, { custom_id: "wave" })
    await (await pressed).update({ content: "waved", components: [] })
    expect(await used).toMatchObject({ state: "responded", response: { type: 7 } })
    await stage.told("MESSAGE_UPDATE", ({ id, content }) => id === sent.id && content === "waved")
  })

  it("brings the channel, the member and the rights of both from its caches", async () => {
    const command_id = await registerPing(stage.bot)
    const seen = new Promise<unknown>((resolve) =>
      stage.bot.client.once("interactionCreate", (interaction) =>
        resolve({
          guild: interaction.guild?.name,
          channel: interaction.channel?.id,
          member: interaction.inCachedGuild() && interaction.member.displayName,
          may: interaction.memberPermissions?.has(PermissionFlagsBits.ManageMessages),
          app: interaction.appPermissions.has(PermissionFlagsBits.ManageChannels)
        })
      )
    )
    await stage.control.use(BOB, GENERAL, { command_id })
    expect(await seen).toEqual({ guild: "Harbour", channel: GENERAL, member: "Bob", may: true, app: true })
  })

  it("is allowed or not by a user of the guild, whose bearer token the bot takes; it is told of both", async () => {
    const command = await registerPing(stage.bot)
    const { permissions } = stage.bot.client.application.commands
    for (const allowed of [false, true]) {
      const told = once(stage.bot.client, Events.ApplicationCommandPermissionsUpdate)
      await permissions.set({
        command,
        guild: GUILD,
        token: PERMISSIONS_TOKEN,
        permissions: [{ id: BOB, type: ApplicationCommandPermissionType.User, permission: allowed }]
      })
      expect(await told).toEqual([
        { id: command, applicationId: APP, guildId: GUILD, permissions: [{ id: BOB, type: 2, permission: allowed }] }
      ])
      const used = await stage.control.use(BOB, GENERAL, { command_id: command })
      expect(used).toMatchObject(allowed ? { state: "responded" } : { status: 403 })
    }
    expect(await permissions.fetch({ command, guild: GUILD })).toHaveLength(1)
  })

  describe("of an application with an endpoint URL", () => {
    let endpoint: EndpointApp
    beforeAll(async () => {
      endpoint = await startEndpoint(stage.server.ready.applications[0]?.public_key ?? "")
      endpoint.handle = () => ({ json: { type: 4, data: { content: "from the endpoint" } } })
      await stage.bot.client.application.edit({ interactionsEndpointURL: endpoint.url })
    })
    afterAll(async () => {
      await stage.control.call("PATCH", `/applications/${APP}`, { interactions_endpoint_url: null })
      await endpoint.stop()
    })

    it("goes there and not over the gateway, which still tells of everything else", async () => {
      const command_id = await registerPing(stage.bot)
      const before = stage.bot.toldOf("INTERACTION_CREATE").length
      const used = await stage.control.use(ALICE, GENERAL, { command_id })
      expect(used).toMatchObject({ message: { content: "from the endpoint" } })
      await stage.told("MESSAGE_CREATE", ({ id }) => id === used.message.id)
      expect(endpoint.received).toHaveLength(1)
      expect(stage.bot.toldOf("INTERACTION_CREATE")).toHaveLength(before)
    })
  })
})

describe("a log-in is refused", () => {
  it.each([
    ["with a wrong token", { token: "no-such-token" }, "An invalid token was provided."],
    ["with intents that the application was not granted", { token: "other-bot-token" }, "Used disallowed intents"],
    ["for a shard that there is not", { shards: [2], shardCount: 2 }, "Invalid shard"]
  ])("%s, and the library says so", async (_, options, message) => {
    await expect(startBot(stage.server.ready.rest_url, options)).rejects.toThrow(message)
  })

  it("when its token changes while it is logged in", async () => {
    const bot = await startBot(stage.server.ready.rest_url, { token: "other-bot-token", intents: [] })
    const ended = once(bot.client, Events.ShardDisconnect)
    const changed = await stage.control.call("PATCH", `/applications/${OTHER_APP}`, { bot: { token: "another-token" } })
    expect(changed.status).toBe(200)
    expect(await ended).toMatchObject([{ code: 4004 }, 0])
    await bot.stop()
  })
})

it("all that the bot was told is in order", () => expectInOrder(stage.bot))
