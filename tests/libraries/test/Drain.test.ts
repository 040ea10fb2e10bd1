/** How a server ends that others reach: nothing acknowledged is lost, nothing waits for ever. */
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { controlOf } from "./ControlClient.ts"
import { type EndpointApp, startEndpoint } from "./EndpointApp.ts"
import { FROZEN, type LiveProgram, startProgram } from "./LiveServer.ts"
import { wireOf } from "./Wire.ts"
import { ALICE, APP, BOT, GENERAL, world } from "./World.ts"

/** The bound of the drain, and what the end of a process takes on the slowest machine: below the 60 s of a delivery. */
const WITHIN_MS = 5_000 + 30_000

let server: LiveProgram
let app: EndpointApp
/** Lets the app answer. */
let release: () => void

const rest = () => wireOf(`${server.ready.rest_url}/v10`, { authorization: BOT })
const control = () => controlOf(server.ready.control_url)
const use = (query = "?until=responded") => control().use(ALICE, GENERAL, { text: "/slow" }, query)
const delivered = () => expect.poll(() => app.received.length).toBe(1)
const port = () => Number(new URL(server.ready.url).port)

beforeEach(async () => {
  server = await startProgram({ storage: "file", world, args: FROZEN })
  app = await startEndpoint(server.ready.applications[0]?.public_key ?? "")
  const answer = new Promise<void>((resolve) => {
    release = resolve
  })
  app.handle = async () => {
    await answer
    return { json: { type: 4, data: { content: "at last" } } }
  }
  await rest()("POST", `/applications/${APP}/commands`, { body: { name: "slow", description: "d" } })
  await rest()("PATCH", "/applications/@me", { body: { interactions_endpoint_url: app.url } })
})
afterEach(async () => {
  release()
  await server.stop()
  await app.stop()
})

/** Resolves once nobody takes connections there. */
const refused = () =>
  expect
    .poll(
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port(), "127.0.0.1", () => {
            socket.destroy()
            resolve(false)
          })
          socket.on("error", () => resolve(true))
        })
    )
    .toBe(true)

/** A connection that is kept, with a request that is not whole yet. */
const halfAsked = () =>
  new Promise<{ readonly finish: () => Promise<string> }>((resolve) => {
    const socket = connect(port(), "127.0.0.1", () => {
      socket.write("GET /control/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
      let text = ""
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
      })
      const ended = new Promise<string>((done) => socket.once("close", () => done(text)))
      resolve({
        finish: () => {
          socket.write("\r\n")
          return ended
        }
      })
    })
  })

describe("a server that is told to stop", () => {
  it("answers the request that is under way, and ends with 0", async () => {
    const answer = use()
    await delivered()
    const ended = server.ended("SIGTERM")
    await refused()
    release()
    expect(await answer).toMatchObject({ status: 200, state: "responded", message: { content: "at last" } })
    expect(await ended).toBe(0)
  })

  it("refuses new connections, and is unhealthy and closes on those it has", async () => {
    const answer = use()
    await delivered()
    const { finish } = await halfAsked()
    const ended = server.ended("SIGTERM")
    await refused()
    const text = await finish()
    expect(text).toMatch(/^HTTP\/1\.1 503 /)
    expect(text.toLowerCase()).toContain("connection: close")
    expect(text).toContain('"status":"stopping"')
    release()
    expect(await answer).toMatchObject({ status: 200 })
    expect(await ended).toBe(0)
  })

  it("settles the delivery that nobody waits for, and keeps its outcome", async () => {
    const { interaction_id } = await use("?wait=false")
    await delivered()
    const ended = server.ended("SIGTERM")
    await refused()
    release()
    expect(await ended).toBe(0)
    server = await server.restart("SIGTERM")
    expect((await control().call("GET", `/interactions/${interaction_id}`)).body).toMatchObject({
      state: "responded",
      message: { content: "at last" }
    })
  })

  it("is not held up beyond its bound by an app that hangs", async () => {
    const answer = use().catch(() => "cut off")
    await delivered()
    const begun = performance.now()
    expect(await server.ended("SIGTERM")).toBe(0)
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS)
    expect(server.output()).toContain("What is still under way is cut off")
    expect(await answer).toBe("cut off")
    server = await server.restart("SIGTERM")
    const commands = await rest()("GET", `/applications/${APP}/commands`)
    expect(commands.json).toMatchObject([{ name: "slow" }])
  })

  it("is told a second time and ends at once", async () => {
    const answer = use().catch(() => "cut off")
    await delivered()
    const ended = server.ended("SIGTERM")
    await refused()
    // Signals close to one another count as one; this one comes when that time is over.
    const begun = performance.now()
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(600)
    expect(await server.ended("SIGTERM")).toBe(143)
    expect(await ended).toBe(143)
    expect(await answer).toBe("cut off")
  })

  it("ends its streams of events", async () => {
    const response = await fetch(`${server.ready.control_url}/events`)
    const text = response.text()
    expect(await server.ended("SIGTERM")).toBe(0)
    expect(await text).toContain(": connected")
  })
})

describe("a collector that takes telemetry and never answers", () => {
  it("holds up neither requests nor the end", async () => {
    const collector = createServer(() => undefined)
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const traced = await startProgram({ storage: "memory", world, args: ["--otlp", url] })
    expect((await controlOf(traced.ready.control_url).call("GET", "/health")).status).toBe(200)
    const begun = performance.now()
    expect(await traced.stop()).toBe(0)
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS)
    expect(traced.output()).toContain("What was under way has ended")
    collector.closeAllConnections()
    await new Promise((resolve) => collector.close(resolve))
  })
})
