/** A discord.js bot with webhooks of channels, and a client that knows nothing but the address of one. */
import {
  GatewayIntentBits,
  type GuildTextBasedChannel,
  MessageFlags,
  type NewsChannel,
  type TextChannel,
  type Webhook,
  WebhookClient,
  WebhookType
} from "discord.js"
import { expect, it } from "vitest"
import { BELOW, CATEGORY, THREAD, VAULT } from "../bot/BotWorld.ts"
import { expectInOrder } from "../bot/Stage.ts"
import { ALICE, APP, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const NEWS = "200000000000000041"
const HARBOUR_HOOK = { id: "600000000000000001", token: "h".repeat(68) }
const PICTURE = "data:image/png;base64,iVBORw0KGgo="

const { bot, server, told, control } = administrator({
  intent: GatewayIntentBits.GuildWebhooks,
  holding: ({ channels = [] }) => ({
    channels: [...channels, { id: NEWS, name: "news", type: 5 }],
    webhooks: [{ ...HARBOUR_HOOK, channel_id: VAULT, name: "Harbour office", user_id: ALICE }]
  })
})

let hook: Webhook

// Every channel below is a text channel or a thread.
const channel = (id: string) => bot().client.channels.cache.get(id) as TextChannel
const thread = () => bot().client.channels.cache.get(THREAD) as GuildTextBasedChannel
/** A client of a webhook without a bot: it knows the id and the token. */
const clientOf = ({ id, token }: { readonly id: string; readonly token: string | null }) =>
  new WebhookClient({ id, token: token ?? "" }, { rest: { api: server().ready.rest_url } })

it("creates a webhook with a picture, and lists those of channel and guild", async () => {
  hook = await channel(GENERAL).createWebhook({ name: "Tide times", avatar: PICTURE, reason: "tides" })
  expect(hook).toMatchObject({ name: "Tide times", channelId: GENERAL, guildId: GUILD, applicationId: APP, type: 1 })
  expect(hook.avatar).toMatch(/^[0-9a-f]{32}$/)
  expect(hook.token).toMatch(/^[\w-]{68}$/)
  expect(hook.owner?.id).toBe(APP)
  await told("WEBHOOKS_UPDATE").toBe(1)
  expect(bot().toldOf("WEBHOOKS_UPDATE")).toEqual([{ guild_id: GUILD, channel_id: GENERAL }])
  expect([...(await channel(GENERAL).fetchWebhooks()).keys()]).toEqual([hook.id])
  const guild = await bot().client.guilds.fetch(GUILD)
  const all = await guild.fetchWebhooks()
  expect([...all.keys()]).toEqual([HARBOUR_HOOK.id, hook.id])
  expect(all.get(HARBOUR_HOOK.id)).toMatchObject({ applicationId: null, owner: { id: ALICE } })
  const raw = await fetch(`${server().ready.rest_url}/v10/webhooks/${hook.id}/${hook.token}`)
  expect(await raw.json()).toMatchObject({ url: `${server().ready.rest_url}/webhooks/${hook.id}/${hook.token}` })
})

it("sends under another name, with files, in a thread, and without waiting", async () => {
  const said = await hook.send({
    content: "High tide at noon, @everyone",
    username: "Moon",
    avatarURL: "https://example.com/moon.png",
    files: [{ attachment: Buffer.from("12:00"), name: "tides.txt" }]
  })
  expect(said).toMatchObject({ webhookId: hook.id, applicationId: APP, content: "High tide at noon, @everyone" })
  expect(said.author).toMatchObject({ id: hook.id, username: "Moon", discriminator: "0000", bot: true })
  expect(said.attachments.first()?.name).toBe("tides.txt")
  await told("MESSAGE_CREATE").toBe(1)
  const [created] = bot().toldOf("MESSAGE_CREATE")
  expect(created).toMatchObject({ webhook_id: hook.id, guild_id: GUILD, mention_everyone: true })
  expect(created.author).toMatchObject({ id: hook.id, username: "Moon", bot: true })
  expect(created.member).toBeUndefined()
  const inThread = await hook.send({ content: "Fish!", threadId: THREAD })
  expect(inThread.channelId).toBe(THREAD)
  expect((await thread().messages.fetch(inThread.id)).author.username).toBe("Tide times")
  const silent = await fetch(`${server().ready.rest_url}/v10/webhooks/${hook.id}/${hook.token}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content: "quietly" })
  })
  expect([silent.status, await silent.text()]).toEqual([204, ""])
  await told("MESSAGE_CREATE").toBe(3)
})

it("edits and deletes its own messages alone", async () => {
  const said = await hook.send("Low tide at sx")
  expect((await hook.editMessage(said.id, { content: "Low tide at six" })).content).toBe("Low tide at six")
  expect((await hook.fetchMessage(said.id)).editedAt).not.toBeNull()
  await told("MESSAGE_UPDATE").toBe(1)
  const own = await channel(GENERAL).send("The bot itself")
  await expect(hook.editMessage(own.id, "no")).rejects.toThrow("Unknown Message")
  await expect(said.edit("no")).rejects.toThrow("Cannot edit a message authored by another user")
  await expect(hook.fetchMessage(said.id, { threadId: THREAD })).rejects.toThrow("Unknown Message")
  await hook.deleteMessage(said.id)
  await told("MESSAGE_DELETE").toBe(1)
  const other = await hook.send("A moderator deletes this")
  await channel(GENERAL).messages.delete(other.id)
  await told("MESSAGE_DELETE").toBe(2)
})

it("takes messages in the forms of other services", async () => {
  const hook = await channel(GENERAL).createWebhook({ name: "Office" })
  expect(await hook.sendSlackMessage({ text: "Tide report", attachments: [{ title: "High", color: "#f80" }] })).toBe(
    true
  )
  const last = async () => (await channel(GENERAL).messages.fetch({ limit: 1 })).first()
  const said = await last()
  expect([said?.content, said?.embeds[0]?.title, said?.embeds[0]?.color]).toEqual(["Tide report", "High", 0xff8800])
  const forge = (event: string, told: object) =>
    fetch(`${hook.url}/github`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-github-event": event },
      body: JSON.stringify({ sender: { id: 1, login: "dana", html_url: hook.url, avatar_url: hook.url }, ...told })
    })
  expect((await forge("watch", { action: "started" })).status).toBe(204)
  expect((await last())?.embeds[0]?.title).toBe("New star added")
  expect((await forge("workflow_run", {})).status).toBe(204)
  expect((await last())?.embeds[0]?.title).toBe("New star added")
  await hook.delete()
})

it("a client without a bot uses, renames and deletes a webhook", async () => {
  const made = await channel(BELOW).createWebhook({ name: "News" })
  const client = clientOf(made)
  const said = await client.send({ content: "Extra!", username: "Paper boy" })
  expect(said).toMatchObject({ content: "Extra!", author: { id: made.id, username: "Paper boy" } })
  await client.editMessage(said.id, { content: "Extra! Extra!" })
  expect(await client.fetchMessage(said.id)).toMatchObject({ content: "Extra! Extra!" })
  await client.deleteMessage(said.id)
  await client.edit({ name: "Evening news" })
  expect((await bot().client.fetchWebhook(made.id)).name).toBe("Evening news")
  await expect(client.edit({ name: "Discord news" })).rejects.toThrow('Username cannot contain "discord"')
  await expect(client.send({ content: "x", username: "Clyde" })).rejects.toThrow('Username cannot contain "clyde"')
  await expect(clientOf({ id: made.id, token: "x".repeat(68) }).send("x")).rejects.toThrow("Invalid Webhook Token")
  await client.delete()
  await expect(client.send("x")).rejects.toThrow("Unknown Webhook")
})

it("a webhook of a person shows components, and none that people use", async () => {
  const client = clientOf(HARBOUR_HOOK)
  const button = (more: object) => [{ type: 1, components: [{ type: 2, style: 5, label: "More", ...more }] }]
  const link = button({ url: "https://example.com" })
  expect((await client.send({ content: "Tides", components: link })).components).toEqual([])
  expect((await client.send({ content: "Tides", components: link, withComponents: true })).components).toHaveLength(1)
  const press = button({ style: 1, custom_id: "more" })
  await expect(client.send({ content: "Tides", components: press, withComponents: true })).rejects.toThrow("people use")
  await expect(client.send({ content: "Tides", threadName: "Tides" })).rejects.toThrow("only create threads in forum")
  await expect(client.send({ content: "Tides", threadId: THREAD })).rejects.toThrow("Unknown Channel")
})

it("follows an announcement channel, and gets what the bot crossposts", async () => {
  const news = bot().client.channels.cache.get(NEWS) as NewsChannel
  await news.addFollower(GENERAL, "harbour news")
  const webhook = (await channel(GENERAL).fetchWebhooks()).find(({ type }) => type === WebhookType.ChannelFollower)
  const webhookId = webhook?.id
  expect(webhook).toMatchObject({ type: 2, token: null, sourceChannel: { id: NEWS, name: "news" } })
  expect(webhook?.sourceGuild).toMatchObject({ id: GUILD, name: "Harbour" })
  const said = await news.send({ content: "Regatta!", files: [{ attachment: Buffer.from("map"), name: "map.txt" }] })
  const copies = () =>
    bot()
      .toldOf("MESSAGE_CREATE")
      .filter(({ webhook_id }) => webhook_id === webhookId)
  expect((await said.crosspost()).flags.has(MessageFlags.Crossposted)).toBe(true)
  await expect.poll(() => copies().length, { interval: 5 }).toBe(1)
  expect(copies()[0]).toMatchObject({
    content: "Regatta!",
    channel_id: GENERAL,
    flags: MessageFlags.IsCrosspost,
    author: { id: webhookId, username: "Harbour #news" },
    message_reference: { type: 0, channel_id: NEWS, guild_id: GUILD, message_id: said.id }
  })
  expect(await (await fetch(copies()[0].attachments[0].url)).text()).toBe("map")
  await expect(said.crosspost()).rejects.toThrow("already been crossposted")
})

it("moves, is edited and deleted by a bot, and goes with its channel", async () => {
  const before = bot().toldOf("WEBHOOKS_UPDATE").length
  expect(await hook.edit({ name: "Moon times", channel: BELOW, avatar: null })).toMatchObject({
    name: "Moon times",
    channelId: BELOW,
    avatar: null
  })
  await told("WEBHOOKS_UPDATE").toBe(before + 2)
  expect(await hook.fetchMessage((await hook.send("moved")).id)).toMatchObject({ channelId: BELOW })
  await expect(bot().client.rest.post(`/channels/${CATEGORY}/webhooks`, { body: { name: "x" } })).rejects.toThrow(
    "type"
  )
  await expect(bot().client.rest.post(`/channels/${VAULT}/webhooks`, { body: {} })).rejects.toThrow("required")
  await hook.delete("no longer")
  await expect(bot().client.fetchWebhook(hook.id)).rejects.toThrow("Unknown Webhook")
  const last = await channel(BELOW).createWebhook({ name: "Last" })
  await channel(BELOW).delete()
  await expect(clientOf(last).send("x")).rejects.toThrow("Unknown Webhook")
  expect((await control("GET", `/guilds/${GUILD}/webhooks/${HARBOUR_HOOK.id}`)).body).toMatchObject(HARBOUR_HOOK)
  expectInOrder(bot())
})
