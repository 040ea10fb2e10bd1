import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Backlot } from "@backlot/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** A bot that answers `hello`, dies of `crash` or soon after its answer to `fade`, and never answers `hang`. */
const BOT = `
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_GATEWAY_URL: gateway, BACKLOT_APP_TOKEN: token, BACKLOT_APP_ID: id } = process.env
const json = { authorization: "Bot " + token, "content-type": "application/json" }
const commands = ["hello", "crash", "fade", "hang"].map((name) => ({ name, description: name }))
const put = () => fetch(rest + "/v10/applications/" + id + "/commands", { method: "PUT", headers: json, body: JSON.stringify(commands) })
await put()
if (process.argv[2] === "register") process.exit(0)
const socket = new WebSocket(gateway + "?v=10&encoding=json")
socket.onmessage = async ({ data }) => {
  const { op, t, d } = JSON.parse(data)
  if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties: {} } }))
  if (t !== "INTERACTION_CREATE") return
  if (d.data.name === "crash") {
    console.error("Error: out of fish")
    process.exit(3)
  }
  if (d.data.name === "hang") return
  await fetch(rest + "/v10/interactions/" + d.id + "/" + d.token + "/callback", {
    method: "POST", headers: json, body: JSON.stringify({ type: 4, data: { content: "hi" } })
  })
  if (d.data.name === "fade") setTimeout(() => { throw new Error("out of water") }, 20)
}
`

const folder = mkdtempSync(join(tmpdir(), "backlot-ended-"))
beforeAll(() => writeFileSync(join(folder, "bot.mjs"), BOT))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = `${JSON.stringify(process.execPath)} bot.mjs`
const start = (app: object = {}) => Backlot.start({ app: { command, cwd: folder, ...app } })

const failureOf = (act: PromiseLike<unknown>): Promise<Error> =>
  Promise.resolve(act).then(
    () => Promise.reject(new Error("it did not fail")),
    (error) => error
  )

/** Less than the minute for which things are waited for here, or held. */
const AT_ONCE = { timeout: 30_000 }

describe("a program that ended with an error", () => {
  it("fails the act that it died of, with its output, how it ended, and how to go on", AT_ONCE, async () => {
    await using backlot = await start()
    const [alice] = backlot.in("general", "alice")
    await alice.use("/hello").expect({ message: { content: "hi" } })
    const { message, stack } = await failureOf(alice.use("/crash"))
    expect(message.split("\n").slice(0, 4)).toEqual([
      "alice in #general uses /crash",
      `The app "${command}" ended with exit code 3.`,
      "  Error: out of fish",
      expect.stringMatching(/^Nothing is played from here on; another Backlot starts it anew\./)
    ])
    expect(message.match(/out of fish/g)).toHaveLength(1)
    expect(message).toMatch(/Transcript:[\s\S]*alice in #general uses \/hello/)
    expect(stack).toMatch(/Ended\.program\.test\.ts/)
  })

  describe("fails", () => {
    let backlot: Backlot

    beforeAll(async () => {
      backlot = await start()
      await failureOf(backlot.as("alice").in("general").use("/crash"))
    })
    afterAll(() => backlot[Symbol.asyncDispose]())

    it.each<[what: string, act: () => PromiseLike<unknown>]>([
      ["a use", () => backlot.as("alice").in("general").use("/hang")],
      ["a wait for a message", () => backlot.as("bob").in("general").sees("never", { within: "60s" })],
      ["a wait for an event", () => backlot.until({ event: "lobby.created", within: "60s" })],
      ["messages", () => backlot.as("bob").in("general").messages()],
      ["a call as the app", () => backlot.app().get("/users/@me")]
    ])("%s that follows", AT_ONCE, async (_, act) => {
      expect((await failureOf(act())).message).toMatch(/ended with exit code 3\.\n {2}Error: out of fish\n/)
    })

    it("what would be played on, with nothing done", AT_ONCE, async () => {
      await failureOf(backlot.as("bob").in("general").say("is anybody there"))
      const world = await fetch(`${backlot.controlUrl}/world`)
      expect(await world.text()).not.toContain("is anybody there")
    })
  })

  it("fails a use, a wait for a message and a wait for an event that are under way", AT_ONCE, async () => {
    await using backlot = await start()
    const [use, message, event] = await Promise.all([
      failureOf(backlot.as("alice").in("general").use("/hang")),
      failureOf(backlot.as("bob").in("general").sees("never", { within: "60s" })),
      failureOf(backlot.until({ event: "lobby.created", within: "60s" })),
      failureOf(backlot.as("alice").in("general").use("/crash"))
    ])
    expect(use.message).toContain("ended with exit code 3.")
    expect(message.message).toContain("ended with exit code 3.")
    expect(event.message).toContain("ended with exit code 3.")
  })

  it("fails the stop after the last act, unless allow accepts it", AT_ONCE, async () => {
    const backlot = await start()
    await backlot
      .as("alice")
      .in("general")
      .use("/fade")
      .expect({ message: { content: "hi" } })
    const { message, stack } = await failureOf(backlot.stop())
    expect(message).toMatch(/ended with exit code 1\.\n[\s\S]*out of water/)
    expect(stack).toMatch(/Ended\.program\.test\.ts/)
    const other = await Backlot.start({ app: { command, cwd: folder }, allow: ["exit"] })
    await other
      .as("alice")
      .in("general")
      .use("/fade")
      .expect({ message: { content: "hi" } })
    await other.stop()
  })

  it("is told of although what it started lives on, and holds its output", AT_ONCE, async () => {
    await using backlot = await start({ command: `sleep 60 & ${command}` })
    const { message } = await failureOf(backlot.as("alice").in("general").use("/crash"))
    expect(message).toMatch(/ended with exit code 3\.\n {2}Error: out of fish\n/)
  })
})

describe("a program", () => {
  it("that ended well may have done its work: it is played on without it", AT_ONCE, async () => {
    await using backlot = await start({ command: `${command} register`, ready: { commands: 4 } })
    const alice = backlot.as("alice").in("general")
    await alice.say("hi")
    expect(await alice.messages()).toHaveLength(1)
    expect((await alice.picker("hel")).commands).toHaveLength(1)
  })
})
