/** What a data file keeps when its process ends, gracefully or killed, and another one takes over. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { controlOf } from "./ControlClient.ts"
import { type EndpointApp, startEndpoint } from "./EndpointApp.ts"
import { type LiveProgram, startProgram } from "./LiveServer.ts"
import { type Wire, wireOf } from "./Wire.ts"
import { ACTIVITY_APP, ACTIVITY_BOT, ALICE, APP, activityWorld, BOT, GENERAL, GUILD, SECRET, world } from "./World.ts"

const GLOBAL = `/applications/${APP}/commands`
const IN_GUILD = `/applications/${APP}/guilds/${GUILD}/commands`
const LAUNCHING = `/applications/${ACTIVITY_APP}/commands`

/** A server whose clock stands still and makes its ids: both go on from where they were only if the data says so. */
const startFrozen = async (given: unknown): Promise<LiveProgram> => {
  const server = await startProgram({ storage: "file", world: given, args: ["--ids", "clock"] })
  await controlOf(server.ready.control_url).call("POST", "/clock", { mode: "frozen" })
  return server
}

const restOf = (server: LiveProgram, authorization = BOT): Wire =>
  wireOf(`${server.ready.rest_url}/v10`, { authorization })

const exported = async (server: LiveProgram) => (await controlOf(server.ready.control_url).call("GET", "/world")).body

describe.each(["SIGTERM", "SIGKILL"] as const)("file storage after %s", (signal) => {
  let server: LiveProgram

  beforeAll(async () => {
    server = await startFrozen(activityWorld)
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  it("commands keep their ids, versions and bytes", async () => {
    const body = [
      { name: "kept", description: "d", name_localizations: { de: "behalten" } },
      { type: 2, name: "Keep" }
    ]
    const rest = restOf(server)
    await rest("PUT", GLOBAL, { body })
    await rest("PUT", IN_GUILD, { body })
    const lists = async (wire: Wire) => [
      (await wire("GET", `${GLOBAL}?with_localizations=true`)).text,
      (await wire("GET", `${IN_GUILD}?with_localizations=true`)).text
    ]
    const before = await lists(rest)
    server = await server.restart(signal)
    expect(await lists(restOf(server))).toEqual(before)
    expect((await restOf(server)("PUT", GLOBAL, { body })).text).toBe(before[0])
  })

  it("new ids and versions are larger than all before", async () => {
    const body = { name: "counted", description: "d" }
    const before = (await restOf(server)("POST", GLOBAL, { body })).json
    server = await server.restart(signal)
    const created = (await restOf(server)("POST", GLOBAL, { body: { ...body, name: "later" } })).json
    expect(BigInt(created.id)).toBeGreaterThan(BigInt(before.version))
    const changed = (await restOf(server)("POST", GLOBAL, { body: { ...body, description: "e" } })).json
    expect(changed.id).toBe(before.id)
    expect(BigInt(changed.version)).toBeGreaterThan(BigInt(created.version))
  })

  it("the world is as it was left, not as its file has it", async () => {
    const edited = await restOf(server)("PATCH", "/applications/@me", {
      body: { description: "Edited", tags: ["pets"] }
    })
    expect(edited.status).toBe(200)
    await controlOf(server.ready.control_url).advance(86_400_000)
    const before = await exported(server)
    server = await server.restart(signal)
    expect(await exported(server)).toEqual(before)
    expect((await restOf(server)("GET", "/applications/@me")).json.description).toBe("Edited")
  })

  it("issued tokens stay good", async () => {
    const issued = await restOf(server, `Basic ${btoa(`${APP}:${SECRET}`)}`)("POST", "/oauth2/token", {
      body: "grant_type=client_credentials&scope=applications.commands.update",
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })
    server = await server.restart(signal)
    expect(await restOf(server, `Bearer ${issued.json.access_token}`)("GET", GLOBAL)).toMatchObject({ status: 200 })
  })

  it("an entry point that was deleted stays deleted, one that stands stays the same", async () => {
    const list = async () => (await restOf(server, ACTIVITY_BOT)("GET", LAUNCHING)).json
    const [launch] = await list()
    server = await server.restart(signal)
    expect(await list()).toEqual([launch])
    expect((await restOf(server, ACTIVITY_BOT)("DELETE", `${LAUNCHING}/${launch.id}`)).status).toBe(204)
    server = await server.restart(signal)
    expect(await list()).toEqual([])
  })
})

describe("an interaction that is pending when its process is killed", () => {
  let server: LiveProgram
  let app: EndpointApp
  let pending: { readonly id: string; readonly token: string }
  const control = () => controlOf(server.ready.control_url)
  const interaction = async () => (await control().call("GET", `/interactions/${pending.id}`)).body

  beforeEach(async () => {
    server = await startFrozen(world)
    app = await startEndpoint(server.ready.applications[0]?.public_key ?? "")
    // It takes the interaction and never answers.
    app.handle = () => new Promise<never>(() => undefined)
    await restOf(server)("POST", GLOBAL, { body: { name: "wait", description: "d" } })
    await restOf(server)("PATCH", "/applications/@me", { body: { interactions_endpoint_url: app.url } })
    await control().use(ALICE, GENERAL, { text: "/wait" }, "?wait=false")
    await expect.poll(() => app.received.length).toBe(1)
    pending = app.received[0]?.interaction
    server = await server.restart("SIGKILL")
  })
  afterEach(async () => {
    await app.stop()
    expect(await server.stop()).toBe(0)
  })

  it("is pending still, and times out when the clock advances by three seconds", async () => {
    expect(await interaction()).toMatchObject({ state: "pending" })
    await control().advance(2_999)
    expect(await interaction()).toMatchObject({ state: "pending" })
    await control().advance(1)
    expect(await interaction()).toMatchObject({ state: "timed_out" })
  })

  it("can be answered by its token until then", async () => {
    const callback = `/interactions/${pending.id}/${pending.token}/callback`
    const answered = await restOf(server)("POST", callback, { body: { type: 4, data: { content: "back again" } } })
    expect(answered.status).toBe(204)
    expect(await interaction()).toMatchObject({ state: "responded", message: { content: "back again" } })
    await control().advance(3_000)
    expect(await interaction()).toMatchObject({ state: "responded" })
  })
})

describe("a process that is killed in a burst of writes", () => {
  let server: LiveProgram

  beforeAll(async () => {
    server = await startFrozen(world)
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  /** Each worker creates commands of its own and then describes them anew; the server is killed at the n-th answer. */
  const burst = async (answers: number) => {
    const acknowledged = new Map<string, { readonly id: string; readonly version: string }>()
    const rest = restOf(server)
    const killed = Promise.withResolvers<LiveProgram>()
    const statuses: Array<number> = []
    const write = async (name: string, description: string) => {
      const { status, json } = await rest("POST", GLOBAL, { body: { name, description } })
      acknowledged.set(name, json)
      statuses.push(status)
      if (statuses.length === answers) killed.resolve(server.restart("SIGKILL"))
    }
    const work = async (worker: number) => {
      for (const description of ["first", "second", "third"]) {
        for (let i = 0; i < 10; i++) await write(`burst-${worker}-${i}`, description)
      }
    }
    // A worker ends when its connection does.
    const workers = Array.from({ length: 8 }, (_, worker) => work(worker).catch(() => undefined))
    server = await killed.promise
    await Promise.all(workers)
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
    return acknowledged
  }

  it.each([1, 20, 77, 150])("keeps each command that it acknowledged, once (%i answers)", async (answers) => {
    const acknowledged = await burst(answers)
    expect(acknowledged.size).toBeGreaterThan(0)
    const found: ReadonlyArray<{ readonly name: string; readonly id: string; readonly version: string }> = (
      await restOf(server)("GET", GLOBAL)
    ).json
    const byName = new Map(found.map((command) => [command.name, command]))
    expect(byName.size).toBe(found.length)
    for (const [name, { id, version }] of acknowledged) {
      // A later write may have been kept although nobody was told.
      expect(byName.get(name)?.id, name).toBe(id)
      expect(BigInt(byName.get(name)?.version ?? 0), name).toBeGreaterThanOrEqual(BigInt(version))
    }
    expect((await restOf(server)("PUT", GLOBAL, { body: [] })).status).toBe(200)
  })
})
