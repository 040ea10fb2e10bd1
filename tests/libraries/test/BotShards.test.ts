/** The same bot on two shards: who hears what. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ALL_INTENTS, type Bot, registerPing, startBot } from "./bot/Bot.ts"
import { BEACH, botWorld, ISLAND } from "./bot/BotWorld.ts"
import { controlOf } from "./ControlClient.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { ALICE, BOT_DM, GENERAL, GUILD } from "./World.ts"

/** Which shards of these bots heard of a message. */
const shardsThatHeard = (bots: ReadonlyArray<Bot>, id: string): ReadonlyArray<number> =>
  bots.flatMap(({ told }) => told.filter(({ t, d }) => t === "MESSAGE_CREATE" && d.id === id).map(({ shard }) => shard))

const STAGES: ReadonlyArray<readonly [name: string, shards: ReadonlyArray<Array<number>>]> = [
  ["one client with two shards", [[0, 1]]],
  ["two clients with a shard each", [[0], [1]]]
]

describe.each(STAGES)("%s", (_, shards) => {
  let server: LiveServer
  let control: ReturnType<typeof controlOf>
  let bots: ReadonlyArray<Bot>
  let ping: string

  beforeAll(async () => {
    server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "off"] })
    control = controlOf(server.ready.control_url)
    bots = await Promise.all(
      shards.map((own) => startBot(server.ready.rest_url, { intents: ALL_INTENTS, shards: own, shardCount: 2 }))
    )
    ping = await registerPing(bots[0] ?? expect.fail("no bot"))
  })
  afterAll(async () => {
    await Promise.all(bots.map((bot) => bot.stop()))
    expect(await server.stop()).toBe(0)
  })

  it("each shard has its guilds and no others", () => {
    const of = bots.flatMap(({ told }) =>
      told.filter(({ t }) => t === "GUILD_CREATE").map(({ d, shard }) => [d.id, shard])
    )
    expect(new Map(of.map(([id, shard]) => [id, shard]))).toEqual(
      new Map([
        [GUILD, 0],
        [ISLAND, 1]
      ])
    )
    expect(of).toHaveLength(2)
    for (const { client } of bots) {
      for (const guild of client.guilds.cache.values()) expect(guild.shardId).toBe(guild.id === GUILD ? 0 : 1)
    }
  })

  it.each([
    ["a guild go to its shard", GENERAL, 0],
    ["another guild go to its shard", BEACH, 1],
    ["no guild go to shard 0", BOT_DM, 0]
  ])("events of %s", async (_, channel, shard) => {
    const said = await control.say(ALICE, channel, "who hears?")
    // What comes to both shards after it shows that nothing else is on its way.
    const later = [await control.say(ALICE, GENERAL, "over"), await control.say(ALICE, BEACH, "over")]
    for (const { id } of later) await expect.poll(() => shardsThatHeard(bots, id)).toHaveLength(1)
    expect(shardsThatHeard(bots, said.id)).toEqual([shard])
  })

  it.each([
    ["a guild goes to its shard", GENERAL, 0],
    ["another guild goes to its shard", BEACH, 1],
    ["no guild goes to shard 0", BOT_DM, 0]
  ])("an interaction of %s and is answered once", async (_, channel, shard) => {
    const used = await control.use(ALICE, channel, { command_id: ping })
    expect(used).toMatchObject({ state: "responded", message: { content: `pong from shard ${shard}` } })
    const got = bots.flatMap(({ told }) =>
      told.filter(({ t, d }) => t === "INTERACTION_CREATE" && d.id === used.interaction_id).map((one) => one.shard)
    )
    expect(got).toEqual([shard])
  })

  it("members are asked for on the guild's shard", async () => {
    const { client } = bots.at(-1) ?? expect.fail("no bot")
    const members = await client.guilds.cache.get(ISLAND)?.members.fetch()
    expect(members?.has(ALICE)).toBe(true)
  })
})
