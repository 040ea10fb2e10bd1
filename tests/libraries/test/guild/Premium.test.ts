/** A discord.js bot that sells: SKUs, test entitlements, what people buy, and premium buttons. */
import { ButtonStyle, ComponentType, EntitlementType, GatewayIntentBits, SKUType } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const GOLD = "810000000000000001"
const BONE = "810000000000000002"

const { bot, told, control } = administrator({ intent: GatewayIntentBits.Guilds })

const application = () => bot().client.application ?? expect.fail("no application")

it("knows what it sells", async () => {
  await control("PATCH", `/applications/${APP}`, {
    skus: [
      { id: GOLD, type: 5, name: "Gold", flags: 388 },
      { id: BONE, type: 3, name: "A bone" }
    ]
  })
  const skus = await application().fetchSKUs()
  expect(skus.get(GOLD)).toMatchObject({ name: "Gold", slug: "gold", type: SKUType.Subscription, applicationId: APP })
  expect([skus.get(GOLD)?.flags.toArray(), skus.get(BONE)?.flags.toArray()]).toEqual([
    ["Available", "GuildSubscription", "UserSubscription"],
    ["Available"]
  ])
})

it("makes test entitlements, finds them, and deletes them", async () => {
  const made = await application().entitlements.createTest({ sku: GOLD, user: ALICE })
  expect(made).toMatchObject({ skuId: GOLD, userId: ALICE, type: EntitlementType.ApplicationSubscription })
  await told("ENTITLEMENT_CREATE").toBe(1)
  const ofGuild = await application().entitlements.createTest({ sku: GOLD, guild: GUILD })
  const found = await application().entitlements.fetch({ guild: GUILD, cache: false })
  expect([...found.keys()]).toEqual([ofGuild.id])
  expect((await application().entitlements.fetch({ user: ALICE, skus: [GOLD] })).has(made.id)).toBe(true)
  expect(await application().entitlements.fetch(made.id)).toMatchObject({ guildId: null, deleted: false })
  for (const { id } of [made, ofGuild]) await application().entitlements.deleteTest(id)
  await told("ENTITLEMENT_DELETE").toBe(2)
  expect((await application().entitlements.fetch({ cache: false })).size).toBe(0)
  await expect(application().entitlements.createTest({ sku: "1", user: ALICE })).rejects.toThrow("Unknown SKU")
})

it("hears of a purchase, and consumes it", async () => {
  const bought = await control("POST", `/users/${BOB}/purchases`, { application_id: APP, sku_id: BONE })
  expect(bought.body).toMatchObject({ sku_id: BONE, type: 1 })
  await told("ENTITLEMENT_CREATE").toBe(3)
  const [entitlement] = [...(await application().entitlements.fetch({ user: BOB, cache: false })).values()]
  expect(entitlement).toMatchObject({ type: EntitlementType.Purchase, consumed: false })
  await entitlement?.consume()
  await told("ENTITLEMENT_UPDATE").toBe(1)
  expect(bot().toldOf("ENTITLEMENT_UPDATE")[0]).toMatchObject({ sku_id: BONE, consumed: true })
})

it("hears of a subscription, and of its end", async () => {
  await control("POST", `/users/${BOB}/purchases`, { application_id: APP, sku_id: GOLD })
  await told("SUBSCRIPTION_CREATE").toBe(1)
  const subscriptions = await application().subscriptions.fetch({ sku: GOLD, user: BOB })
  const subscription = subscriptions.first() ?? expect.fail("no subscription")
  expect(subscription).toMatchObject({ userId: BOB, skuIds: [GOLD], status: 0, canceledTimestamp: null })
  expect(subscription.currentPeriodEndTimestamp - subscription.currentPeriodStartTimestamp).toBe(30 * 86_400_000)
  expect((await control("DELETE", `/users/${BOB}/purchases/${APP}/${GOLD}`)).body).toMatchObject({ status: 2 })
  await told("SUBSCRIPTION_UPDATE").toBe(1)
  const ending = await application().subscriptions.fetch({ sku: GOLD, subscriptionId: subscription.id, cache: false })
  expect(ending.status).toBe(2)
  await control("POST", "/clock", { advance_ms: 31 * 86_400_000 })
  await told("SUBSCRIPTION_UPDATE").toBe(2)
  await told("ENTITLEMENT_UPDATE").toBe(2)
  expect(bot().toldOf("SUBSCRIPTION_UPDATE")[1]).toMatchObject({ status: 1, renewal_sku_ids: null })
  const ended = bot().toldOf("ENTITLEMENT_UPDATE")[1]
  expect(Date.parse(ended.ends_at)).toBe(subscription.currentPeriodEndTimestamp)
  expect((await application().entitlements.fetch({ user: BOB, excludeEnded: true, cache: false })).has(ended.id)).toBe(
    false
  )
})

it("shows a premium button", async () => {
  const channel = await bot().client.channels.fetch(GENERAL)
  if (!channel?.isSendable()) expect.fail("no channel")
  const button = { type: ComponentType.Button, style: ButtonStyle.Premium, skuId: GOLD } as const
  const shown = await channel.send({ components: [{ type: ComponentType.ActionRow, components: [button] }] })
  expect(shown.components[0]?.toJSON()).toMatchObject({ components: [{ style: 6, sku_id: GOLD }] })
})
