/** A real client takes the faults that were planned for it: it tries again, and waits as long as it is told. */
import { REST, RESTEvents } from "@discordjs/rest"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { APP, BOT, world } from "./World.ts"

interface Planned {
  readonly hits: number
  readonly remaining: number | null
}

describe("planned faults, as @discordjs/rest takes them", () => {
  let server: LiveServer
  beforeAll(async () => {
    server = await startServer({ storage: "memory", world })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  const faults = (init: RequestInit = {}) =>
    fetch(`${server.ready.control_url}/faults`, { ...init, headers: { "content-type": "application/json" } })
  const plan = async (body: object) => {
    const answer = await faults({ method: "POST", body: JSON.stringify(body) })
    expect(answer.status).toBe(201)
  }
  const planned = async () => {
    // The contract of the control plane.
    const { faults: all } = (await (await faults()).json()) as { readonly faults: ReadonlyArray<Planned> }
    return all
  }
  beforeEach(async () => {
    await faults({ method: "DELETE" })
  })

  const client = () => new REST({ api: server.ready.rest_url }).setToken(BOT.replace(/^Bot /, ""))
  const match = { surface: "rest", application: APP, path: "/users/@me" }

  it("it tries again through two answers of 500", async () => {
    await plan({ match, status: 500, times: 2 })
    expect(await client().get("/users/@me")).toMatchObject({ bot: true })
    expect(await planned()).toMatchObject([{ hits: 2, remaining: 0 }])
  })

  it.each(["user", "global", "shared"])("it waits out a 429 of scope %s", async (scope) => {
    await plan({ match, rate_limit: { retry_after_ms: 1_000, scope }, times: 1 })
    const rest = client()
    const waits: Array<boolean> = []
    rest.on(RESTEvents.RateLimited, ({ global }) => void waits.push(global))
    const begun = performance.now()
    expect(await rest.get("/users/@me")).toMatchObject({ bot: true })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000)
    expect(waits[0]).toBe(scope === "global")
    expect(await planned()).toMatchObject([{ hits: 1, remaining: 0 }])
  })

  it("it gives up on an answer of 403", async () => {
    await plan({ match, status: 403, body: { message: "Missing Access", code: 50001 }, times: 1 })
    await expect(client().get("/users/@me")).rejects.toMatchObject({ status: 403, code: 50001 })
  })
})
