/** A discord.js bot that reads the embeds which messages get because of links. */
import { ChannelType, GatewayIntentBits, MessageFlags } from "discord.js"
import { expect, it } from "vitest"
import { ALICE } from "../World.ts"
import { administrator } from "./Administrator.ts"

const PLAZA = "200000000000000077"
const [BOATS, CAT] = ["https://example.com/boats", "https://example.com/cat.gif"]

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.MessageContent,
  holding: ({ channels = [] }) => ({ channels: [...channels, { id: PLAZA, name: "plaza", type: 0 }] })
})

const plaza = () => {
  const found = guild().channels.cache.get(PLAZA)
  return found?.type === ChannelType.GuildText ? found : expect.fail("no channel")
}

const says = async (content: string): Promise<string> => {
  const answer = await control("POST", `/users/${ALICE}/channels/${PLAZA}/messages`, { content })
  expect(answer.body.embeds).toEqual([])
  return answer.body.id
}

const updates = () => bot().toldOf("MESSAGE_UPDATE").length
const titles = async (id: string) =>
  (await plaza().messages.fetch({ message: id, force: true })).embeds.map((e) => e.title)

const links = {
  [BOATS]: {
    type: "article",
    title: "Boats",
    provider: { name: "Example" },
    thumbnail: { url: `${BOATS}.png`, width: 64 }
  },
  [CAT]: { type: "gifv", title: "Cat", video: { url: "https://example.com/cat.mp4", width: 320, height: 240 } }
}

it("is told of an embed a moment after somebody has sent a link", async () => {
  expect((await control("PATCH", "/links", { links })).status).toBe(200)
  const id = await says(`see ${BOATS}, not <${CAT}> or https://example.com/unknown`)
  await told("MESSAGE_UPDATE").toBe(1)
  const [update] = bot().toldOf("MESSAGE_UPDATE")
  expect(update).toMatchObject({
    id,
    edited_timestamp: null,
    embeds: [
      {
        ...{ type: "article", url: BOATS, title: "Boats", provider: { name: "Example" } },
        thumbnail: { url: `${BOATS}.png`, proxy_url: `${BOATS}.png`, width: 64 }
      }
    ]
  })
  expect(plaza().messages.cache.get(id)?.embeds[0]?.provider?.name).toBe("Example")
})

it("finds them behind the embeds that it sends, and keeps them when it edits those", async () => {
  const before = updates()
  const sent = await plaza().send({ content: `${BOATS} ${CAT}`, embeds: [{ title: "Own" }] })
  await told("MESSAGE_UPDATE").toBe(before + 1)
  expect(bot().toldOf("MESSAGE_CREATE").at(-1)).toMatchObject({ id: sent.id, embeds: [{ title: "Own" }] })
  expect(await titles(sent.id)).toEqual(["Own", "Boats", "Cat"])
  await sent.edit({ embeds: [{ title: "Other" }] })
  await told("MESSAGE_UPDATE").toBe(before + 2)
  expect(await titles(sent.id)).toEqual(["Other", "Boats", "Cat"])
  await sent.edit({ content: CAT })
  await told("MESSAGE_UPDATE").toBe(before + 4)
  expect(await titles(sent.id)).toEqual(["Other", "Cat"])
  await sent.edit({ content: "nothing" })
  expect(await titles(sent.id)).toEqual(["Other"])
})

it("hides them with SUPPRESS_EMBEDS, and shows them again", async () => {
  const sent = await plaza().send({ content: BOATS, flags: MessageFlags.SuppressEmbeds })
  expect(await titles(sent.id)).toEqual([])
  const before = updates()
  await sent.suppressEmbeds(false)
  await told("MESSAGE_UPDATE").toBe(before + 2)
  expect(await titles(sent.id)).toEqual(["Boats"])
  await sent.suppressEmbeds(true)
  expect(await titles(sent.id)).toEqual([])
  await sent.suppressEmbeds(false)
  expect(await titles(sent.id)).toEqual(["Boats"])
})

it("keeps links and the embeds that they made through an export of the world", async () => {
  const id = await says(BOATS)
  const world = (await control("GET", "/world", undefined)).body
  expect(Object.keys(world.links)).toEqual([CAT, BOATS].sort((a, b) => a.length - b.length))
  expect(world.messages.find((one: { id: string }) => one.id === id)).toMatchObject({ link_embeds: 1 })
  expect((await control("PUT", "/world", world)).status).toBe(204)
  expect((await control("GET", "/world", undefined)).body.links).toEqual(world.links)
})

it("is told why embeds of links are wrong, and loses one that is taken away", async () => {
  const wrong = await control("PATCH", "/links", {
    links: { boats: {}, [CAT]: { type: "poster", color: -1, video: {} } }
  })
  expect(wrong.status).toBe(400)
  expect(Object.keys(wrong.body.errors.links)).toEqual(expect.arrayContaining(["boats", CAT]))
  expect((await control("PATCH", "/links", { links: 1 })).status).toBe(400)
  const left = await control("PATCH", "/links", { links: { [CAT]: null } })
  expect(Object.keys(left.body.links)).toEqual([BOATS])
})
