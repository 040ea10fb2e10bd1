import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Backlot, BacklotError } from "@backlot/testkit"
import { describe, expect, it, onTestFinished } from "vitest"
import { COMMANDS, shop } from "./Shop.ts"

const NODE = JSON.stringify(process.execPath)

const COUNTING = `
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_ID: id, BACKLOT_APP_TOKEN: token } = process.env
const headers = { authorization: "Bot " + token }
const answer = await fetch(rest + "/v10/applications/" + id + "/commands", { headers })
console.log("there are " + (await answer.json()).length)
`

const messageOf = (act: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(act).then(
    () => "it held",
    (error: unknown) => (error instanceof BacklotError ? error.message : String(error))
  )

describe("an application", () => {
  it("calls with a query, headers, another authorization, and files", async () => {
    await using backlot = await Backlot.start()
    const app = backlot.app()
    for (const content of ["one", "two"]) await backlot.as("alice").in("general").say(content)
    const { body } = await app.get("/channels/{channel:general}/messages", { query: { limit: 1 } })
    expect(body).toHaveLength(1)
    await app.get("/users/@me", { auth: "none", expect: { status: 401 } })
    const { token } = backlot.app("My App")
    await app.get("/users/@me", { headers: { authorization: `Bot ${token}` } }).expect({
      body: { username: "My App" }
    })
    await app
      .post("/channels/{channel:general}/messages", { content: "see" }, { files: [{ text: "x", filename: "x.txt" }] })
      .expect({ body: { attachments: [{ filename: "x.txt" }] } })
  })

  it("is meant by its id where two are called the same", async () => {
    const applications = ["1", "2"].map((digit) => ({
      id: `10000000000000000${digit}`,
      name: "Twin",
      owner_id: "300000000000000001",
      bot: { token: `twin-token-${digit}` }
    }))
    const users = [{ id: "300000000000000001", username: "alice" }]
    await using backlot = await Backlot.start({ world: { applications, users } })
    await backlot
      .app("100000000000000002")
      .get("/users/@me")
      .expect({ body: { id: "100000000000000002" } })
  })

  it("that is a function passes when the service tries its address out", async () => {
    await using backlot = await Backlot.start({ app: shop })
    const { body } = await backlot.world.get("/applications/Pet Shop")
    // An application of a world file.
    const { interactions_endpoint_url } = body as { readonly interactions_endpoint_url: string }
    const again = { interactions_endpoint_url: `${interactions_endpoint_url}again` }
    await backlot.app().patch("/applications/@me", again).expect({ status: 200, body: again })
  })

  it("that is a function and gives nothing has accepted the interaction, which stays open", async () => {
    await using backlot = await Backlot.start({ commands: COMMANDS, app: () => undefined })
    const secret = await backlot
      .as("alice")
      .in("general")
      .use("/secret", { expect: { state: "pending" } })
    await backlot.as("bob").in("general").say("meanwhile")
    await secret.expect({ state: "pending" })
  })

  it("that is a program finds the commands registered when it starts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "backlot-handles-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, "app.mjs"), COUNTING)
    await using backlot = await Backlot.start({
      commands: [{ name: "ping", description: "Pings" }],
      app: { command: `${NODE} app.mjs`, cwd: folder, ready: { log: "there are 1", within: "15s" } }
    })
    expect(backlot.app().name).toBe("Pet Shop")
  })
})

describe("a Backlot is started", () => {
  it("with a world that lies in a file, or is given", async () => {
    const world = join(import.meta.dirname, "../../../../examples/worlds/demo.yaml")
    await using ofFile = await Backlot.start({ world })
    await ofFile.as("alice").in("Harbour/general").say("hi")
    const users = [{ id: "300000000000000001", username: "zoe" }]
    await using given = await Backlot.start({ world: { users } })
    await given.world.get("/users/zoe").expect({ body: { username: "zoe" } })
    await given.world.get("/world").expect({ body: { applications: [] } })
  })

  it.each([
    ["enforce", true],
    ["off", false]
  ] as const)("with limits: %s, which are met by many calls at once: %s", async (limits, areMet) => {
    await using backlot = await Backlot.start({ limits })
    const app = backlot.app()
    const status = { $any: [200, 429] }
    const calls = Array.from({ length: 60 }, () => app.get("/users/@me", { expect: { status } }))
    const refused = (await Promise.all(calls)).filter((answer) => answer.status === 429)
    expect(refused.length > 0).toBe(areMet)
  })
})

describe("a failure tells", () => {
  it("what the program under test wrote last, and that it has ended", async () => {
    const command = `${NODE} -e "console.log('warming up')"`
    await using backlot = await Backlot.start({ commands: COMMANDS, app: { command, ready: { log: "warming up" } } })
    const told = () => messageOf(backlot.as("alice").in("general").say("hi").expect({ message: null }))
    await expect.poll(told, { timeout: 15_000 }).toContain("ended with exit code 0")
    expect(await told()).toContain(`What the app wrote last:\n  ${command}:\n    warming up\n`)
  })

  it("what a function that is the app threw, once", async () => {
    await using backlot = await Backlot.start({
      commands: COMMANDS,
      app: () => {
        throw new Error("the kennel is on fire")
      }
    })
    const alice = backlot.as("alice").in("general")
    expect(await messageOf(alice.use("/secret"))).toContain("the kennel is on fire")
    expect(await messageOf(alice.say("hi").expect({ message: { content: "ho" } }))).not.toContain("What the app threw")
  })

  it("what the server warned of, which is told at once too", async () => {
    const warned: Array<string> = []
    await using backlot = await Backlot.start({ strict: true, warn: (line) => warned.push(line) })
    await backlot.app().post("/applications/{application}/commands", { name: "a", description: "b", colour: "red" })
    const message = await messageOf(
      backlot
        .as("alice")
        .in("general")
        .say("hi")
        .expect({ message: { content: "ho" } })
    )
    expect(warned.join("\n")).toContain("colour")
    expect(message).toMatch(/Warnings of the server:\n.*colour/)
  })

  it("only the steps of a decision that were asked", async () => {
    await using backlot = await Backlot.start({ commands: COMMANDS, app: shop })
    const message = await messageOf(backlot.as("carol").in("general").use("/ban"))
    expect(message).toMatch(/How the service decided:\n {2}pass /)
    expect(message).not.toMatch(/^ {2}skip /m)
  })
})

describe("an act that is under way when its Backlot stops", () => {
  it("is told as stopped to whoever waits for it, by whatever method of a promise", async () => {
    const backlot = await Backlot.start({ commands: COMMANDS, app: () => new Promise(() => {}) })
    const alice = backlot.as("alice").in("general")
    const waiting = [
      alice.use("/secret").then(() => "it held"),
      alice.use("/secret").catch((error) => Promise.reject(error)),
      alice.use("/secret").finally(() => {})
    ].map(messageOf)
    await backlot.stop()
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => "This Backlot was stopped."))
  })
})

describe("the log of events", () => {
  it("gives each event that comes, once and in order", async () => {
    await using backlot = await Backlot.start()
    const alice = backlot.as("alice").in("general")
    await alice.say("before")
    const told = (async () => {
      const contents: Array<string> = []
      for await (const { type, data } of backlot.events) {
        if (type !== "message.created") continue
        // The event has the record of the message.
        contents.push(
          (data as { readonly record: { readonly message: { readonly content: string } } }).record.message.content
        )
        if (contents.length === 2) return contents
      }
      return contents
    })()
    await alice.say("one")
    await alice.say("two")
    expect(await told).toEqual(["one", "two"])
  })

  it("is waited on for an event with such data", async () => {
    await using backlot = await Backlot.start()
    await backlot.as("alice").in("general").say("one")
    const event = { event: "message.created", within: "100ms" }
    await backlot.until({ ...event, data: { record: { message: { content: "one" } } } })
    const other = backlot.until({ ...event, data: { record: { message: { content: "two" } } } })
    expect(await messageOf(other)).toContain("did not come within")
  })
})
