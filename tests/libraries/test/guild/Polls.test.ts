/** A discord.js bot that asks by a poll, hears of votes, reads who voted, and ends the poll. */
import { GatewayIntentBits, type Message, MessageType } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, BOB, GENERAL } from "../World.ts"
import { administrator } from "./Administrator.ts"

const { bot, told, control } = administrator({ intent: GatewayIntentBits.GuildMessagePolls })

const vote = (user: string, message: Message, ...answer_ids: ReadonlyArray<number>) =>
  control("PUT", `/users/${user}/channels/${GENERAL}/messages/${message.id}/votes`, { answer_ids })

const ask = async (duration: number) => {
  const channel = await bot().client.channels.fetch(GENERAL)
  if (!channel?.isSendable()) expect.fail("no channel")
  const answers = [{ text: "Cats", emoji: "🐈" }, { text: "Dogs" }]
  return channel.send({ poll: { question: { text: "Which?" }, answers, duration, allowMultiselect: false } })
}

it("hears of votes, and reads who voted", async () => {
  const asked = await ask(1)
  expect(asked.poll).toMatchObject({ question: { text: "Which?" }, resultsFinalized: false })
  await vote(ALICE, asked, 1)
  await vote(BOB, asked, 1)
  await vote(BOB, asked, 2)
  await told("MESSAGE_POLL_VOTE_ADD").toBe(3)
  await told("MESSAGE_POLL_VOTE_REMOVE").toBe(1)
  expect(bot().toldOf("MESSAGE_POLL_VOTE_REMOVE")[0]).toMatchObject({
    user_id: BOB,
    answer_id: 1,
    message_id: asked.id
  })
  const cats = asked.poll?.answers.get(1) ?? expect.fail("no answer")
  expect([...(await cats.voters.fetch()).keys()]).toEqual([ALICE])
  const again = await asked.fetch(true)
  expect(again.poll?.answers.map(({ voteCount }) => voteCount)).toEqual([1, 1])
})

it("ends it, which a message tells", async () => {
  const asked = await ask(1)
  await vote(ALICE, asked, 2)
  const before = bot().toldOf("MESSAGE_CREATE").length
  const ended = await asked.poll?.end()
  expect(ended?.poll).toMatchObject({ resultsFinalized: true })
  await told("MESSAGE_CREATE").toBe(before + 1)
  const result = bot().toldOf("MESSAGE_CREATE").at(-1)
  expect(result).toMatchObject({ type: MessageType.PollResult, message_reference: { message_id: asked.id } })
  expect(result.embeds[0].fields).toContainEqual({ name: "victor_answer_text", value: "Dogs", inline: false })
  await expect(asked.poll?.end()).rejects.toThrow()
  expect(await vote(BOB, asked, 1)).toMatchObject({ status: 400, body: { code: 520001 } })
})

it("ends by the clock", async () => {
  const asked = await ask(2)
  await control("POST", "/clock", { advance_ms: 2 * 3_600_000 })
  await expect.poll(async () => (await asked.fetch(true)).poll?.resultsFinalized).toBe(true)
})
