/** A discord.js bot that keeps the calendar of its guild, and its stages. */
import {
  AuditLogEvent,
  GatewayIntentBits,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventRecurrenceRuleFrequency,
  GuildScheduledEventRecurrenceRuleWeekday,
  GuildScheduledEventStatus,
  type StageChannel
} from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const STAGE = "200000000000000078"
const STANDING = "900000000000000001"

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildScheduledEvents,
  holding: (guild) => ({
    channels: [...(("channels" in guild && guild.channels) || []), { id: STAGE, name: "stage", type: 13 }],
    scheduled_events: [
      {
        id: STANDING,
        name: "Market",
        entity_type: 3,
        location: "The square",
        scheduled_start_time: "2040-01-01T00:00:00Z",
        scheduled_end_time: "2040-01-01T04:00:00Z",
        creator_id: ALICE
      }
    ]
  })
})

const stage = () => guild().channels.cache.get(STAGE) as StageChannel
const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
const interest = (method: string, user: string, event: string) =>
  control(method, `/users/${user}/guilds/${GUILD}/scheduled_events/${event}/interest`)

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

it("finds the events that are there when it begins", () => {
  const event = guild().scheduledEvents.cache.get(STANDING)
  expect(event).toMatchObject({ name: "Market", entityMetadata: { location: "The square" } })
})

it("plans an event with a picture, that recurs, and changes it", async () => {
  const start = hours(24)
  const made = await guild().scheduledEvents.create({
    name: "Regatta",
    description: "All boats",
    privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
    entityType: GuildScheduledEventEntityType.External,
    entityMetadata: { location: "The quay" },
    scheduledStartTime: start,
    scheduledEndTime: hours(26),
    image: PIXEL,
    reason: "summer",
    recurrenceRule: {
      startAt: start,
      frequency: GuildScheduledEventRecurrenceRuleFrequency.Weekly,
      interval: 2,
      byWeekday: [GuildScheduledEventRecurrenceRuleWeekday.Monday]
    }
  })
  expect(made).toMatchObject({ creatorId: APP, status: GuildScheduledEventStatus.Scheduled })
  expect(made.recurrenceRule).toMatchObject({ interval: 2 })
  expect(made.image).toMatch(/^[0-9a-f]{32}$/)
  await told("GUILD_SCHEDULED_EVENT_CREATE").toBe(1)
  const renamed = await made.edit({ name: "Race", recurrenceRule: null })
  expect(renamed).toMatchObject({ name: "Race", recurrenceRule: null })
  await told("GUILD_SCHEDULED_EVENT_UPDATE").toBe(1)
  const logs = await guild().fetchAuditLogs({ type: AuditLogEvent.GuildScheduledEventCreate })
  expect(logs.entries.first()).toMatchObject({ reason: "summer", targetId: made.id, executorId: APP })
  const url = await made.createInviteURL({ channel: GENERAL })
  expect(url).toContain(`event=${made.id}`)
  const invite = await bot().client.fetchInvite(url, { guildScheduledEventId: made.id })
  expect(invite.guildScheduledEvent).toMatchObject({ id: made.id, name: "Race" })
})

it("knows who is interested", async () => {
  expect((await interest("PUT", ALICE, STANDING)).status).toBe(204)
  expect((await interest("PUT", BOB, STANDING)).status).toBe(204)
  await told("GUILD_SCHEDULED_EVENT_USER_ADD").toBe(2)
  expect(bot().toldOf("GUILD_SCHEDULED_EVENT_USER_ADD")[0]).toEqual({
    guild_scheduled_event_id: STANDING,
    user_id: ALICE,
    guild_id: GUILD
  })
  const event = await guild().scheduledEvents.fetch({ guildScheduledEvent: STANDING, withUserCount: true, force: true })
  expect(event.userCount).toBe(2)
  const subscribers = await event.fetchSubscribers({ withMember: true, limit: 1, after: ALICE })
  expect([...subscribers.keys()]).toEqual([BOB])
  expect(subscribers.first()?.member?.id).toBe(BOB)
  await interest("DELETE", BOB, STANDING)
  await told("GUILD_SCHEDULED_EVENT_USER_REMOVE").toBe(1)
})

it("holds an event in a stage, from its beginning to its end", async () => {
  const event = await guild().scheduledEvents.create({
    name: "Songs",
    privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
    entityType: GuildScheduledEventEntityType.StageInstance,
    channel: STAGE,
    scheduledStartTime: hours(1)
  })
  await event.setStatus(GuildScheduledEventStatus.Active)
  await told("STAGE_INSTANCE_CREATE").toBe(1)
  const live = stage().stageInstance
  expect(live).toMatchObject({ topic: "Songs", guildScheduledEventId: event.id })
  await live?.setTopic("Shanties")
  await told("STAGE_INSTANCE_UPDATE").toBe(1)
  expect(await guild().stageInstances.fetch(STAGE, { force: true })).toMatchObject({ topic: "Shanties" })
  await live?.delete()
  await told("STAGE_INSTANCE_DELETE").toBe(1)
  const over = await guild().scheduledEvents.fetch({ guildScheduledEvent: event.id, force: true })
  expect(over.status).toBe(GuildScheduledEventStatus.Completed)
  await expect(over.edit({ name: "Later" })).rejects.toMatchObject({ code: 180_000 })
  await stage().createStageInstance({ topic: "Tides" })
  await expect(stage().createStageInstance({ topic: "Tides" })).rejects.toMatchObject({ code: 150_006 })
  await stage().delete()
  await told("STAGE_INSTANCE_DELETE").toBe(2)
})

it("deletes an event", async () => {
  await guild().scheduledEvents.delete(STANDING)
  await told("GUILD_SCHEDULED_EVENT_DELETE").toBe(2)
  expect(guild().scheduledEvents.cache.has(STANDING)).toBe(false)
  await expect(guild().scheduledEvents.fetch(STANDING)).rejects.toMatchObject({ code: 10_070 })
})
