/** A discord.js bot that makes emojis of a guild and of its own, reacts with them, and what it is told. */
import { GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { expectInOrder } from "../bot/Stage.ts"
import { APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const SHIP = "800000000000000001"
const MATES = "200000000000000019"

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildExpressions,
  holding: (guild) => ({
    roles: [...(("roles" in guild && guild.roles) || []), { id: MATES, name: "Mates" }],
    emojis: [{ id: SHIP, name: "ship", user_id: BOB }]
  })
})

const pictureAt = async (url: string) => {
  const answer = await fetch(url)
  return { type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) }
}

it("knows the emojis of a guild when it logs in, and who made them when it asks", async () => {
  expect(guild().emojis.cache.get(SHIP)).toMatchObject({ name: "ship", animated: false, available: true })
  expect(await guild().emojis.fetchAuthor(SHIP)).toMatchObject({ id: BOB, username: "bob" })
  const { type, bytes } = await pictureAt(guild().emojis.cache.get(SHIP)?.imageURL() ?? "")
  expect([type, bytes.subarray(1, 4).toString()]).toEqual(["image/png", "PNG"])
})

it("makes an emoji with a picture, which everybody can fetch", async () => {
  const made = await guild().emojis.create({ name: "wave", attachment: PIXEL, reason: "Hello" })
  expect(made).toMatchObject({ name: "wave", author: { id: APP }, managed: false, requiresColons: true })
  await told("GUILD_EMOJIS_UPDATE").toBe(1)
  const { guild_id, emojis } = bot().toldOf("GUILD_EMOJIS_UPDATE")[0]
  expect([guild_id, emojis.map(({ id }: { readonly id: string }) => id).sort()]).toEqual([
    GUILD,
    [made.id, SHIP].sort()
  ])
  expect(await pictureAt(made.imageURL({ extension: "png", size: 64 }))).toEqual({ type: "image/png", bytes: PIXEL })
  await expect(guild().emojis.create({ name: "a b", attachment: PIXEL })).rejects.toThrow("STRING_TYPE_REGEX")
  await expect(guild().emojis.create({ name: "text", attachment: Buffer.from("<svg/>") })).rejects.toThrow(
    "IMAGE_INVALID"
  )
  const large = Buffer.concat([PIXEL, Buffer.alloc(256 * 1024)])
  await expect(guild().emojis.create({ name: "large", attachment: large })).rejects.toThrow("larger than 256.0 kb")
})

it("renames it, restricts it to a role, and deletes it", async () => {
  const wave = guild().emojis.cache.find(({ name }) => name === "wave") ?? expect.fail("no emoji")
  expect(await wave.edit({ name: "ahoy", roles: [MATES] })).toMatchObject({ name: "ahoy" })
  await told("GUILD_EMOJIS_UPDATE").toBe(2)
  expect([...wave.roles.cache.keys()]).toEqual([MATES])
  await wave.roles.set([])
  await told("GUILD_EMOJIS_UPDATE").toBe(3)
  expect(wave.roles.cache.size).toBe(0)
  expect([...(await guild().emojis.fetch()).keys()].sort()).toEqual([wave.id, SHIP].sort())
  const url = wave.imageURL()
  await wave.delete()
  await expect.poll(() => guild().emojis.cache.has(wave.id), { interval: 5 }).toBe(false)
  await expect(guild().emojis.fetch(wave.id, { force: true })).rejects.toThrow("Unknown Emoji")
  expect((await fetch(url)).status).toBe(404)
})

it("makes emojis of its own, no two of one name", async () => {
  const { emojis } = bot().client.application
  const paw = await emojis.create({ name: "paw", attachment: PIXEL })
  expect(paw).toMatchObject({ name: "paw", author: { id: APP } })
  await expect(emojis.create({ name: "paw", attachment: PIXEL })).rejects.toThrow(
    "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
  )
  expect(await emojis.edit(paw.id, { name: "tail" })).toMatchObject({ name: "tail" })
  expect([...(await emojis.fetch()).values()].map(({ name }) => name)).toEqual(["tail"])
  expect(await emojis.fetch(paw.id, { force: true })).toMatchObject({ id: paw.id })
  expect((await pictureAt(paw.imageURL())).bytes).toEqual(PIXEL)
})

it("reacts with both, and not with what nobody has", async () => {
  const channel = bot().client.channels.cache.get(GENERAL)
  const said = channel?.isSendable() ? await channel.send("ahoy") : expect.fail("no channel")
  await said.react(guild().emojis.cache.get(SHIP) ?? expect.fail("no emoji"))
  const own = (await bot().client.application.emojis.fetch()).first() ?? expect.fail("no emoji")
  await said.react(own)
  await told("MESSAGE_REACTION_ADD").toBe(2)
  expect(
    bot()
      .toldOf("MESSAGE_REACTION_ADD")
      .map(({ emoji }) => emoji)
  ).toEqual([
    { id: SHIP, name: "ship" },
    { id: own.id, name: "tail" }
  ])
  await expect(said.react("nothing:999999999999999999")).rejects.toThrow("Unknown Emoji")
  await own.delete()
  expect((await bot().client.application.emojis.fetch()).size).toBe(0)
})

it("is told of what people change over the control plane", async () => {
  const before = bot().toldOf("GUILD_EMOJIS_UPDATE").length
  expect((await control("PATCH", `/guilds/${GUILD}/emojis/${SHIP}`, { name: "boat" })).status).toBe(200)
  await told("GUILD_EMOJIS_UPDATE").toBe(before + 1)
  expect(guild().emojis.cache.get(SHIP)?.name).toBe("boat")
  expect((await control("DELETE", `/guilds/${GUILD}/emojis/${SHIP}`, undefined)).status).toBe(204)
  await told("GUILD_EMOJIS_UPDATE").toBe(before + 2)
  expect(guild().emojis.cache.size).toBe(0)
  expectInOrder(bot())
})
