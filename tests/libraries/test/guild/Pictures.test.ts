/** A discord.js bot that fetches the pictures that it is shown, as bots do that draw cards, and reads their bytes. */
import { inflateSync } from "node:zlib"
import { ChannelType, GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const HASH = "0123456789abcdef0123456789abcdef"
const MOVING = "a_0123456789abcdef0123456789abcdef"
const [ROLE, HOOK, EVENT, PLAZA] = [
  "400000000000000077",
  "600000000000000077",
  "920000000000000077",
  "200000000000000077"
]
/** A PNG of 2 by 1 pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAAMQACf4B/yVTKOUAAAAASUVORK5CYII=",
  "base64"
)

const { bot, server, guild, control } = administrator({
  intent: GatewayIntentBits.GuildMembers,
  holding: ({ channels = [], members = [] }) => ({
    channels: [...channels, { id: PLAZA, name: "plaza", type: 0 }],
    ...{ icon: MOVING, banner: HASH, splash: HASH, discovery_splash: HASH },
    members: members.map((member) => (member.user_id === BOB ? { ...member, avatar: HASH, banner: MOVING } : member)),
    webhooks: [{ id: HOOK, name: "Tides", channel_id: PLAZA, token: "tides", avatar: HASH }],
    scheduled_events: [
      {
        ...{ id: EVENT, name: "Regatta", entity_type: 3, location: "The harbour", image: HASH },
        ...{ scheduled_start_time: "2040-01-01T00:00:00Z", scheduled_end_time: "2040-01-02T00:00:00Z" }
      }
    ]
  })
})

/** What is at the address of a picture on this server. */
const fetched = async (address: string | null | undefined) => {
  const url = new URL(address ?? expect.fail("no address"))
  expect(url.origin).toBe(new URL(server().ready.rest_url).origin)
  const answer = await fetch(url)
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    bytes: Buffer.from(await answer.arrayBuffer())
  }
}

/** Reads a PNG as a canvas does: its signature, its size, and as many bytes of pixels as that size has. */
const decoded = (png: Buffer) => {
  expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a")
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end))
    at = end + 4
  }
  expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"])
  const head = chunks.get("IHDR") ?? expect.fail("no head")
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  expect(inflateSync(chunks.get("IDAT") ?? expect.fail("no pixels"))).toHaveLength(height * (1 + Math.ceil(width / 8)))
  return { width, height, color: chunks.get("PLTE")?.toString("hex") }
}

const png = async (address: string | null | undefined) => {
  const { status, type, bytes } = await fetched(address)
  expect([status, type], String(address)).toEqual([200, "image/png"])
  return decoded(bytes)
}

it("draws the pictures of which the world has the hash alone", async () => {
  expect((await control("PATCH", `/users/${ALICE}`, { avatar: HASH, banner: HASH })).status).toBe(200)
  const role = { name: "sailor", icon: HASH }
  expect((await control("PUT", `/guilds/${GUILD}/roles/${ROLE}`, role)).status).toBe(201)
  const alice = await bot().client.users.fetch(ALICE, { force: true })
  const size = { width: 256, height: 256, color: "abcdef" }
  expect(await png(alice.displayAvatarURL({ extension: "png", size: 256 }))).toEqual(size)
  expect(await png(alice.bannerURL({ extension: "png", size: 4096 }))).toEqual({ ...size, width: 4096, height: 4096 })
  const bob = await guild().members.fetch(BOB)
  const event = await guild().scheduledEvents.fetch(EVENT)
  const webhook = await bot().client.fetchWebhook(HOOK)
  const addresses = [
    bob.displayAvatarURL({ extension: "jpg" }),
    bob.displayBannerURL(),
    guild().iconURL({ extension: "png" }),
    guild().iconURL({ forceStatic: true }),
    guild().bannerURL({ extension: "webp" }),
    guild().splashURL({ extension: "png" }),
    guild().discoverySplashURL({ extension: "png" }),
    guild().roles.cache.get(ROLE)?.iconURL({ extension: "png" }),
    event.coverImageURL({ extension: "png" }),
    webhook.avatarURL({ extension: "png" })
  ]
  for (const address of addresses) expect(await png(address)).toMatchObject({ width: 128, color: "abcdef" })
})

it("gets the bytes of a picture that it has uploaded", async () => {
  const { user, application } = bot().client
  await user.setAvatar(PNG)
  await user.setBanner(PNG)
  await guild().setIcon(PNG)
  const me = await guild().members.editMe({ avatar: PNG })
  const edited = await application?.edit({ icon: PNG, coverImage: PNG })
  const plaza = guild().channels.cache.get(PLAZA)
  const webhook =
    plaza?.type === ChannelType.GuildText ? await plaza.createWebhook({ name: "Gulls", avatar: PNG }) : undefined
  const addresses = [
    user.displayAvatarURL({ extension: "png", size: 512 }),
    user.bannerURL(),
    guild().iconURL(),
    me.displayAvatarURL(),
    edited?.iconURL(),
    edited?.coverURL(),
    webhook?.avatarURL()
  ]
  for (const address of addresses) {
    const { status, type, bytes } = await fetched(address)
    expect([status, type, bytes.toString("base64")], String(address)).toEqual([
      200,
      "image/png",
      PNG.toString("base64")
    ])
  }
})

it("keeps the bytes of uploaded pictures in an export of the world", async () => {
  const { avatar } = await bot().client.user.setAvatar(PNG)
  const world = (await control("GET", "/world", undefined)).body
  expect(world.pictures[avatar ?? ""]?.image).toBe(`data:image/png;base64,${PNG.toString("base64")}`)
  expect((await control("PUT", "/world", world)).status).toBe(204)
  expect((await fetched(bot().client.user.displayAvatarURL())).bytes.equals(PNG)).toBe(true)
})

it("is refused pictures that nobody has, and sizes that no picture has", async () => {
  const { cdn } = bot().client.rest
  const other = "f".repeat(32)
  const refused: ReadonlyArray<readonly [string, number]> = [
    [cdn.avatar(ALICE, other), 404],
    [cdn.avatar("999999999999999999", HASH), 404],
    [cdn.avatar("x", HASH), 404],
    [cdn.icon(GUILD, HASH), 404],
    [cdn.appIcon(APP, HASH), 404],
    [cdn.roleIcon(ROLE, other), 404],
    [`${cdn.splash(GUILD, HASH)}?size=4096`, 200],
    [`${cdn.splash(GUILD, HASH)}?size=0`, 400],
    [`${cdn.splash(GUILD, HASH)}?size=100`, 400],
    [`${cdn.splash(GUILD, HASH)}?size=8192`, 400],
    [`${cdn.splash(GUILD, HASH)}?size=x`, 400],
    [cdn.splash(GUILD, HASH).replace(".webp", ".gif"), 415],
    [cdn.splash(GUILD, HASH).replace(".webp", ".txt"), 404]
  ]
  for (const [address, status] of refused) expect([address, (await fetched(address)).status]).toEqual([address, status])
})
