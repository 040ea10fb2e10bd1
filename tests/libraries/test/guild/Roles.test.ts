/** A discord.js bot that gives a role colors, an icon and an emoji, and what it is told. */
import { GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { administrator } from "./Administrator.ts"

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

const { bot, guild, told, control } = administrator({ intent: GatewayIntentBits.Guilds })

const path = () => `/guilds/${guild().id}`

it("makes a role with colors, an icon and an emoji where the guild has the features", async () => {
  await expect(guild().roles.create({ name: "Dog", unicodeEmoji: "🐶" })).rejects.toThrow("more boosts")
  await control("PATCH", path(), { features: ["ROLE_ICONS", "ENHANCED_ROLE_COLORS"] })
  const made = await guild().roles.create({
    name: "Dog",
    colors: { primaryColor: 0x010203, secondaryColor: 0x040506 },
    icon: PIXEL,
    unicodeEmoji: "🐶",
    reason: "Dogs"
  })
  expect(made).toMatchObject({ unicodeEmoji: "🐶", icon: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(made.colors).toEqual({ primaryColor: 0x010203, secondaryColor: 0x040506, tertiaryColor: null })
  await told("GUILD_ROLE_CREATE").toBe(1)
  const { role } = bot().toldOf("GUILD_ROLE_CREATE")[0]
  expect(role).toMatchObject({ color: 0x010203, icon: made.icon, unicode_emoji: "🐶", flags: 0 })
})

it("changes them", async () => {
  const role = guild().roles.cache.find(({ name }) => name === "Dog") ?? expect.fail("no role")
  await role.setColors({ primaryColor: 11_127_295, secondaryColor: 16_759_788, tertiaryColor: 16_761_760 })
  await role.setIcon(null)
  await told("GUILD_ROLE_UPDATE").toBe(2)
  expect(role.colors.tertiaryColor).toBe(16_761_760)
  expect(role.icon).toBeNull()
  const { entries } = await guild().fetchAuditLogs({ limit: 1 })
  expect(entries.map(({ changes }) => changes.map(({ key }) => key))).toEqual([["icon_hash"]])
})
