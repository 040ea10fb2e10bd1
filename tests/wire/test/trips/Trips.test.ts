/** The rooms of each trip in docs/trips.md are those that V8 counts. */
import { existsSync, readFileSync } from "node:fs"
import { countCalls } from "@backlot/test-judges/Calls"
import { Backlot } from "@backlot/testkit"
import * as GatewayClient from "@backlot/testkit/GatewayClient"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ALICE, APP, BOT_TOKEN, GENERAL } from "../Harbour.ts"
import { call, saying, stage } from "../Stage.ts"

const PAGE = new URL("../../../../docs/trips.md", import.meta.url)
const page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : ""

/** The list of rooms under a heading. */
const roomsOf = (heading: string): ReadonlyArray<string> => {
  const [, section = ""] = page.split(`\n## ${heading}\n`)
  const [own = ""] = section.split("\n## ")
  return [...own.matchAll(/^\d+\. `([\w/-]+)`/gm)].map(([, room = ""]) => room).sort()
}

const COMMAND = { name: "vet", description: "Sees the vet" }
const GUILD_MESSAGES = 1 << 9

/** In the first three trips the app and the bot belong to the test: only the rooms of the service count. */
const TEST_SIDE = /^(?:testkit|player|scenario|simulator)(?:\/|$)/

const scope = Scope.makeUnsafe()
let served: Effect.Success<ReturnType<typeof stage>>
let bot: GatewayClient.GatewayClient
let backlot: Backlot

const run = <A>(effect: Effect.Effect<A, unknown>) => Effect.runPromise(effect)

beforeAll(async () => {
  served = await Effect.runPromise(Scope.provide(stage(saying("All is well.")), scope))
  await upsert(COMMAND)
  bot = await GatewayClient.open(served.server.addresses.gateway_url)
  bot.identify({ token: BOT_TOKEN, intents: GUILD_MESSAGES })
  await bot.event("READY")
  backlot = await Backlot.start({ commands: [COMMAND], app: () => ({ type: 4, data: { content: "All is well." } }) })
})

afterAll(async () => {
  bot?.close()
  await backlot?.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const upsert = async (command: object) => {
  const url = `${served.server.addresses.rest_url}/applications/${APP}/commands`
  const { status } = await run(call(url, { json: command, headers: { authorization: `Bot ${BOT_TOKEN}` } }))
  expect(status).toBeLessThan(300)
}

let changes = 0

const TRIPS: Readonly<Record<string, () => Promise<unknown>>> = {
  "A command is upserted": () => upsert({ name: "upserted", description: `Change ${changes++}` }),
  "A command is used, delivered and answered": async () => {
    const { body } = await run(served.use(ALICE, GENERAL, { text: "/vet" }))
    expect(body.state).toBe("responded")
  },
  "A person says something, and a bot hears it": async () => {
    await run(served.control(`/users/${ALICE}/channels/${GENERAL}/messages`, { json: { content: "Ahoy" } }))
    await bot.event("MESSAGE_CREATE")
  },
  "A step of a scenario is played": () => backlot.in("general", "alice")[0].use("/vet")
}

/** Runs the trip first until nothing is loaded or initialized any more, then counts. */
const count = async (trip: () => Promise<unknown>) => {
  for (let i = 0; i < 3; i++) await trip()
  const counted = [await countCalls(trip), await countCalls(trip), await countCalls(trip)]
  const [first = { total: 0, files: [] }] = counted.toSorted((a, b) => a.total - b.total)
  // Background work of the server does not occur in every run.
  const [rooms = [], ...others] = counted.map(({ files }) => files.map(([file]) => roomOf(file)))
  return { ...first, rooms: [...new Set(rooms)].filter((room) => others.every((one) => one.includes(room))).sort() }
}

/** e.g. `usecases/command`. */
const roomOf = (file: string): string => file.replace(/^packages\/([\w-]+)\/src(\/.*)?\/[^/]+$/, "$1$2")

it.each(Object.entries(TRIPS))("%s, through the rooms that the page names", async (heading, trip) => {
  const { total, files, rooms } = await count(trip)
  // The trip of a use covers the service's part of a step.
  const ours = rooms.filter((room) => TEST_SIDE.test(room) === heading.includes("scenario"))
  expect(ours, `${total} calls of functions in ${files.length} files`).toEqual(roomsOf(heading))
})
