/** An oceanic.js bot that offers: emojis, stickers, events, polls, things to buy, linked roles. */
import type { TextChannel } from "oceanic.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { harbourmaster } from "./Harbourmaster.ts"

/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const IMAGE = `data:image/png;base64,${PIXEL}`
const GOLD = "810000000000000001"

const { rest, guild, client, hears, control } = harbourmaster()

it("keeps the emojis of its guild and its own", async () => {
  const made = await rest().guilds.createEmoji(GUILD, { name: "tide", image: IMAGE })
  await hears("GUILD_EMOJIS_UPDATE")
  expect(made).toMatchObject({ name: "tide", available: true, animated: false })
  expect(await rest().guilds.editEmoji(GUILD, made.id, { name: "ebb" })).toMatchObject({ name: "ebb" })
  expect((await rest().guilds.getEmojis(GUILD)).map(({ name }) => name)).toEqual(["ebb"])
  const message = await rest().channels.createMessage(GENERAL, { content: "look" })
  await rest().channels.createReaction(GENERAL, message.id, `ebb:${made.id}`)
  await hears("MESSAGE_REACTION_ADD")
  await rest().guilds.deleteEmoji(GUILD, made.id)
  const own = await rest().applications.createEmoji(APP, { name: "gull", image: IMAGE })
  expect((await rest().applications.getEmojis(APP)).items.map(({ id }) => id)).toEqual([own.id])
  await rest().applications.deleteEmoji(APP, own.id)
})

it("keeps the stickers of its guild, and sends one", async () => {
  const file = { name: "tide.png", contents: Buffer.from(PIXEL, "base64") }
  const made = await rest().guilds.createSticker(GUILD, { name: "tide", tags: "wave", description: "Tides", file })
  await hears("GUILD_STICKERS_UPDATE")
  const sent = await rest().channels.createMessage(GENERAL, { stickerIDs: [made.id] })
  expect(sent.stickerItems).toMatchObject([{ id: made.id, name: "tide" }])
  expect(await rest().guilds.editSticker(GUILD, made.id, { name: "ebb" })).toMatchObject({ name: "ebb" })
  expect(await rest().misc.getSticker(made.id)).toMatchObject({ name: "ebb" })
  expect((await rest().misc.getStickerPacks()).length).toBeGreaterThan(0)
  await rest().guilds.deleteSticker(GUILD, made.id)
})

it("plans an event, and knows who is interested", async () => {
  const event = await rest().guilds.createScheduledEvent(GUILD, {
    name: "Regatta",
    entityType: 3,
    privacyLevel: 2,
    entityMetadata: { location: "The quay" },
    scheduledStartTime: new Date(Date.now() + 3_600_000).toISOString(),
    scheduledEndTime: new Date(Date.now() + 7_200_000).toISOString()
  })
  await hears("GUILD_SCHEDULED_EVENT_CREATE")
  await control("PUT", `/users/${BOB}/guilds/${GUILD}/scheduled_events/${event.id}/interest`)
  await hears("GUILD_SCHEDULED_EVENT_USER_ADD")
  const interested = await rest().guilds.getScheduledEventUsers(GUILD, event.id, { withMember: true })
  expect(interested.map(({ user }) => user.id)).toEqual([BOB])
  expect(await rest().guilds.editScheduledEvent(GUILD, event.id, { status: 2 })).toMatchObject({ status: 2 })
  await hears("GUILD_SCHEDULED_EVENT_UPDATE")
  expect(guild().scheduledEvents.get(event.id)).toMatchObject({ status: 2 })
  await rest().guilds.deleteScheduledEvent(GUILD, event.id)
  await hears("GUILD_SCHEDULED_EVENT_DELETE")
})

it("asks by a poll, and ends it", async () => {
  const asked = await rest().channels.createMessage(GENERAL, {
    poll: {
      question: { text: "Which?" },
      answers: [{ pollMedia: { text: "Cats" } }, { pollMedia: { text: "Dogs" } }],
      duration: 1,
      allowMultiselect: false,
      layoutType: 1
    }
  })
  await control("PUT", `/users/${BOB}/channels/${GENERAL}/messages/${asked.id}/votes`, { answer_ids: [2] })
  await hears("MESSAGE_POLL_VOTE_ADD")
  const voters = await rest().channels.getPollAnswerUsers(GENERAL, asked.id, 2)
  expect(voters.map(({ id }) => id)).toEqual([BOB])
  await rest().channels.expirePoll(GENERAL, asked.id)
  await hears("MESSAGE_UPDATE", "MESSAGE_CREATE")
  // The library reads the poll of a message that it knows only once.
  client().getChannel<TextChannel>(GENERAL)?.messages.delete(asked.id)
  const ended = await rest().channels.getMessage(GENERAL, asked.id)
  expect(ended.poll?.results).toMatchObject({ isFinalized: true })
})

it("sells, and hears of what is bought and of its end", async () => {
  await control("PATCH", `/applications/${APP}`, { skus: [{ id: GOLD, type: 5, name: "Gold", flags: 388 }] })
  expect((await rest().applications.getSKUs(APP)).map(({ name }) => name)).toEqual(["Gold"])
  const test = await rest().applications.createTestEntitlement(APP, { skuID: GOLD, ownerID: ALICE, ownerType: 2 })
  await hears("ENTITLEMENT_CREATE")
  expect(await rest().applications.getEntitlements(APP, { userID: ALICE })).toMatchObject([{ id: test.id }])
  await rest().applications.deleteTestEntitlement(APP, test.id)
  await hears("ENTITLEMENT_DELETE")
  await control("POST", `/users/${BOB}/purchases`, { application_id: APP, sku_id: GOLD })
  await hears("ENTITLEMENT_CREATE", "SUBSCRIPTION_CREATE")
  const [subscription] = await rest().applications.getSKUSubscriptions(GOLD, { userID: BOB })
  expect(subscription).toMatchObject({ userID: BOB, skuIDs: [GOLD] })
})

it("describes its linked roles", async () => {
  const metadata = [{ key: "boats", name: "Boats", description: "How many", type: 2 as const }]
  expect(await rest().oauth.updateRoleConnectionsMetadata(APP, metadata)).toMatchObject(metadata)
  expect(await rest().oauth.getRoleConnectionsMetadata(APP)).toMatchObject(metadata)
  expect(client().application.id).toBe(APP)
})
