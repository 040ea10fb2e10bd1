/** Three servers on one PostgreSQL database behind one address: a bot of discord.js with two shards, and people on all. */
import type {} from "@backlot/postgres/GlobalSetup"
import { type Balancer, startBalancer } from "@backlot/test-judges/nodes/Balancer"
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest"
import { type Bot, registerPing, startBot } from "../bot/Bot.ts"
import { BEACH, botWorld } from "../bot/BotWorld.ts"
import { controlOf } from "../ControlClient.ts"
import { FROZEN, type LiveProgram, startProgram } from "../LiveServer.ts"
import { ALICE, APP, BOB, GENERAL } from "../World.ts"
import { isServer, serverOfSession } from "./Cluster.ts"

const nodes = new Map<LiveProgram, ReturnType<typeof controlOf>>()
let proxy: Balancer

beforeAll(async () => {
  proxy = await startBalancer()
  const args = [...FROZEN, "--public-url", proxy.url]
  const start = () => startProgram({ storage: { database: inject("postgresUrl") }, world: botWorld, args })
  for (const node of await Promise.all([start(), start(), start()])) nodes.set(node, controlOf(node.ready.control_url))
  proxy.lead([...nodes.keys()].map(({ ready }) => Number(new URL(ready.url).port)))
})

afterAll(async () => {
  for (const node of nodes.keys()) await node.stop()
  await proxy.stop()
})

const someNode = (isIt: (node: LiveProgram) => boolean = () => true) =>
  [...nodes].find(([node]) => isIt(node)) ?? expect.fail("no server is left")

it("that start together fill an empty database once", async () => {
  const [{ ready }, { advance }] = someNode()
  const stream = await fetch(`${ready.control_url}/events`, { headers: { "last-event-id": "0" } })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(() => reader?.cancel())
  // A change that follows everything of the starts.
  await advance(1)
  let text = ""
  while (!text.includes("event: clock.changed")) text += (await reader?.read())?.value ?? ""
  expect(text.match(/^event: world\.replaced$/gm)).toHaveLength(1)
})

/** The server that has the session of shard 0. */
const nodeOf = async ({ client }: Bot) => {
  const server = await serverOfSession(someNode()[1], APP)
  const [found] = [...nodes].find(([{ pid }]) => server !== undefined && isServer(pid, server)) ?? []
  return found ?? expect.fail(`nobody has the session of ${client.user.id}`)
}

it("a bot answers people on all of them; when its server is killed in the middle, the person sees the answer, and it resumes", async () => {
  const bot = await startBot(`${proxy.url}/api`, { shards: [0, 1], shardCount: 2 })
  onTestFinished(bot.stop)
  await registerPing(bot)
  for (const [at, { use }] of [...nodes.values()].entries()) {
    const used = await use(ALICE, at === 0 ? GENERAL : BEACH, { text: "/ping" })
    expect(used.message.content).toBe(`pong from shard ${at === 0 ? 0 : 1}`)
  }

  const killed = await nodeOf(bot)
  const [, { use, say, messages, call }] = someNode((node) => node !== killed)
  const isReceived = new Promise((resolve) => bot.client.once("interactionCreate", resolve))
  const answered = use(BOB, GENERAL, { text: "/ping" })
  await isReceived
  await killed.killed()
  nodes.delete(killed)
  expect((await answered).message.content).toBe("pong from shard 0")
  for (const content of ["one", "two", "three"]) await say(BOB, GENERAL, content)

  const toldInGeneral = () =>
    bot.toldOf("MESSAGE_CREATE").flatMap((d) => (d.channel_id === GENERAL && d.author.id === BOB ? [d.content] : []))
  await expect.poll(toldInGeneral, { timeout: 30_000 }).toEqual(["one", "two", "three"])
  expect(bot.toldOf("READY")).toHaveLength(2)
  await expect.poll(() => bot.told.some(({ t, shard }) => t === "RESUMED" && shard === 0)).toBe(true)
  const numbers = bot.told.filter(({ shard }) => shard === 0).map(({ s }) => s)
  expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  expect((await use(BOB, GENERAL, { text: "/ping" })).message.content).toBe("pong from shard 0")

  const own = (await messages(ALICE, GENERAL)).map(({ content }: { readonly content: string }) => content)
  expect(own).toEqual(expect.arrayContaining(["one", "two", "three"]))
  const worlds = await Promise.all([...nodes.values()].map((node) => node.call("GET", "/world")))
  const [first, ...others] = worlds.map(({ body }) => JSON.stringify({ ...body, now: undefined }))
  for (const other of others) expect(other).toBe(first)
  expect((await call("GET", "/health")).status).toBe(200)
  const logs = () => [...nodes.keys()].map((node) => node.output()).join("")
  await expect.poll(logs, { timeout: 30_000 }).toMatch(/The server at [\d.:]+ has ended/)
  expect(logs()).toContain("A gateway session was resumed")
})
