/** Real clients run bursts into rate limits that refuse, wait as they do, and finish without an error. */
import { Agent, get } from "node:http"
import { REST, RESTEvents, type RESTOptions } from "@discordjs/rest"
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from "vitest"
import { discordPyOf } from "../src/DiscordPyClient.ts"
import { controlOf } from "./ControlClient.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { wireOf } from "./Wire.ts"
import { APP, BOT, GUILD, world } from "./World.ts"

const BURST = 300
/** One application for each client, so that they do not share a window. */
const clients = ["101", "102", "103", "104", "105"].map((id) => `100000000000000${id}`)
const [DEFAULT, RAISED, PYTHON, SLOW, SLOW_PYTHON] = clients as [string, string, string, string, string]

const perSecond = (per_second: number) => ({ per_second })

const burstWorld = {
  ...world,
  applications: [
    ...world.applications,
    ...clients.map((id) => ({ id, name: id, owner_id: world.users[0]?.id, bot: { token: `token-${id}` } }))
  ],
  rate_limits: {
    [APP]: perSecond(1_200),
    [DEFAULT]: perSecond(200),
    [RAISED]: perSecond(200),
    [PYTHON]: perSecond(200)
  }
}

/** Several routes, which clients queue each for itself: together they run into the global window. */
const routesOf = (id: string) =>
  [`/applications/${id}/commands`, "/applications/@me", "/users/@me", "/gateway/bot"] as const
const spread = (id: string, count: number) => {
  const routes = routesOf(id)
  return Array.from({ length: count }, (_, i) => routes[i % routes.length] ?? routes[0])
}

/** wire-rest.md §4.1: what every 429 of the API has; gives whether it is the global window's. */
const complete429 = (header: (name: string) => string | null): boolean => {
  const global = header("x-ratelimit-global") === "true"
  expect(header("via")).toBeTruthy()
  expect(Number(header("retry-after"))).toBeGreaterThanOrEqual(1)
  expect(header("x-ratelimit-scope")).toBe(global ? "global" : "user")
  return global
}

/** For thousands of requests, on a machine that does other things too. */
const LIMIT_MS = 120_000

describe.concurrent("a burst of requests through enforce", { timeout: LIMIT_MS }, () => {
  /** A server for one test. */
  const serverOf = async (onTestFinished: TestContext["onTestFinished"], clock: "real" | "frozen") => {
    const args = ["--limits", "enforce", "--clock", clock]
    const server = await startServer({ storage: "memory", world: burstWorld, args })
    onTestFinished(async () => expect(await server.stop()).toBe(0))
    return server
  }

  /** Requests of a client that has sent them at once. */
  interface Burst {
    readonly refusals: () => number
    readonly end: Promise<void>
  }

  /** Runs `count` requests at once through @discordjs/rest. */
  const discordJs = (server: LiveServer, id: string, count: number, options: Partial<RESTOptions> = {}): Burst => {
    const rest = new REST({ api: server.ready.rest_url, ...options }).setToken(`token-${id}`)
    let refusals = 0
    rest.on(RESTEvents.Response, (_, { status, headers }) => {
      if (status !== 429) return
      complete429((name) => headers.get(name))
      refusals++
    })
    const end = async () => {
      expect(await Promise.all(spread(id, count).map((path) => rest.get(path)))).toHaveLength(count)
    }
    return { refusals: () => refusals, end: end() }
  }

  const discordPy = (server: LiveServer, id: string, count: number): Burst => {
    const client = discordPyOf(`${server.ready.rest_url}/v10`, `token-${id}`)
    const end = async () => {
      expect(await Promise.all(spread(id, count).map((path) => client.request("GET", path)))).toHaveLength(count)
      for (const { headers, data } of client.refusals) {
        const global = complete429((name) => headers.get(name))
        expect(data).toEqual({ message: "You are being rate limited.", retry_after: expect.any(Number), global })
      }
    }
    return { refusals: () => client.refusals.length, end: end() }
  }

  /** The window stands still until each client met its end, so that no machine is too slow for that. */
  const throughRefusals = async (server: LiveServer, ...bursts: ReadonlyArray<Burst>) => {
    const refused = vi.waitUntil(() => bursts.every(({ refusals }) => refusals() > 0), { timeout: LIMIT_MS })
    const ended = Promise.all(bursts.map(({ end }) => end))
    // It is told by the assertion below.
    refused.catch(() => undefined)
    // A client that fails is never refused.
    await Promise.race([refused, ended])
    for (const { refusals } of bursts) expect(refusals()).toBeGreaterThan(0)
    expect((await controlOf(server.ready.control_url).call("POST", "/clock", { mode: "real" })).status).toBe(200)
    await ended
  }

  const uncapped = { globalRequestsPerSecond: 10_000 }

  it("@discordjs/rest with its own 50 requests per second meets no refusal", async ({ onTestFinished }) => {
    const { refusals, end } = discordJs(await serverOf(onTestFinished, "real"), DEFAULT, BURST)
    await end
    expect(refusals()).toBe(0)
  })

  it("@discordjs/rest without a cap of its own waits on the server's refusals", async ({ onTestFinished }) => {
    const server = await serverOf(onTestFinished, "frozen")
    await throughRefusals(server, discordJs(server, RAISED, BURST, uncapped))
  })

  it("a client in the shape of discord.py waits on the server's refusals", async ({ onTestFinished }) => {
    const server = await serverOf(onTestFinished, "frozen")
    await throughRefusals(server, discordPy(server, PYTHON, BURST))
  })

  it("both get through 50 requests per second, which an application has by default", async ({ onTestFinished }) => {
    const server = await serverOf(onTestFinished, "frozen")
    await throughRefusals(server, discordJs(server, SLOW, 120, uncapped), discordPy(server, SLOW_PYTHON, 120))
  })
})

describe("daily creates", () => {
  let server: LiveServer
  beforeAll(async () => {
    server = await startServer({
      storage: "file",
      world: { ...burstWorld, now: "2026-01-01T00:00:00Z" },
      args: ["--limits", "enforce", "--clock", "frozen"]
    })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  const COMMANDS = `/applications/${APP}/guilds/${GUILD}/commands`
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${prefix}-${i}`, description: "One of many" }))

  it("200 per day, then 30034 with a wait of at most 432 s; they refill continuously", async () => {
    const wire = wireOf(`${server.ready.rest_url}/v10`, { authorization: BOT })
    const { advance } = controlOf(server.ready.control_url)
    const put = async (commands: ReadonlyArray<unknown>) => (await wire("PUT", COMMANDS, { body: commands })).status
    const post = (name: string) => wire("POST", COMMANDS, { body: { name, description: "One more" } })

    // A bulk overwrite counts the commands that did not exist, not those that did.
    expect([await put(named("a", 100)), await put(named("a", 100)), await put(named("b", 99))]).toEqual([200, 200, 200])
    expect((await post("last")).status).toBe(201)
    expect(await put(named("b", 90))).toBe(200)
    const refused = await post("one-too-many")
    expect(refused.text).toBe(
      '{"message":"Max number of daily application command creates has been reached (200)",' +
        '"retry_after":432,"global":false,"code":30034}'
    )
    const header = (name: string) => refused.header(name)[0]
    expect([refused.status, header("retry-after"), header("x-ratelimit-scope"), header("x-ratelimit-bucket")]).toEqual([
      429,
      "432",
      "shared",
      undefined
    ])
    expect(header("via")).toBeTruthy()
    // What exists is edited as before.
    expect((await post("b-0")).status).toBe(200)

    await advance(431_999)
    expect((await post("one-too-many")).json).toMatchObject({ retry_after: 0.001 })
    await advance(1)
    expect(await put(named("c", 2))).toBe(429)
    expect((await wire("GET", COMMANDS)).json).toHaveLength(90)
    expect(await put([...named("b", 90), ...named("c", 1)])).toBe(200)
  })
})

describe("invalid requests", () => {
  it(
    "10,000 of them block the address with a page that is no API answer, until a reset",
    async () => {
      const server = await startServer({ storage: "memory", world, args: ["--limits", "enforce"] })
      try {
        const url = `${server.ready.rest_url}/v10/users/@me`
        const ask = (token: string) => fetch(url, { headers: { authorization: `Bot ${token}` } })
        const agent = new Agent({ keepAlive: true, maxSockets: 50 })
        const refused = () =>
          new Promise<number | undefined>((resolve, reject) => {
            const headers = { authorization: "Bot nobody" }
            const asked = get(url, { agent, headers }, (response) => {
              response.resume().on("end", () => resolve(response.statusCode))
            })
            asked.on("error", reject)
          })
        const statuses = new Set<number | undefined>()
        const worker = async (requests: number) => {
          for (let i = 0; i < requests; i++) statuses.add(await refused())
        }
        await Promise.all(Array.from({ length: 50 }, () => worker(200)))
        agent.destroy()
        expect([...statuses]).toEqual([401])

        const page = await ask("pet-shop-bot-token")
        expect([page.status, page.headers.get("via"), page.headers.get("content-type")]).toEqual([
          429,
          null,
          "text/html; charset=UTF-8"
        ])
        const { call } = controlOf(server.ready.control_url)
        expect((await call("GET", "/health")).status).toBe(200)
        expect((await call("POST", "/reset")).status).toBe(204)
        expect((await ask("pet-shop-bot-token")).status).toBe(200)
      } finally {
        await server.stop()
      }
    },
    LIMIT_MS
  )
})
