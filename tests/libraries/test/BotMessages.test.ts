/** Messages that an ordinary discord.js bot writes and hears. */
import { once } from "node:events"
import { ChannelType, Events, GatewayIntentBits } from "discord.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ALL_INTENTS, type Bot, startBot } from "./bot/Bot.ts"
import { VAULT } from "./bot/BotWorld.ts"
import { expectInOrder, type Stage, startStage } from "./bot/Stage.ts"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD } from "./World.ts"

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

describe("messages", () => {
  it("that it sends are seen by users and come back as an event", async () => {
    const sent = await (await stage.channel()).send({ content: "hello", embeds: [{ title: "Fish" }] })
    expect(sent).toMatchObject({ content: "hello", author: { id: APP }, guildId: GUILD })
    expect(await stage.control.messages(ALICE, GENERAL)).toContainEqual(expect.objectContaining({ id: sent.id }))
    await stage.told(
      "MESSAGE_CREATE",
      ({ id, guild_id, embeds }) => id === sent.id && guild_id === GUILD && embeds.length
    )
  })

  it("can be edited, answered and deleted", async () => {
    const sent = await (await stage.channel()).send("first")
    expect(await sent.edit("second")).toMatchObject({ content: "second", editedTimestamp: expect.any(Number) })
    await stage.told("MESSAGE_UPDATE", ({ id, content }) => id === sent.id && content === "second")
    const answer = await sent.reply("an answer")
    expect(answer).toMatchObject({ type: 19, reference: { messageId: sent.id } })
    expect(await answer.fetchReference()).toMatchObject({ id: sent.id })
    await answer.delete()
    await stage.told("MESSAGE_DELETE", ({ id, channel_id }) => id === answer.id && channel_id === GENERAL)
    const left = await (await stage.channel()).messages.fetch({ limit: 50 })
    expect(left.has(sent.id)).toBe(true)
    expect(left.has(answer.id)).toBe(false)
  })

  it("of users come with who wrote them", async () => {
    const heard = new Promise((resolve) => stage.bot.client.once("messageCreate", resolve))
    const said = await stage.control.say(BOB, GENERAL, "ahoy")
    expect(await heard).toMatchObject({
      id: said.id,
      content: "ahoy",
      author: { id: BOB },
      guild: { id: GUILD },
      channel: { id: GENERAL },
      member: { id: BOB, displayName: "Bob" }
    })
  })

  it("of users that are changed and taken back are so in its cache too", async () => {
    const said = await stage.control.say(BOB, GENERAL, "ahoi")
    await stage.told("MESSAGE_CREATE", ({ id }) => id === said.id)
    const own = `/users/${BOB}/channels/${GENERAL}/messages/${said.id}`
    const updated = once(stage.bot.client, Events.MessageUpdate)
    expect(await stage.control.call("PATCH", own, { content: "ahoy" })).toMatchObject({ status: 200 })
    expect(await updated).toMatchObject([
      { id: said.id, content: "ahoi" },
      { id: said.id, content: "ahoy", author: { id: BOB }, editedTimestamp: expect.any(Number) }
    ])
    const deleted = once(stage.bot.client, Events.MessageDelete)
    expect(await stage.control.call("DELETE", own)).toMatchObject({ status: 204 })
    expect(await deleted).toMatchObject([{ id: said.id, content: "ahoy", guildId: GUILD, channelId: GENERAL }])
  })

  it("where it may not look stay secret", async () => {
    await stage.control.say(BOB, VAULT, "psst")
    const said = await stage.control.say(BOB, GENERAL, "loud")
    await stage.told("MESSAGE_CREATE", ({ id }) => id === said.id)
    expect(stage.bot.toldOf("MESSAGE_CREATE").filter(({ channel_id }) => channel_id === VAULT)).toEqual([])
  })

  it("come and go in direct messages too", async () => {
    const said = await stage.control.say(ALICE, BOT_DM, "between us")
    await stage.told("MESSAGE_CREATE", ({ id, content }) => id === said.id && content === "between us")
    const alice = await stage.bot.client.users.fetch(ALICE)
    const sent = await alice.send("and back")
    expect(sent.channelId).toBe(BOT_DM)
    expect((await stage.control.messages(ALICE, BOT_DM)).at(-1)).toMatchObject({ content: "and back" })
  })

  it("can be reacted to, pinned and deleted together", async () => {
    const channel = stage.guild().channels.cache.get(GENERAL)
    if (!channel?.isTextBased()) return expect.fail("no channel")
    const [first, second] = [await channel.send("one"), await channel.send("two")]
    await first.react("👍")
    await stage.told("MESSAGE_REACTION_ADD", (d) => d.message_id === first.id && d.emoji.name === "👍")
    await first.reactions.cache.get("👍")?.users.remove()
    await stage.told("MESSAGE_REACTION_REMOVE", (d) => d.message_id === first.id && d.user_id === APP)
    await second.pin()
    await stage.told("CHANNEL_PINS_UPDATE", (d) => d.channel_id === GENERAL)
    await channel.bulkDelete([first, second])
    await stage.told("MESSAGE_DELETE_BULK", (d) => d.ids.includes(first.id) && d.ids.includes(second.id))
  })

  it("can start a thread, where it speaks too", async () => {
    const channel = stage.guild().channels.cache.get(GENERAL)
    if (channel?.type !== ChannelType.GuildText) return expect.fail("no text channel")
    const thread = await channel.threads.create({ name: "talk" })
    await stage.told("THREAD_CREATE", (d) => d.id === thread.id && d.parent_id === GENERAL)
    const said = await thread.send("here")
    await stage.told("MESSAGE_CREATE", (d) => d.id === said.id && d.channel_id === thread.id)
    await thread.setArchived(true)
    await stage.told("THREAD_UPDATE", (d) => d.id === thread.id && d.thread_metadata.archived)
    await thread.delete()
    await stage.told("THREAD_DELETE", (d) => d.id === thread.id)
  })

  it("are announced by typing", async () => {
    await (await stage.channel()).sendTyping()
    await stage.told("TYPING_START", (d) => d.user_id === APP && d.channel_id === GENERAL)
  })

  describe("without the intent for their content", () => {
    let other: Bot
    beforeAll(async () => {
      const intents = ALL_INTENTS.filter((intent) => intent !== GatewayIntentBits.MessageContent)
      other = await startBot(stage.server.ready.rest_url, { intents })
    })
    afterAll(() => other.stop())

    it.each([
      ["are empty in a guild", GENERAL, "hidden", ""],
      ["are whole when they mention it", GENERAL, `for <@${APP}>`, `for <@${APP}>`],
      ["are whole in its direct messages", BOT_DM, "for you", "for you"]
    ])("%s", async (_, channel, content, seen) => {
      const said = await stage.control.say(ALICE, channel, content)
      await stage.told("MESSAGE_CREATE", (d) => d.id === said.id && d.content === seen, other)
      await stage.told("MESSAGE_CREATE", (d) => d.id === said.id && d.content === content)
    })

    it("are whole when they are its own", async () => {
      const sent = await (await stage.channel()).send("mine")
      await stage.told("MESSAGE_CREATE", (d) => d.id === sent.id && d.content === "mine", other)
    })
  })
})

it("all that the bot was told is in order", () => expectInOrder(stage.bot))
