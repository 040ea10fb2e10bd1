/** A discord.js bot that opens threads, joins and leaves them, adds and removes people, archives and lists them. */
import {
  ChannelType,
  GatewayIntentBits,
  type PublicThreadChannel,
  type TextChannel,
  ThreadAutoArchiveDuration
} from "discord.js"
import { expect, it } from "vitest"
import { THREAD } from "../bot/BotWorld.ts"
import { ALICE, APP, BOB, GENERAL } from "../World.ts"
import { administrator } from "./Administrator.ts"

const { bot, told, guild, control } = administrator({ intent: GatewayIntentBits.GuildMembers })

const general = () => bot().client.channels.cache.get(GENERAL) as TextChannel
const fish = () => bot().client.channels.cache.get(THREAD) as PublicThreadChannel
const membersOf = async (thread: PublicThreadChannel | Awaited<ReturnType<typeof secret>>) =>
  [...(await thread.members.fetch({ cache: false })).keys()].toSorted()
const secret = () => general().threads.create({ name: "secret", type: ChannelType.PrivateThread, invitable: false })

it("joins a thread, adds and removes people, and leaves it", async () => {
  expect([fish().joined, fish().memberCount]).toEqual([false, 1])
  await fish().join()
  await told("THREAD_MEMBER_UPDATE").toBe(1)
  await fish().members.add(ALICE)
  await told("THREAD_MEMBERS_UPDATE").toBe(2)
  expect(bot().toldOf("THREAD_MEMBERS_UPDATE").at(-1)).toMatchObject({
    id: THREAD,
    member_count: 3,
    added_members: [{ user_id: ALICE, member: { user: { id: ALICE } }, presence: null }]
  })
  expect(await membersOf(fish())).toEqual([APP, ALICE, BOB].toSorted())
  expect((await fish().members.fetch({ member: ALICE, withMember: true, force: true })).guildMember?.id).toBe(ALICE)
  const page = await fish().members.fetch({ withMember: true, limit: 2, cache: false })
  expect([...page.keys()]).toEqual([APP, ALICE, BOB].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).slice(0, 2))
  await fish().members.remove(ALICE)
  await told("THREAD_MEMBERS_UPDATE").toBe(3)
  expect(bot().toldOf("THREAD_MEMBERS_UPDATE").at(-1)).toMatchObject({ removed_member_ids: [ALICE] })
  await expect(fish().members.fetch({ member: ALICE, force: true })).rejects.toThrow("Unknown Member")
  await fish().leave()
  await told("THREAD_MEMBERS_UPDATE").toBe(4)
  expect(fish().joined).toBe(false)
})

it("opens a private thread, of which it is the first member", async () => {
  const thread = await secret()
  expect(thread).toMatchObject({ type: ChannelType.PrivateThread, invitable: false, joined: true, memberCount: 1 })
  expect(await membersOf(thread)).toEqual([APP])
  await thread.setInvitable(true)
  expect(thread.invitable).toBe(true)
  expect((await thread.fetchOwner())?.id).toBe(APP)
  const view = await control("GET", `/users/${BOB}/view`)
  expect(JSON.stringify(view.body)).not.toContain(thread.id)
  await thread.members.add(BOB)
  expect(JSON.stringify((await control("GET", `/users/${BOB}/view`)).body)).toContain(thread.id)
})

it("lists archived threads, by the time at which they were archived, in pages", async () => {
  const open = (name: string) => general().threads.create({ name, type: ChannelType.PublicThread })
  for (const name of ["one", "two", "three"]) {
    const thread = await open(name)
    await control("POST", "/clock", { advance_ms: 60_000 })
    await thread.setArchived(true)
  }
  const names = (page: Awaited<ReturnType<TextChannel["threads"]["fetchArchived"]>>) =>
    [...page.threads.values()].map(({ name }) => name)
  const first = await general().threads.fetchArchived({ limit: 2 })
  expect([names(first), first.hasMore]).toEqual([["three", "two"], true])
  const last = [...first.threads.values()].at(-1) ?? expect.fail("no thread")
  const rest = await general().threads.fetchArchived({ before: last })
  expect([names(rest), rest.hasMore]).toEqual([["one"], false])
  for (const thread of [await secret(), await secret()]) await thread.setArchived(true)
  const ofAll = await general().threads.fetchArchived({ type: "private", fetchAll: true })
  const own = await general().threads.fetchArchived({ type: "private" })
  expect([names(ofAll), names(own)]).toEqual([
    ["secret", "secret"],
    ["secret", "secret"]
  ])
})

it("hears of a thread that archives itself by the clock, and of one that is deleted", async () => {
  const thread = await general().threads.create({
    name: "brief",
    autoArchiveDuration: ThreadAutoArchiveDuration.OneHour,
    type: ChannelType.PublicThread
  })
  await thread.send("anybody?")
  await control("POST", "/clock", { advance_ms: 3_600_000 + 1_000 })
  await expect.poll(() => thread.archived).toBe(true)
  await expect(thread.join()).rejects.toThrow("Thread is archived")
  await thread.send("awake")
  await expect.poll(() => thread.archived).toBe(false)
  const before = bot().toldOf("THREAD_DELETE").length
  await thread.delete()
  await told("THREAD_DELETE").toBe(before + 1)
  expect((await guild().channels.fetchActiveThreads()).threads.has(thread.id)).toBe(false)
})
