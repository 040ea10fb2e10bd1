/** An oceanic.js bot that keeps sounds, knows integrations, forwards and searches messages, and plans what recurs. */
import type { TextChannel } from "oceanic.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { harbourmaster } from "./Harbourmaster.ts"

const [LOUNGE, TIDES, HORN] = ["200000000000000045", "100000000000000077", "840000000000000001"]
/** An MP3 of ten frames. */
const FILE = Buffer.concat(
  Array.from({ length: 10 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)]))
)
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const { rest, guild, client, hears, control } = harbourmaster({
  holding: ({ channels = [] }) => ({
    channels: [...channels, { id: LOUNGE, name: "lounge", type: 2 }],
    voice_states: [APP, ALICE].map((user_id) => ({ user_id, channel_id: LOUNGE })),
    soundboard_sounds: [{ id: HORN, name: "horn", volume: 0.5, emoji_name: "⚓", user_id: BOB }]
  })
})

const say = async (content: string) =>
  expect((await control("POST", `/users/${BOB}/channels/${GENERAL}/messages`, { content })).status).toBe(200)

it("makes, changes and deletes a sound", async () => {
  const made = await rest().guilds.createSoundboardSound(GUILD, { name: "bell", sound: FILE, emojiName: "🔔" })
  await hears("GUILD_SOUNDBOARD_SOUND_CREATE")
  expect(made).toMatchObject({
    ...{ name: "bell", volume: 1, available: true, emojiID: null, emojiName: "🔔", guildID: GUILD },
    user: { id: APP }
  })
  await rest().guilds.editSoundboardSound(GUILD, made.soundID, { name: "gong", volume: 0.25 })
  await hears("GUILD_SOUNDBOARD_SOUND_UPDATE")
  expect(guild().soundboardSounds.get(made.soundID)).toMatchObject({ name: "gong", volume: 0.25 })
  expect(await rest().guilds.getSoundboardSound(GUILD, HORN)).toMatchObject({ user: { id: BOB } })
  await rest().guilds.deleteSoundboardSound(GUILD, made.soundID, "enough")
  await hears("GUILD_SOUNDBOARD_SOUND_DELETE")
  expect(guild().soundboardSounds.has(made.soundID)).toBe(false)
  expect((await rest().guilds.getSoundboardSounds(GUILD)).map(({ soundID }) => soundID)).toEqual([HORN])
})

it("plays a sound, hears those of others, and asks for them over the gateway", async () => {
  await rest().channels.sendSoundboardSound(LOUNGE, { soundID: HORN })
  await hears("VOICE_CHANNEL_EFFECT_SEND")
  const effect = new Promise((resolve) =>
    client().once("voiceChannelEffectSend", (channel, user, data) => resolve([channel.id, user.id, data]))
  )
  await control("POST", `/users/${ALICE}/channels/${LOUNGE}/voice_effects`, { sound: HORN })
  expect(await effect).toEqual([LOUNGE, ALICE, expect.objectContaining({ soundID: HORN, soundVolume: 0.5 })])
  expect((await guild().requestSoundboardSounds()).map(({ name }) => name)).toEqual(["horn"])
  expect((await rest().misc.getDefaultSoundboardSounds())[0]).toMatchObject({ name: "quack", volume: 1, soundID: "1" })
})

it("knows the integrations of its guild, and what comes and goes", async () => {
  await control("PUT", `/applications/${TIDES}`, { name: "Tides", owner_id: ALICE })
  await control("PUT", `/guilds/${GUILD}/installs/${TIDES}`, {})
  await hears("INTEGRATION_CREATE", "GUILD_INTEGRATIONS_UPDATE")
  const tides = (await rest().guilds.getIntegrations(GUILD)).find(({ name }) => name === "Tides")
  expect(tides).toMatchObject({ type: "discord", enabled: true, account: { id: TIDES }, application: { id: TIDES } })
  expect(guild().integrations.get(tides?.id ?? "")).toMatchObject({ scopes: ["bot", "applications.commands"] })
  await control("PATCH", `/guilds/${GUILD}/installs/${TIDES}`, { scopes: ["applications.commands"] })
  await hears("INTEGRATION_UPDATE")
  await rest().guilds.deleteIntegration(GUILD, tides?.id ?? "")
  await hears("INTEGRATION_DELETE")
  expect(guild().integrations.get(tides?.id ?? "")).toBe(undefined)
})

it("forwards a message, and reads what was in it", async () => {
  const said = await rest().channels.createMessage(GENERAL, { content: "Low at six", embeds: [{ title: "Tides" }] })
  const forward = await rest().channels.createMessage(LOUNGE, {
    messageReference: { type: 1, channelID: GENERAL, messageID: said.id }
  })
  expect(forward).toMatchObject({ content: "", messageReference: { channelID: GENERAL, messageID: said.id } })
  expect(forward.messageSnapshots?.[0]?.message).toMatchObject({ content: "Low at six", embeds: [{ title: "Tides" }] })
  await hears("MESSAGE_CREATE")
  expect(await rest().channels.getMessage(LOUNGE, forward.id)).toMatchObject({ messageSnapshots: [{}] })
})

it("searches messages, also those in threads", async () => {
  for (const content of ["the whale comes", "see https://example.org", "the whale goes"]) await say(content)
  const found = await rest().guilds.searchMessages(GUILD, { content: "whale", authorIDs: [BOB], channelIDs: [GENERAL] })
  expect(found.totalResults).toBe(2)
  expect(found.messages.map(([one]) => one?.content)).toEqual(["the whale goes", "the whale comes"])
  const thread = await rest().channels.startThreadWithoutMessage(GENERAL, { name: "fish", type: 11 })
  await rest().channels.createMessage(thread.id, { content: "a herring" })
  const inThread = await rest().guilds.searchMessages(GUILD, { content: "herring" })
  expect(inThread).toMatchObject({ totalResults: 1, threads: [{ id: thread.id }], members: [{ userID: APP }] })
})

it("plans what recurs, and cancels one occurrence", async () => {
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000)
  const weekly = { start: start.toISOString(), frequency: 2, interval: 1, by_weekday: [(start.getUTCDay() + 6) % 7] }
  // The library cannot send a rule of recurrence.
  const { id } = await rest().request<{ id: string }>({
    method: "POST",
    path: `/guilds/${GUILD}/scheduled-events`,
    auth: true,
    json: {
      ...{ name: "Regatta", entity_type: 3, privacy_level: 2, entity_metadata: { location: "The quay" } },
      scheduled_start_time: start.toISOString(),
      scheduled_end_time: new Date(start.getTime() + 3_600_000).toISOString(),
      recurrence_rule: weekly
    }
  })
  await hears("GUILD_SCHEDULED_EVENT_CREATE")
  const event = guild().scheduledEvents.get(id)
  expect(event).toMatchObject({
    name: "Regatta",
    exceptions: [],
    image: null,
    entityMetadata: { location: "The quay" }
  })
  const next = new Date(start.getTime() + 7 * 86_400_000)
  const exception = await rest().guilds.createScheduledEventException(GUILD, id, {
    isCanceled: true,
    originalScheduledStartTime: next.toISOString()
  })
  expect(exception).toMatchObject({ eventID: id, isCanceled: true })
  expect(event?.exceptions).toHaveLength(1)
  const later = new Date(next.getTime() + 3_600_000)
  const moved = await rest().guilds.editScheduledEventException(GUILD, id, exception.eventExceptionID, {
    isCanceled: false,
    scheduledStartTime: later.toISOString(),
    scheduledEndTime: new Date(later.getTime() + 3_600_000).toISOString()
  })
  expect(moved).toMatchObject({ isCanceled: false, scheduledStartTime: later })
  await control("PUT", `/users/${BOB}/guilds/${GUILD}/scheduled_events/${id}/interest`)
  await hears("GUILD_SCHEDULED_EVENT_USER_ADD")
  const after = await rest().guilds.createScheduledEventException(GUILD, id, {
    isCanceled: true,
    originalScheduledStartTime: new Date(next.getTime() + 7 * 86_400_000).toISOString()
  })
  const both = [exception.eventExceptionID, after.eventExceptionID]
  const counts = await rest().guilds.getScheduledEventUserCounts(GUILD, id, { guildScheduledEventExceptionIDs: both })
  expect(counts.guildScheduledEventCount).toBe(1)
  expect(Object.keys(counts.guildScheduledEventExceptionCounts).sort()).toEqual(both.sort())
  const interested = await rest().guilds.getScheduledEventExceptionUsers(GUILD, id, exception.eventExceptionID, {})
  expect(interested.map(({ userID }) => userID)).toEqual([])
  for (const one of both) await rest().guilds.deleteScheduledEventException(GUILD, id, one)
  expect((await rest().guilds.getScheduledEvents(GUILD, 1))[0]).toMatchObject({ id, userCount: 1, exceptions: [] })
})

it("asks by a poll with several answers, and counts who takes a vote back", async () => {
  const asked = await rest().channels.createMessage(GENERAL, {
    poll: {
      question: { text: "Which?" },
      answers: [{ pollMedia: { text: "Cats", emoji: { id: null, name: "🐱" } } }, { pollMedia: { text: "Dogs" } }],
      ...{ duration: 1, allowMultiselect: true, layoutType: 1 }
    }
  })
  expect(asked.poll).toMatchObject({
    ...{ question: { text: "Which?" }, allowMultiselect: true, layoutType: 1 },
    answers: [{ answerID: 1, pollMedia: { text: "Cats", emoji: { name: "🐱" } } }, { answerID: 2 }]
  })
  const vote = (answer_ids: ReadonlyArray<number>) =>
    control("PUT", `/users/${BOB}/channels/${GENERAL}/messages/${asked.id}/votes`, { answer_ids })
  await vote([1, 2])
  await hears("MESSAGE_POLL_VOTE_ADD")
  await vote([2])
  await hears("MESSAGE_POLL_VOTE_REMOVE")
  const known = client().getChannel<TextChannel>(GENERAL)?.messages.get(asked.id)
  expect(known?.poll?.results?.answerCounts).toMatchObject([
    { id: 1, count: 0 },
    { id: 2, count: 1 }
  ])
})

it("changes an emoji of its own, and reacts with it", async () => {
  const image = `data:image/png;base64,${PIXEL}`
  const made = await rest().applications.createEmoji(APP, { name: "gull", image })
  expect(made).toMatchObject({ name: "gull", animated: false, available: true, managed: false, user: { id: APP } })
  expect(await rest().applications.editEmoji(APP, made.id, { name: "tern" })).toMatchObject({ name: "tern" })
  expect(await rest().applications.getEmoji(APP, made.id)).toMatchObject({ name: "tern", roles: [] })
  const said = await rest().channels.createMessage(GENERAL, { content: `<:tern:${made.id}>` })
  await rest().channels.createReaction(GENERAL, said.id, `tern:${made.id}`)
  await hears("MESSAGE_REACTION_ADD")
  expect((await rest().channels.getReactions(GENERAL, said.id, `tern:${made.id}`)).map(({ id }) => id)).toEqual([APP])
  await rest().applications.deleteEmoji(APP, made.id)
})
