/** Two servers on one PostgreSQL database, started together: a bot of discord.js on one, people on both. */
import type {} from "@backlot/postgres/GlobalSetup"
import { Client, Events, GatewayIntentBits } from "discord.js"
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest"
import { type LiveProgram, startProgram } from "./LiveServer.ts"
import { ALICE, APP, BOB, GENERAL, world } from "./World.ts"

const nodes: Array<LiveProgram> = []

beforeAll(async () => {
  const start = () => startProgram({ storage: { database: inject("postgresUrl") }, world })
  nodes.push(...(await Promise.all([start(), start(), start()])))
})

afterAll(async () => {
  for (const node of nodes) await node.stop()
})

const control = async ({ ready }: LiveProgram, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${ready.control_url}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, text, body: text === "" ? undefined : JSON.parse(text) }
}

const use = (node: LiveProgram, user: string, text: string) =>
  control(node, "POST", `/users/${user}/channels/${GENERAL}/interactions`, { text })

const says = async (node: LiveProgram, user: string) => {
  const { body } = await control(node, "GET", `/users/${user}/channels/${GENERAL}/messages`)
  return body.messages.map(({ content }: { readonly content: string }) => content)
}

it("that start together fill an empty database once", async () => {
  const stream = await fetch(`${nodes[0]?.ready.control_url}/events`, { headers: { "last-event-id": "0" } })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(() => reader?.cancel())
  // A change that follows everything of the starts.
  await control(nodes[0] as LiveProgram, "POST", "/clock", { advance_ms: 1 })
  let text = ""
  while (!text.includes("event: clock.changed")) text += (await reader?.read())?.value ?? ""
  expect(text.match(/^event: world\.replaced$/gm)).toHaveLength(1)
})

it("a bot on one answers a person on any other, also when a server in between is killed", async () => {
  const [first, second, third] = nodes as [LiveProgram, LiveProgram, LiveProgram]
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${second.ready.url}/api` } })
  onTestFinished(() => client.destroy())
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return
    await interaction.deferReply()
    await interaction.editReply(`pong for ${interaction.user.username}`)
  })
  const isReady = new Promise((resolve) => client.once(Events.ClientReady, resolve))
  await client.login(second.ready.applications.find(({ id }) => id === APP)?.bot_token ?? "")
  await isReady
  await client.application?.commands.create({ name: "ping", description: "Pings" })
  expect((await use(first, ALICE, "/ping")).status).toBe(200)
  await expect.poll(() => says(third, BOB)).toEqual(["pong for alice"])
  await first.killed()
  expect((await use(third, BOB, "/ping")).status).toBe(200)
  for (const node of [second, third])
    await expect.poll(async () => (await says(node, ALICE)).toSorted()).toEqual(["pong for alice", "pong for bob"])
  const worlds = [await control(second, "GET", "/world"), await control(third, "GET", "/world")]
  const still = worlds.map(({ text }) => text.replace(/"now":"[^"]*"/, ""))
  expect(still[0]).toBe(still[1])
})
