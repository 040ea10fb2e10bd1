/** A discord.js bot that lets the platform moderate, and hears what it did. */
import {
  type AutoModerationActionExecution,
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  GatewayIntentBits,
  type TextChannel
} from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const { AutoModerationConfiguration, AutoModerationExecution, GuildMessages, MessageContent } = GatewayIntentBits
const { bot, guild, control } = administrator({
  intent: AutoModerationConfiguration | AutoModerationExecution | GuildMessages | MessageContent
})

it("makes, changes and deletes a rule, and hears of it", async () => {
  const heard: Array<string> = []
  bot().client.on("autoModerationRuleCreate", ({ name }) => heard.push(`created ${name}`))
  bot().client.on("autoModerationRuleUpdate", (_, { name }) => heard.push(`updated ${name}`))
  bot().client.on("autoModerationRuleDelete", ({ name }) => heard.push(`deleted ${name}`))
  const rule = await guild().autoModerationRules.create({
    name: "Spam",
    eventType: AutoModerationRuleEventType.MessageSend,
    triggerType: AutoModerationRuleTriggerType.Spam,
    actions: [{ type: AutoModerationActionType.BlockMessage }],
    reason: "quiet please"
  })
  expect(rule).toMatchObject({ creatorId: APP, enabled: false })
  await rule.setName("No spam")
  expect(await guild().autoModerationRules.fetch({ autoModerationRule: rule.id, force: true })).toMatchObject({
    name: "No spam"
  })
  expect((await guild().autoModerationRules.fetch()).map(({ name }) => name)).toEqual(["No spam"])
  await rule.delete()
  await expect.poll(() => heard, { interval: 5 }).toEqual(["created Spam", "updated No spam", "deleted No spam"])
})

it("hears that a person's message was blocked, and reads the alert", async () => {
  const executions: Array<AutoModerationActionExecution> = []
  bot().client.on("autoModerationActionExecution", (execution) => executions.push(execution))
  await guild().autoModerationRules.create({
    name: "Manners",
    eventType: AutoModerationRuleEventType.MessageSend,
    triggerType: AutoModerationRuleTriggerType.Keyword,
    triggerMetadata: { keywordFilter: ["damn*"], regexPatterns: ["h[a4]ck"], allowList: ["damnation"] },
    actions: [
      { type: AutoModerationActionType.BlockMessage, metadata: { customMessage: "Mind your words." } },
      { type: AutoModerationActionType.SendAlertMessage, metadata: { channel: GENERAL } }
    ],
    enabled: true
  })
  const refused = await control("POST", `/users/${BOB}/channels/${GENERAL}/messages`, { content: "Damned tide" })
  expect([refused.status, refused.body]).toMatchObject([400, { code: 200_000 }])
  await expect.poll(() => executions.length, { interval: 5 }).toBe(2)
  expect(executions[1]).toMatchObject({
    content: "Damned tide",
    matchedContent: "Damn",
    matchedKeyword: "damn*",
    userId: BOB,
    guild: { id: GUILD }
  })
  const channel = (await guild().channels.fetch(GENERAL)) as TextChannel
  const alert = (await channel.messages.fetch({ limit: 1 })).first() ?? expect.fail("no alert")
  expect([alert.type, alert.author.id, alert.id]).toEqual([24, BOB, executions[1]?.alertSystemMessageId])
  const spared = await control("POST", `/users/${ALICE}/channels/${GENERAL}/messages`, { content: "Damned tide" })
  expect(spared.status).toBeLessThan(300)
})
