/** A discord.js bot that changes what its guild says of itself, and greets who joins. */
import {
  AuditLogEvent,
  GatewayIntentBits,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildFeature,
  GuildOnboardingMode,
  GuildSystemChannelFlags,
  GuildVerificationLevel,
  Locale,
  type Message,
  MessageType
} from "discord.js"
import { expect, it } from "vitest"
import { APP, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const LOUNGE = "200000000000000079"
const RULES = "200000000000000080"
const DORA = "300000000000000044"
const heard: Array<Message> = []

const { bot, guild, told, control, server } = administrator({
  intent: GatewayIntentBits.GuildModeration,
  users: [{ id: DORA, username: "dora" }],
  holding: (guild) => ({
    premium_tier: 2,
    channels: [
      ...(("channels" in guild && guild.channels) || []),
      { id: LOUNGE, name: "lounge", type: 2 },
      { id: RULES, name: "rules" }
    ]
  }),
  begun: ({ client }) => client.on("messageCreate", (message) => heard.push(message))
})

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

it("changes every field, and sees each of them again", async () => {
  const edited = await guild().edit({
    name: "Port",
    description: "All boats",
    icon: PIXEL,
    banner: PIXEL,
    splash: PIXEL,
    verificationLevel: GuildVerificationLevel.Medium,
    defaultMessageNotifications: GuildDefaultMessageNotifications.OnlyMentions,
    explicitContentFilter: GuildExplicitContentFilter.AllMembers,
    afkTimeout: 900,
    afkChannel: LOUNGE,
    systemChannel: GENERAL,
    systemChannelFlags: [GuildSystemChannelFlags.SuppressPremiumSubscriptions],
    rulesChannel: RULES,
    publicUpdatesChannel: GENERAL,
    safetyAlertsChannel: GENERAL,
    preferredLocale: Locale.German,
    premiumProgressBarEnabled: true,
    features: [GuildFeature.Community, GuildFeature.InvitesDisabled],
    reason: "spring"
  })
  await told("GUILD_UPDATE").toBe(1)
  const fetched = await bot().client.guilds.fetch({ guild: GUILD, force: true })
  for (const one of [edited, fetched, guild()]) {
    expect(one).toMatchObject({
      ...{ name: "Port", description: "All boats", afkTimeout: 900, afkChannelId: LOUNGE, systemChannelId: GENERAL },
      ...{ rulesChannelId: RULES, publicUpdatesChannelId: GENERAL, safetyAlertsChannelId: GENERAL },
      ...{ verificationLevel: 2, defaultMessageNotifications: 1, explicitContentFilter: 2, preferredLocale: "de" },
      ...{ premiumProgressBarEnabled: true, features: ["COMMUNITY", "INVITES_DISABLED"] }
    })
    for (const hash of [one.icon, one.banner, one.splash]) expect(hash).toMatch(/^[0-9a-f]{32}$/)
    expect(one.systemChannelFlags.toArray()).toEqual(["SuppressPremiumSubscriptions"])
  }
  const logs = await guild().fetchAuditLogs({ type: AuditLogEvent.GuildUpdate })
  const entry = logs.entries.first()
  expect(entry).toMatchObject({ reason: "spring", executorId: APP, targetId: GUILD })
  expect(entry?.changes).toContainEqual({ key: "afk_timeout", new: 900 })
})

it("cannot do without the channels of a community, and names no channel that is gone", async () => {
  await expect(guild().channels.delete(RULES)).rejects.toMatchObject({ code: 50074 })
  await guild().disableInvites(false)
  await guild().edit({ features: [] })
  await guild().channels.delete(RULES)
  await expect.poll(() => guild().rulesChannelId).toBe(null)
  await expect(guild().setRulesChannel(LOUNGE)).rejects.toMatchObject({ code: 50035 })
})

it("welcomes new members, shows a widget to everybody, and stops invites for a while", async () => {
  await expect(guild().fetchWelcomeScreen()).rejects.toMatchObject({ code: 10069 })
  await guild().editWelcomeScreen({
    enabled: true,
    description: "Ahoy",
    welcomeChannels: [{ channel: GENERAL, description: "Talk", emoji: "⚓" }]
  })
  const screen = await guild().fetchWelcomeScreen()
  expect(screen.description).toBe("Ahoy")
  expect(screen.welcomeChannels.get(GENERAL)).toMatchObject({ description: "Talk" })
  await expect(bot().client.fetchGuildWidget(GUILD)).rejects.toMatchObject({ code: 50004 })
  await guild().setWidgetSettings({ enabled: true, channel: GENERAL })
  expect(await guild().fetchWidgetSettings()).toMatchObject({ enabled: true, channel: { id: GENERAL } })
  const widget = await bot().client.fetchGuildWidget(GUILD)
  expect(widget).toMatchObject({ id: GUILD, name: "Port", instantInvite: null })
  expect(widget.channels.map(({ name }) => name)).toEqual(["lounge"])
  const picture = await fetch(`${server().ready.rest_url}/guilds/${GUILD}/widget.png?style=banner2`)
  expect(picture.headers.get("content-type")).toBe("image/png")
  const until = new Date(Date.now() + 3_600_000)
  await guild().setIncidentActions({ invitesDisabledUntil: until })
  await expect.poll(() => guild().incidentsData?.invitesDisabledUntil).toEqual(until)
  await guild().setIncidentActions({ invitesDisabledUntil: null })
  await expect.poll(() => guild().incidentsData?.invitesDisabledUntil ?? null).toBe(null)
})

it("makes a template of the guild, and keeps it in step", async () => {
  const template = await guild().createTemplate("Ports", "For ports")
  expect(template).toMatchObject({ name: "Ports", description: "For ports", creatorId: APP, guildId: GUILD })
  await expect(guild().createTemplate("Quays")).rejects.toMatchObject({ code: 30031 })
  await guild().channels.cache.get(GENERAL)?.edit({ name: "deck" })
  const found = await bot().client.fetchGuildTemplate(template.code)
  expect(found.unSynced).toBe(true)
  expect((await found.sync()).unSynced).toBe(false)
  expect(await found.edit({ name: "Quays" })).toMatchObject({ name: "Quays" })
  expect((await guild().fetchTemplates()).map(({ name }) => name)).toEqual(["Quays"])
  await found.delete()
  await expect(bot().client.fetchGuildTemplate(template.code)).rejects.toMatchObject({ code: 10057 })
})

it("asks new members", async () => {
  expect(await guild().fetchOnboarding()).toMatchObject({ enabled: false })
  const made = await guild().editOnboarding({
    defaultChannels: [GENERAL],
    mode: GuildOnboardingMode.OnboardingAdvanced,
    prompts: [{ title: "Boats?", options: [{ title: "Yes", emoji: "⚓", channels: [GENERAL] }] }]
  })
  expect(made.defaultChannels.map(({ id }) => id)).toEqual([GENERAL])
  expect(made.prompts.first()).toMatchObject({ title: "Boats?" })
  expect(made.prompts.first()?.options.first()).toMatchObject({ title: "Yes", emoji: { name: "⚓" } })
  await expect(guild().editOnboarding({ enabled: true })).rejects.toMatchObject({ code: 350000 })
  const logs = await guild().fetchAuditLogs({ type: AuditLogEvent.OnboardingPromptCreate })
  expect(logs.entries.first()).toMatchObject({ executorId: APP, targetId: made.prompts.first()?.id })
})

it("hears of who joins in the system channel", async () => {
  await control("PUT", `/guilds/${GUILD}/members/${DORA}`, {})
  await expect.poll(() => heard.map(({ type }) => type)).toEqual([MessageType.UserJoin])
  expect(heard[0]).toMatchObject({ channelId: GENERAL, system: true, author: { id: DORA } })
})
