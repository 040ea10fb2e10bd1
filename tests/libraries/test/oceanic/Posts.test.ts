/** An oceanic.js bot that keeps forums and media channels, and private threads with their archives. */
import { ChannelTypes, type ForumChannel, type MediaChannel, type PrivateThreadChannel } from "oceanic.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { harbourmaster } from "./Harbourmaster.ts"

const { rest, guild, client, hears, control } = harbourmaster()

let forum: ForumChannel
const tag = (name: string) => forum.availableTags.find((one) => one.name === name)?.id ?? expect.fail("no tag")
const post = (name: string, more: object = {}) =>
  rest().channels.startThreadInThreadOnlyChannel(forum.id, { name, message: { content: `${name}!` }, ...more })

it("makes a forum with every field, and edits its tags", async () => {
  forum = await rest().guilds.createChannel(GUILD, ChannelTypes.GUILD_FORUM, {
    name: "help",
    topic: "Ask here",
    availableTags: [
      { name: "question", emoji: null, moderated: false },
      { name: "answered", emoji: { id: null, name: "✅" }, moderated: true }
    ],
    defaultReactionEmoji: { id: null, name: "👍" },
    defaultSortOrder: 1,
    defaultForumLayout: 2,
    defaultAutoArchiveDuration: 1440,
    rateLimitPerUser: 10
  })
  await hears("CHANNEL_CREATE")
  expect(forum).toMatchObject({
    availableTags: [
      { name: "question", moderated: false, emoji: null },
      { name: "answered", moderated: true, emoji: { id: null, name: "✅" } }
    ],
    defaultReactionEmoji: { id: null, name: "👍" },
    ...{ defaultSortOrder: 1, defaultForumLayout: 2, defaultAutoArchiveDuration: 1440 },
    ...{ flags: 0, lastThreadID: null, nsfw: false, rateLimitPerUser: 10, topic: "Ask here" }
  })
  const kept = tag("answered")
  await forum.edit({
    availableTags: [...forum.availableTags, { id: "", name: "idea", emoji: null, moderated: false }].map(
      ({ id, ...one }) => (id === "" ? one : { id, ...one })
    ),
    defaultThreadRateLimitPerUser: 5
  })
  await hears("CHANNEL_UPDATE")
  expect(forum.availableTags.map(({ name }) => name)).toEqual(["question", "answered", "idea"])
  expect([tag("answered"), forum.defaultThreadRateLimitPerUser]).toEqual([kept, 5])
})

it("opens a post with tags, pins it, and finds it again", async () => {
  const made = await post("Moor", { appliedTags: [tag("question")], autoArchiveDuration: 1440 })
  await hears("THREAD_CREATE", "MESSAGE_CREATE")
  expect(made).toMatchObject({
    ...{ parentID: forum.id, ownerID: APP, appliedTags: [tag("question")], rateLimitPerUser: 5, messageCount: 0 },
    threadMetadata: { archived: false, autoArchiveDuration: 1440, locked: false }
  })
  expect(forum.lastThreadID).toBe(made.id)
  expect(forum.threads.has(made.id)).toBe(true)
  expect(await rest().channels.getMessage(made.id, made.id)).toMatchObject({ content: "Moor!" })
  await rest().channels.edit(made.id, { appliedTags: [tag("answered")], flags: 2 })
  await hears("THREAD_UPDATE")
  expect(guild().threads.get(made.id)).toMatchObject({ appliedTags: [tag("answered")], flags: 2 })
  const other = await post("Anchor", { appliedTags: [tag("idea")] })
  await rest().channels.edit(other.id, { archived: true })
  const archived = await rest().channels.getPublicArchivedThreads(forum.id)
  expect(archived).toMatchObject({ hasMore: false, threads: [{ id: other.id, appliedTags: [tag("idea")] }] })
  await rest().channels.delete(other.id)
  await hears("THREAD_DELETE")
  expect(guild().threads.has(other.id)).toBe(false)
})

it("pins what is said in a post", async () => {
  const made = await post("Pins")
  const said = await rest().channels.createMessage(made.id, { content: "Read me" })
  await rest().channels.pinMessage(made.id, said.id)
  await hears("CHANNEL_PINS_UPDATE", "MESSAGE_UPDATE", "MESSAGE_CREATE")
  const [pin] = await rest().channels.getPins(made.id)
  expect(pin?.message).toMatchObject({ id: said.id, pinned: true })
  expect(pin?.pinnedTimestamp.getTime()).toBeGreaterThan(said.timestamp.getTime() - 1)
  await rest().channels.unpinMessage(made.id, said.id)
  expect(await rest().channels.getPins(made.id)).toEqual([])
})

it("refuses a post without a tag, in the words that the library shows", async () => {
  await forum.edit({ flags: 16 })
  await expect(post("Where")).rejects.toThrow("A tag is required to create a forum post in this channel")
  await expect(post("Where", { appliedTags: ["1"] })).rejects.toThrow("Unknown tag")
  await forum.edit({ flags: 0 })
})

it("keeps a media channel", async () => {
  const media: MediaChannel = await rest().guilds.createChannel(GUILD, ChannelTypes.GUILD_MEDIA, {
    name: "pictures",
    availableTags: [{ name: "boats", emoji: null, moderated: false }]
  })
  await media.edit({ flags: 1 << 15 })
  expect(media).toMatchObject({ type: 16, flags: 1 << 15, availableTags: [{ name: "boats" }] })
  const shown = await rest().channels.startThreadInThreadOnlyChannel(media.id, {
    name: "A boat",
    appliedTags: media.availableTags.map(({ id }) => id),
    message: { content: "", files: [{ name: "boat.txt", contents: Buffer.from("boat") }] }
  })
  const first = await rest().channels.getMessage(shown.id, shown.id)
  expect(first.attachments.map(({ filename }) => filename)).toEqual(["boat.txt"])
  await media.delete()
  await hears("CHANNEL_DELETE")
  expect(guild().channels.has(media.id)).toBe(false)
})

const secret = (name: string) =>
  rest().channels.startThreadWithoutMessage<PrivateThreadChannel>(GENERAL, { name, type: 12, invitable: false })

it("opens a private thread, and knows who is in it", async () => {
  const thread = await secret("keys")
  await hears("THREAD_CREATE")
  expect(thread).toMatchObject({ type: 12, memberCount: 1, threadMetadata: { invitable: false, locked: false } })
  await rest().channels.addThreadMember(thread.id, BOB)
  await hears("THREAD_MEMBERS_UPDATE")
  expect(thread.memberCount).toBe(2)
  expect(thread.guild.id).toBe(GUILD)
  const members = await rest().channels.getThreadMembers(thread.id, { withMember: true })
  expect(members.map(({ userID }) => userID).sort()).toEqual([APP, BOB].sort())
  expect(members.find(({ userID }) => userID === BOB)).toMatchObject({ member: { user: { username: "bob" } } })
  expect(await rest().channels.getThreadMember(thread.id, BOB)).toMatchObject({ userID: BOB, id: thread.id })
  expect((await control("POST", `/users/${BOB}/channels/${thread.id}/messages`, { content: "ahoy" })).status).toBe(200)
  await rest().channels.removeThreadMember(thread.id, BOB)
  await hears("THREAD_MEMBERS_UPDATE", "MESSAGE_CREATE")
  expect(thread.members.map(({ userID }) => userID)).not.toContain(BOB)
  await rest().channels.leaveThread(thread.id)
  await rest().channels.joinThread(thread.id)
  await expect(rest().channels.getThreadMember(thread.id, ALICE)).rejects.toThrow("Unknown Member")
  expect((await rest().guilds.getActiveThreads(GUILD)).threads.map(({ id }) => id)).toContain(thread.id)
})

it("lists what is archived, a page at a time", async () => {
  const archived = async (thread: { readonly id: string }) => {
    await control("POST", "/clock", { advance_ms: 60_000 })
    return rest().channels.edit(thread.id, { archived: true, locked: true })
  }
  for (const name of ["first", "second"]) await archived(await secret(name))
  const open = (name: string) => rest().channels.startThreadWithoutMessage(GENERAL, { name, type: 11 })
  for (const name of ["one", "two", "three"]) await archived(await open(name))
  await hears("THREAD_CREATE", "THREAD_UPDATE")
  const page = await rest().channels.getPublicArchivedThreads(GENERAL, { limit: 2 })
  expect(page).toMatchObject({ hasMore: true, threads: [{ name: "three", threadMetadata: { locked: true } }, {}] })
  const before = page.threads[1]?.threadMetadata.archiveTimestamp.toISOString() ?? expect.fail("no thread")
  const rests = await rest().channels.getPublicArchivedThreads(GENERAL, { before })
  expect(rests).toMatchObject({ hasMore: false, threads: [{ name: "one" }] })
  const all = await rest().channels.getPrivateArchivedThreads(GENERAL)
  expect(all.threads.map(({ name }) => name)).toEqual(["second", "first"])
  expect(all.members.map(({ userID }) => userID)).toEqual([APP, APP])
  const joined = await rest().channels.getPrivateJoinedArchivedThreads(GENERAL)
  expect(joined.threads.map(({ name }) => name)).toEqual(["second", "first"])
  expect(client().getChannel(GENERAL)?.type).toBe(0)
})
