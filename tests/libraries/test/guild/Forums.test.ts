/** A discord.js bot that makes a forum, opens posts in it, tags and pins them, and lets a webhook post. */
import {
  ChannelFlags,
  ChannelType,
  type ForumChannel,
  GatewayIntentBits,
  SortOrderType,
  ThreadAutoArchiveDuration
} from "discord.js"
import { expect, it } from "vitest"
import { APP } from "../World.ts"
import { administrator } from "./Administrator.ts"

const { bot, told, guild } = administrator({ intent: GatewayIntentBits.GuildMembers })

let forum: ForumChannel
const tag = (name: string) => forum.availableTags.find((one) => one.name === name)?.id ?? expect.fail("no tag")

it("makes a forum with tags, and edits them", async () => {
  forum = await guild().channels.create({
    name: "help",
    type: ChannelType.GuildForum,
    topic: "Ask here",
    availableTags: [{ name: "question" }, { name: "answered", moderated: true, emoji: { id: null, name: "✅" } }],
    defaultReactionEmoji: { id: null, name: "👍" },
    defaultSortOrder: SortOrderType.CreationDate,
    defaultThreadRateLimitPerUser: 5
  })
  expect(forum).toMatchObject({
    availableTags: [
      { name: "question", moderated: false, emoji: null },
      { name: "answered", moderated: true, emoji: { id: null, name: "✅" } }
    ],
    defaultReactionEmoji: { name: "👍" },
    defaultSortOrder: SortOrderType.CreationDate
  })
  const before = forum.availableTags.map(({ id }) => id)
  await forum.setAvailableTags([...forum.availableTags, { name: "idea" }])
  expect(forum.availableTags.map(({ id }) => id).slice(0, 2)).toEqual(before)
  await told("CHANNEL_UPDATE").toBe(1)
  expect(bot().toldOf("CHANNEL_UPDATE")[0].available_tags).toHaveLength(3)
})

it("opens a post with a file, whose first message has its id", async () => {
  const post = await forum.threads.create({
    name: "How do I moor?",
    autoArchiveDuration: ThreadAutoArchiveDuration.OneDay,
    appliedTags: [tag("question")],
    message: { content: "With which knot?", files: [{ attachment: Buffer.from("knot"), name: "knot.txt" }] }
  })
  expect(post).toMatchObject({ parentId: forum.id, appliedTags: [tag("question")], messageCount: 0, ownerId: APP })
  const first = await post.fetchStarterMessage()
  expect(first).toMatchObject({ id: post.id, content: "With which knot?" })
  expect(await (await fetch(first?.attachments.first()?.url ?? "")).text()).toBe("knot")
  await told("THREAD_CREATE").toBe(1)
  await told("MESSAGE_CREATE").toBe(1)
  await post.setAppliedTags([tag("answered")])
  expect(post.appliedTags).toEqual([tag("answered")])
  await post.pin()
  expect(post.flags.has(ChannelFlags.Pinned)).toBe(true)
  const other = await forum.threads.create({ name: "Why?", message: { content: "!" } })
  await expect(other.pin()).rejects.toThrow("Maximum number of pinned threads in a forum channel")
  await post.unpin()
  await other.pin()
})

it("is refused without a tag that it needs, and with one that is not there", async () => {
  await forum.edit({ flags: ChannelFlags.RequireTag })
  const open = (more: object) => forum.threads.create({ name: "Where?", message: { content: "?" }, ...more })
  await expect(open({})).rejects.toThrow("A tag is required to create a forum post in this channel")
  await expect(open({ appliedTags: ["1"] })).rejects.toThrow("Unknown tag")
  await expect(open({ message: { content: "" }, appliedTags: [tag("idea")] })).rejects.toThrow("empty message")
  await forum.edit({ flags: 0 })
})

it("a webhook opens a post by a name, and writes into it by its id", async () => {
  const hook = await forum.createWebhook({ name: "Tides" })
  const said = await hook.send({ content: "High at noon", threadName: "Tides", appliedTags: [tag("idea")] })
  expect(said.channelId).toBe(said.id)
  await expect.poll(() => bot().client.channels.cache.get(said.id)).toMatchObject({ name: "Tides", parentId: forum.id })
  expect((await hook.send({ content: "Low at six", threadId: said.id })).channelId).toBe(said.id)
  await expect(hook.send("Nowhere")).rejects.toThrow("must have a thread_name or thread_id")
})
