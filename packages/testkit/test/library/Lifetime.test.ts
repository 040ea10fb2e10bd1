import { request } from "node:http"
import { Backlot } from "@backlot/testkit"
import { describe, expect, it } from "vitest"
import demoWorld from "../../src/library/DemoWorld.golden.json" with { type: "json" }
import { COMMANDS, shop } from "./Shop.ts"

const isThere = (url: string) =>
  fetch(url).then(
    () => true,
    () => false
  )

/** The next rejection that nobody handles, in place of the runner, which would fail for it. */
const unhandled = (): Promise<unknown> => {
  const others = process.listeners("unhandledRejection")
  process.removeAllListeners("unhandledRejection")
  return new Promise((resolve) => {
    process.once("unhandledRejection", (error) => {
      for (const other of others) process.on("unhandledRejection", other)
      resolve(error)
    })
  })
}

describe("a Backlot", () => {
  it("runs beside others in one process, which know nothing of each other", async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        Backlot.start({
          commands: [{ name: "who", description: "Who" }],
          app: () => ({ type: 4, data: { content: `app ${n}` } })
        })
      )
    )
    expect(new Set(all.map(({ url }) => url)).size).toBe(4)
    const said = await Promise.all(
      all.map(async (backlot) => {
        await backlot.as("alice").in("general").use("/who")
        return (await backlot.as("bob").in("general").messages()).map(({ content }) => content)
      })
    )
    expect(said).toEqual(all.map((_, n) => [`app ${n}`]))
    await Promise.all(all.map((backlot) => backlot.stop()))
  })

  it("stops once, and then refuses to play", async () => {
    const backlot = await Backlot.start({ world: {} })
    const { url } = backlot
    expect(await isThere(url)).toBe(true)
    await Promise.all([backlot.stop(), backlot.stop()])
    expect(await isThere(url)).toBe(false)
    await expect(backlot.advance("1s")).rejects.toThrow("This Backlot was stopped.")
  })

  it("stops at the end of its block", async () => {
    let url: string
    {
      await using backlot = await Backlot.start({ world: {} })
      url = backlot.url
    }
    expect(await isThere(url)).toBe(false)
  })

  it("tells of an act that was under way, and that nothing waits for, when it stops", async () => {
    const backlot = await Backlot.start({ commands: COMMANDS, app: shop })
    const lost = unhandled()
    backlot.as("carol").in("general").use("/ban")
    backlot.as("carol").in("general").sees("never")
    await backlot.stop()
    const error = await lost
    expect(error).toMatchObject({ message: expect.stringContaining("nothing waits for it: is an `await` missing?") })
    expect(String(error instanceof Error && error.stack)).toMatch(/Lifetime\.test\.ts/)
  })

  it("ends what is waited for when it stops", async () => {
    const backlot = await Backlot.start()
    const waiting = backlot.as("alice").in("general").sees({ content: "never" }, { within: "60s" })
    const events = (async () => {
      for await (const event of backlot.events) if (event.type === "never") return event
      return "over"
    })()
    await backlot.as("bob").in("general").say("hi")
    await backlot.stop()
    await expect(waiting).rejects.toThrow("This Backlot was stopped")
    expect(await events).toBe("over")
  })
})

describe("reset", () => {
  it("goes back to how it was when start was done, commands and apps included", async () => {
    await using backlot = await Backlot.start({ commands: COMMANDS, app: shop })
    const [alice, bob] = backlot.in("general", "alice", "bob")
    const then = await backlot.clock.now()
    for (let round = 0; round < 2; round++) {
      await alice.use("/secret").expect({ message: { content: "only you" } })
      await bob.say("hi")
      await backlot.world.patch("/users/bob", { locale: "fr" })
      await backlot.fault({ match: { surface: "rest" }, status: 500 })
      await backlot.advance("1h")
      await backlot.reset()
      expect(await alice.messages()).toEqual([])
      await backlot.world.get("/users/bob").expect({ body: { locale: "en-GB" } })
      expect(await backlot.clock.now()).toEqual(then)
      await backlot.app().get("/applications/@me")
    }
  })
})

describe("the service's clock", () => {
  it("stands still until it is advanced, and then does what is due", async () => {
    await using backlot = await Backlot.start({ commands: COMMANDS, app: shop })
    const [alice] = backlot.in("general", "alice")
    const began = await backlot.clock.now()
    const vet = await alice.use("/vet").expect({ state: "deferred" })
    await backlot.advance("15m")
    expect((await backlot.clock.now()).getTime() - began.getTime()).toBe(15 * 60_000)
    await backlot.app().edit(vet, { content: "late" }, { expect: { status: 401, code: 50027 } })
    await backlot.clock.set("2030-01-01T00:00:00Z")
    expect((await backlot.clock.now()).toISOString()).toBe("2030-01-01T00:00:00.000Z")
  })

  it("passes by itself where it is real", async () => {
    await using backlot = await Backlot.start({ world: {}, clock: "real" })
    const began = Date.now()
    expect((await backlot.clock.now()).getTime()).toBeGreaterThanOrEqual(began)
    await backlot.clock.freeze()
    const [first, second] = [await backlot.clock.now(), await backlot.clock.now()]
    expect(second).toEqual(first)
    await backlot.clock.resume()
  })

  it("makes runs the same, with ids from the clock and a seed", async () => {
    const run = async () => {
      const world = { ...demoWorld, now: "2026-01-01T00:00:00Z" }
      await using backlot = await Backlot.start({ world, seed: 7, commands: COMMANDS, app: shop })
      const answer = await backlot.as("alice").in("general").use("/adopt animal:Dog")
      return { id: answer.message?.id, key: backlot.app().publicKey, transcript: backlot.transcript() }
    }
    expect(await run()).toEqual(await run())
  })
})

describe("a server with a data file", () => {
  it.each(["restart", "kill"] as const)("goes on after a %s, at the same address", async (how) => {
    await using backlot = await Backlot.start({ storage: "file", commands: COMMANDS, app: shop })
    const [alice, bob] = backlot.in("general", "alice", "bob")
    await alice.say("before")
    await backlot.restart(how)
    await bob.sees({ content: "before" })
    await alice.use("/adopt animal:Dog").expect({ message: { content: /Dog/ } })
  })

  it("is needed for a restart", async () => {
    await using backlot = await Backlot.start()
    await expect(backlot.restart()).rejects.toThrow("start it with storage: file")
  })
})

describe("what happens in the server", () => {
  it("is waited for without polling, and kept", async () => {
    await using backlot = await Backlot.start({ commands: COMMANDS, app: shop })
    const [alice, bob] = backlot.in("general", "alice", "bob")
    const seen = bob.sees({ content: /^A Dog/ })
    await alice.use("/adopt animal:Dog")
    expect((await seen).message?.content).toBe("A Dog for you")
    const { events } = await backlot.until({ event: "message.created" })
    expect(events).toHaveLength(1)
    expect(backlot.events.all("message.created")).toHaveLength(1)
  })

  it("is seen as the application is told of it, over the gateway", async () => {
    await using backlot = await Backlot.start({ watchGateway: true })
    const [alice] = backlot.in("general", "alice")
    await alice.say("first")
    const { gateway } = await backlot.until({ gateway: "MESSAGE_CREATE", data: { content: "first" } })
    expect(gateway).toMatchObject([{ t: "MESSAGE_CREATE", d: { author: { username: "alice" } } }])
    await alice.say("second").expect({ gateway: [{ t: "MESSAGE_CREATE" }] })
  })

  it("can be told to go wrong", async () => {
    await using backlot = await Backlot.start({ commands: COMMANDS, app: shop })
    await backlot.fault({ match: { surface: "rest", application: "Pet Shop" }, status: 503, times: 1 })
    await backlot.app().get("/users/@me", { expect: { status: 503 } })
    await backlot.app().get("/users/@me")
    await backlot.fault({ match: { surface: "rest" }, status: 500 })
    await backlot.clearFaults()
    await backlot.app().get("/users/@me")
  })

  it("can not be forged: a function that is an app hears only what the service signed", async () => {
    const heard: Array<unknown> = []
    await using backlot = await Backlot.start({
      commands: COMMANDS,
      app: (interaction) => {
        heard.push(interaction)
        return shop(interaction)
      }
    })
    await backlot.as("alice").in("general").use("/secret")
    const { body } = await backlot.world.get("/applications/Pet Shop")
    // An application of a world file.
    const { interactions_endpoint_url } = body as { readonly interactions_endpoint_url: string }
    const status = await new Promise((resolve, reject) => {
      const headers = { "x-signature-timestamp": "1", "x-signature-ed25519": "ab".repeat(64) }
      const forged = request(interactions_endpoint_url, { method: "POST", headers }, ({ statusCode }) =>
        resolve(statusCode)
      )
      forged.on("error", reject).end(JSON.stringify(heard[0]))
    })
    expect([status, heard.length]).toEqual([401, 1])
  })
})
