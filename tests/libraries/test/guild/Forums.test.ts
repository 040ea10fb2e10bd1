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

const search = async (query: Readonly<Record<string, string>>, ...tags: ReadonlyArray<string>) => {
  const asked = new URLSearchParams([...Object.entries(query), ...tags.map((id) => ["tag", id])])
  const answer = await bot().client.rest.get(`/channels/${forum.id}/threads/search`, { query: asked })
  // The shape of the official document.
  return answer as {
    readonly threads: ReadonlyArray<{ readonly name: string }>
    readonly total_results: number
    readonly has_more: boolean
    readonly first_messages: ReadonlyArray<{ readonly content: string }>
  }
}

it("searches posts by their names and tags, in pages", async () => {
  const availableTags = [{ name: "question" }, { name: "idea" }]
  forum = await guild().channels.create({ name: "quay", type: ChannelType.GuildForum, availableTags })
  const open = (name: string, ...tags: ReadonlyArray<string>) =>
    forum.threads.create({ name, appliedTags: tags.map(tag), message: { content: `About ${name}` } })
  const old = await open("a knot for a rope", "question")
  const other = await open("knots", "question", "idea")
  const last = await open("a knot", "idea")
  const names = async (...asked: Parameters<typeof search>) =>
    (await search(...asked)).threads.map(({ name }) => name).join()
  expect(await names({})).toBe("a knot,knots,a knot for a rope")
  expect(await names({ name: "knot rope", slop: "2" })).toBe("a knot for a rope")
  expect(await names({ name: "knot rope", slop: "1" })).toBe("")
  expect(await names({}, tag("question"), tag("idea"))).toBe("a knot,knots,a knot for a rope")
  expect(await names({ tag_setting: "match_all" }, tag("question"), tag("idea"))).toBe("knots")
  expect(await names({ tag_setting: "match_all", tag: `${tag("question")},${tag("idea")}` })).toBe("knots")
  await old.send("the newest word")
  await last.setArchived(true)
  expect(await names({})).toBe("a knot for a rope,a knot,knots")
  expect(await names({ archived: "true" })).toBe("a knot")
  expect(await names({ archived: "false", sort_by: "creation_time" })).toBe("knots,a knot for a rope")
  expect(await names({ sort_by: "archive_time", limit: "1" })).toBe("a knot")
  expect(await names({ min_id: old.id, max_id: last.id })).toBe("knots")
  expect(await search({ sort_by: "creation_time", sort_order: "asc", limit: "1", offset: "1" })).toMatchObject({
    threads: [{ name: "knots" }],
    total_results: 3,
    has_more: true,
    first_messages: [{ content: "About knots" }]
  })
  for (const [name, value] of Object.entries({ limit: "26", offset: "9976", slop: "101", sort_by: "name", tag: "x" }))
    await expect(search({ [name]: value })).rejects.toThrow(name)
  for (const post of [old, other, last]) await post.delete()
})
