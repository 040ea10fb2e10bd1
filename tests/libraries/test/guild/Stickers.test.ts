/** A discord.js bot that makes stickers of a guild and sends them, and what it is told. */
import { GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const TIDE = "830000000000000001"

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildExpressions,
  holding: () => ({ stickers: [{ id: TIDE, name: "tide", tags: "tide", description: "High tide", user_id: BOB }] })
})

const channel = async () => {
  const found = await bot().client.channels.fetch(GENERAL)
  return found?.isSendable() ? found : expect.fail("no channel")
}

const anchor = () => guild().stickers.cache.find(({ name }) => name === "anchor") ?? expect.fail("no sticker")

it("knows the stickers of a guild when it logs in, and who made them when it asks", async () => {
  expect(guild().stickers.cache.get(TIDE)).toMatchObject({ name: "tide", description: "High tide", available: true })
  expect(await guild().stickers.fetchUser(TIDE)).toMatchObject({ id: BOB, username: "bob" })
  const url = guild().stickers.cache.get(TIDE)?.url ?? ""
  expect((await fetch(url)).headers.get("content-type")).toBe("image/png")
})

it("makes a sticker with a picture, which everybody can fetch", async () => {
  const made = await guild().stickers.create({ file: PIXEL, name: "anchor", tags: "anchor", description: "Stay" })
  expect(made).toMatchObject({ name: "anchor", description: "Stay", tags: "anchor", format: 1, type: 2 })
  expect(made.user?.id).toBe(APP)
  await told("GUILD_STICKERS_UPDATE").toBe(1)
  const { guild_id, stickers } = bot().toldOf("GUILD_STICKERS_UPDATE")[0]
  expect([guild_id, stickers.map(({ id }: { readonly id: string }) => id).sort()]).toEqual([
    GUILD,
    [made.id, TIDE].sort()
  ])
  expect(Buffer.from(await (await fetch(made.url)).arrayBuffer())).toEqual(PIXEL)
  expect(await bot().client.fetchSticker(made.id)).toMatchObject({ id: made.id, guildId: GUILD })
  const text = { file: Buffer.from("<svg/>"), name: "text", tags: "text" }
  await expect(guild().stickers.create(text)).rejects.toThrow("STICKER_INVALID")
  const large = { ...text, file: Buffer.concat([PIXEL, Buffer.alloc(512 * 1024)]) }
  await expect(guild().stickers.create(large)).rejects.toThrow("File uploaded exceeds the maximum size")
})

it("sends them without a text, and gets those that people send", async () => {
  const sent = await (await channel()).send({ stickers: [anchor(), TIDE] })
  expect(sent.stickers.map(({ name }) => name)).toEqual(["anchor", "tide"])
  const unknown = { stickers: ["999999999999999999"] }
  await expect((await channel()).send(unknown)).rejects.toThrow("Invalid sticker sent")
  const answer = await control("POST", `/users/${ALICE}/channels/${GENERAL}/messages`, { stickers: ["tide", "Anchor"] })
  expect(answer.status).toBe(200)
  const [said] = [...(await (await channel()).messages.fetch({ limit: 1 })).values()]
  expect([said?.content, said?.stickers.map(({ name }) => name)]).toEqual(["", ["tide", "Anchor"]])
})

it("reads the packs, and the stickers in them", async () => {
  const packs = await bot().client.fetchStickerPacks()
  const pack = packs.first() ?? expect.fail("no pack")
  expect(await bot().client.fetchStickerPacks({ packId: pack.id })).toMatchObject({ name: pack.name })
  const [standard] = [...pack.stickers.values()]
  expect(await bot().client.fetchSticker(standard?.id ?? "")).toMatchObject({ name: standard?.name, packId: pack.id })
  expect((await fetch(standard?.url ?? "")).status).toBe(200)
})

it("renames it, and deletes it", async () => {
  const made = anchor()
  expect(await made.edit({ name: "hook", description: "Pulls" })).toMatchObject({ name: "hook", description: "Pulls" })
  await told("GUILD_STICKERS_UPDATE").toBe(2)
  expect([...(await guild().stickers.fetch()).keys()].sort()).toEqual([made.id, TIDE].sort())
  await made.delete()
  await expect.poll(() => guild().stickers.cache.has(made.id), { interval: 5 }).toBe(false)
  await expect(guild().stickers.fetch(made.id, { force: true })).rejects.toThrow("Unknown sticker")
  expect((await fetch(made.url)).status).toBe(404)
})

it("is told of the edits of people", async () => {
  const before = bot().toldOf("GUILD_STICKERS_UPDATE").length
  expect((await control("PATCH", `/guilds/${GUILD}/stickers/${TIDE}`, { name: "ebb" })).status).toBe(200)
  await told("GUILD_STICKERS_UPDATE").toBe(before + 1)
  expect(guild().stickers.cache.get(TIDE)?.name).toBe("ebb")
  expect((await control("DELETE", `/guilds/${GUILD}/stickers/${TIDE}`, undefined)).status).toBe(204)
  await told("GUILD_STICKERS_UPDATE").toBe(before + 2)
  expect(guild().stickers.cache.size).toBe(0)
})
