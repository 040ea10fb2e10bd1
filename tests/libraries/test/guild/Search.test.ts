/** A bot that searches the messages of its guild, with the REST client of discord.js. */
import { GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const { bot, control } = administrator({ intent: GatewayIntentBits.MessageContent })

interface Found {
  readonly total_results: number
  readonly messages: ReadonlyArray<ReadonlyArray<{ readonly content: string; readonly hit: boolean }>>
}

const search = async (query: ReadonlyArray<readonly [string, string]>): Promise<Found> => {
  const answer = await bot().client.rest.get(`/guilds/${GUILD}/messages/search`, {
    query: new URLSearchParams(query.map(([name, value]) => [name, value]))
  })
  // The fields that are read.
  return answer as Found
}

it("finds what people wrote, by words and by their kind", async () => {
  for (const content of ["the tide comes", "see https://example.org", "the tide goes"]) {
    expect((await control("POST", `/users/${BOB}/channels/${GENERAL}/messages`, { content })).status).toBe(200)
  }
  const tides = await search([["content", "tide"]])
  expect(tides.total_results).toBe(2)
  expect(tides.messages.map(([one]) => one?.content)).toEqual(["the tide goes", "the tide comes"])
  const links = await search([
    ["has", "link"],
    ["has", "-poll"],
    ["author_id", APP],
    ["author_id", BOB]
  ])
  expect(links.messages).toMatchObject([[{ content: "see https://example.org", hit: true }]])
})

it.each([
  ["limit", "26", "NUMBER_TYPE_MAX"],
  ["offset", "9976", "NUMBER_TYPE_MAX"],
  ["slop", "101", "NUMBER_TYPE_MAX"],
  ["has", "cats", "BASE_TYPE_CHOICES"],
  ["author_id", "bob", "NUMBER_TYPE_COERCE"],
  ["sort_by", "size", "BASE_TYPE_CHOICES"],
  ["pinned", "maybe", "BOOLEAN_TYPE_CONVERT"],
  ["content", "x".repeat(1025), "BASE_TYPE_MAX_LENGTH"]
])("refuses %s=%s", async (name, value, code) => {
  await expect(search([[name, value]])).rejects.toThrow(code)
})
