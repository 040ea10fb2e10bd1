import type { Application } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { appEnvironment } from "../src/demo/DemoApp.ts"
import { Backlot, stop } from "./Backlot.ts"
import type { Ended } from "./InProcess.ts"

let backlot: Backlot

beforeAll(async () => {
  backlot = await Backlot.make()
})

afterAll(() => backlot.remove())

const alice = "users/300000000000000001/channels/200000000000000021"

const start = async (...args: ReadonlyArray<string>) => {
  const server = backlot.launch(["start", "--memory", "--port", "0", ...args])
  const control = (await server.line(/Control base/)).replace(/^.* (http\S+)$/, "$1")
  return { server, control }
}

const use = async (control: string, text: string, until: "acknowledged" | "responded") => {
  const response = await fetch(`${control}/${alice}/interactions?until=${until}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text })
  })
  return await response.json()
}

describe("start", () => {
  /** What a server and its demo app told in one run, from the start to the end. */
  let ran: {
    readonly ready: string
    readonly adopted: unknown
    readonly seen: unknown
    readonly ended: Ended
  }

  beforeAll(async () => {
    const { server, control } = await start()
    const ready = await server.line(/Demo app ready/)
    const adopted = await use(control, "/adopt animal:Cat name:Tom", "responded")
    const seen = await use(control, "/vet pet:Tom reason:check-up", "responded")
    ran = { ready, adopted, seen, ended: await stop(server) }
  })

  it("runs the demo app beside the server: its commands are there, interactions reach it signed", async () => {
    const { ready, adopted, ended } = ran
    expect(ready).toContain("/adopt, /pets, /vet, /announce")
    expect(adopted).toMatchObject({ state: "responded", message: { content: expect.stringContaining("Tom") } })
    expect({ code: ended.code, warned: ended.stderr.match(/"level":"(?!INFO)/g) }).toEqual({ code: 0, warned: null })
    // Nobody listens there any more.
    await expect(fetch(ready.replace(/^.* (http\S+)$/, "$1"))).rejects.toThrow("fetch failed")
  })

  it("shows a deferred answer that is completed later", () => {
    expect(ran.seen).toMatchObject({
      state: "responded",
      response: { type: 5 },
      message: { content: expect.stringContaining("Tom was at the vet") }
    })
  })

  it("says clearly when the demo app dies, and goes on", async () => {
    // Its endpoint has a private address, so that the server refuses it and the app gives up.
    const { server, control } = await start("--no-private-endpoints")
    const line = await server.line(/The demo app ended/)
    expect(JSON.parse(line)).toMatchObject({
      level: "ERROR",
      message: "The demo app ended with exit code 1; the server goes on without it."
    })
    expect((await fetch(`${control}/health`)).status).toBe(200)
    expect(await stop(server)).toMatchObject({ code: 0 })
  })
})

describe("a program started beside the server", () => {
  const url = "http://127.0.0.1:6780"
  const server = {
    addresses: {
      url,
      rest_url: `${url}/api`,
      gateway_url: "ws://127.0.0.1:6780/gateway",
      control_url: `${url}/control/v1`,
      console_url: `${url}/`
    },
    controlToken: undefined,
    clock: { now: 0, mode: "real" as const },
    applications: [],
    drain: Effect.void
  }
  // As much of an application as the environment tells.
  const application = { id: "1", name: "Pet Shop", bot: { token: "bot" }, client_secret: "secret" } as Application

  it("gets exactly the variables of the contract, for the first application", () => {
    const second = { application: { ...application, id: "2" }, publicKey: "cd" }
    expect(appEnvironment({ ...server, applications: [{ application, publicKey: "ab" }, second] })).toEqual({
      BACKLOT_APP_REST_URL: "http://127.0.0.1:6780/api",
      BACKLOT_APP_GATEWAY_URL: "ws://127.0.0.1:6780/gateway",
      BACKLOT_APP_ID: "1",
      BACKLOT_APP_TOKEN: "bot",
      BACKLOT_APP_SECRET: "secret",
      BACKLOT_APP_PUBLIC_KEY: "ab",
      BACKLOT_APP_CONTROL_URL: "http://127.0.0.1:6780/control/v1",
      BACKLOT_APP_CONTROL_TOKEN: ""
    })
  })

  it("is told the control token where one is set", () => {
    const guarded = { ...server, controlToken: "t", applications: [{ application, publicKey: "ab" }] }
    expect(appEnvironment(guarded)).toMatchObject({ BACKLOT_APP_CONTROL_TOKEN: "t" })
  })

  it("is not there in a world without applications", () => {
    expect(appEnvironment(server)).toBeUndefined()
  })
})
