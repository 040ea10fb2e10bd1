import { Backlot, BacklotError, type BacklotOptions } from "@backlot/testkit"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { COMMANDS, shop } from "./Shop.ts"

let backlot: Backlot
let broken: Error | undefined

beforeAll(async () => {
  backlot = await Backlot.start({
    commands: COMMANDS,
    app: (interaction) => {
      if (broken !== undefined) throw broken
      return shop(interaction)
    }
  })
})
beforeEach(() => {
  broken = undefined
})
afterAll(() => backlot.stop())

const here = () => backlot.in("general", "alice", "bob", "carol")

/** Fails unless it fails as the library's own do. */
const failureOf = async (act: PromiseLike<unknown>): Promise<BacklotError> => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  if (!(error instanceof BacklotError)) throw new Error(`not a BacklotError: ${String(error)}`)
  return error
}

describe("an act that fails", () => {
  it("points at the line of the test, not into the library", async () => {
    const [alice] = here()
    const { stack = "" } = await failureOf(alice.use("/adopt"))
    const frames = stack.split("\n").filter((line) => /^ {4}at /.test(line))
    expect(frames[0]).toMatch(/Failures\.program\.test\.ts:\d+/)
  })

  it("tells what differs, line by line, and everything that was done before", async () => {
    const [alice, bob] = here()
    await bob.say("before")
    const error = await failureOf(alice.use("/adopt animal:Dog").expect({ message: { content: /Cat/ } }))
    expect(error.message).toMatch(/^alice in #general uses \/adopt animal:Dog\nmessage\.content: "A Dog for you"/)
    expect(error.message).toContain("-   content: /Cat/")
    expect(error.message).toContain("+   content: A Dog for you")
    expect(error.message).toMatch(/Transcript:[\s\S]*bob in #general says "before"[\s\S]*alice in #general uses/)
    expect(error.mismatches).toMatchObject([{ path: ["message", "content"], actual: "A Dog for you" }])
    expect(error.outcome).toMatchObject({ state: "responded" })
  })

  it("tells what was done since the last reset, at most thirty acts, and how many came before", async () => {
    const [alice] = here()
    const failing = () => failureOf(alice.use("/adopt animal:Dog").expect({ message: { content: /Cat/ } }))
    await alice.say("of an earlier test")
    await backlot.reset()
    const { message } = await failing()
    expect(message).not.toContain("of an earlier test")
    expect(message).toMatch(
      /Transcript:\n {2}… \d+ other acts?: backlot\.transcript\(\) has everything\n +\d+ {2}alice in #general uses/
    )
    for (let n = 1; n <= 30; n++) await alice.say(`said ${n};`)
    const after = await failing()
    expect(after.message.match(/^ +\d+ {2}alice/gm)).toHaveLength(30)
    expect(after.message).toContain("said 2;")
    expect(after.message).not.toContain("said 1;")
    expect(backlot.transcript()).toMatch(/of an earlier test[\s\S]*said 1;/)
  })

  it("tells in words of this library, not of scenario files, what moves a clock on that stands still", async () => {
    await using alone = await Backlot.start({ commands: COMMANDS })
    const { message, stack } = await failureOf(alone.as("alice").in("general").use("/secret"))
    expect(message).toContain(
      'the service clock is frozen, so no deadline passes by itself: `backlot.advance("3s")` moves it on'
    )
    expect(message).not.toContain("step")
    expect(stack).toContain(message)
    expect(alone.transcript()).toContain('`backlot.advance("3s")` moves it on')
  })

  it("tells in words of this library what waits for a deferred answer", async () => {
    const [alice] = here()
    const vet = await alice.use("/vet").expect({ state: "deferred" })
    const { message } = await failureOf(vet.expect({ message: { content: "All is well." } }))
    expect(message).toContain("`answer.expect(…)` does not wait: `answer.responded().expect(…)` does")
    expect(message).not.toContain("wait: {")
  })

  it("tells how the service decided, where it refuses what nobody expected it to", async () => {
    const [, , carol] = here()
    const { message } = await failureOf(carol.use("/ban"))
    expect(message).toContain('refused: "permission" was not expected')
    expect(message).toContain("  pass installation: installed in this guild")
    expect(message).toContain("  fail default_member_permissions: ")
  })

  it("fails where a refusal was expected and none came, or for another reason", async () => {
    const [alice, , carol] = here()
    expect((await failureOf(alice.use("/secret").refused())).message).toContain("refused")
    expect((await failureOf(carol.use("/ban").refused("options"))).message).toContain('"permission" is not "options"')
    await carol.use("/ban", { expect: { refused: "permission" } })
  })

  it("takes a RegExp, a function and an operator for a matcher", async () => {
    const [alice] = here()
    const isShort = (text: unknown) => String(text).length < 5
    await alice.use("/secret").expect({ message: { content: /^only/, flags: 64 } })
    await failureOf(alice.use("/secret").expect({ message: { content: isShort } }))
    await alice.use("/secret").expect({ message: { content: { $not: isShort } } })
  })

  it("tells what the app threw", async () => {
    const [alice] = here()
    broken = new Error("the kennel is on fire")
    const { message } = await failureOf(alice.use("/secret"))
    expect(message).toContain("What the app threw:\n  Error: the kennel is on fire")
    expect(message).toMatch(/Failures\.program\.test\.ts:\d+/)
  })

  it("names those who are there, where nobody is called so", async () => {
    expect((await failureOf(backlot.as("alise").in("general").say("hi"))).message).toContain("alice")
    expect((await failureOf(backlot.as("alice").in("genral").say("hi"))).message).toContain("general")
    expect(() => backlot.app("Pet Shob")).toThrow('there is no application "Pet Shob"; did you mean "Pet Shop"?')
    expect(() => backlot.app("Zoo")).toThrow('there is no application "Zoo"; there are "Pet Shop", "My App"')
  })

  it("knows an application in any case of its name, and by its id", () => {
    const { id } = backlot.app("Pet Shop")
    expect([backlot.app("pet shop").id, backlot.app(id).id]).toEqual([id, id])
  })

  it("fails where an application's call is refused, unless that was expected", async () => {
    const app = backlot.app()
    expect((await failureOf(app.get("/guilds/1"))).message).toContain("10004")
    await app.get("/guilds/1", { expect: { status: 404, code: 10004 } })
  })

  it("gives up waiting for what does not come", async () => {
    const [alice] = here()
    const { message } = await failureOf(alice.sees({ content: "never said" }, { within: "50ms" }))
    expect(message).toContain("did not come within 50ms")
  })

  it("waits less than the 5 s that runners give a test, which then is told what was missing", async () => {
    const [alice] = here()
    const { message } = await failureOf(alice.sees({ content: "never said" }))
    expect(message).toContain("did not come within 3s")
  })

  it("tells a mistyped field of what is expected, which would hold of everything, and of the options", async () => {
    const [alice] = here()
    // What no compiler has looked at.
    const act = alice as unknown as Readonly<Record<"use" | "sees", (...given: ReadonlyArray<object | string>) => Any>>
    const mistyped: ReadonlyArray<readonly [Any, string]> = [
      [act.use("/secret").expect({ mesage: {} }), "expect.mesage: unknown field; did you mean message?"],
      [
        act.use("/secret").expect({ content: "x" }),
        "expect.content: unknown field; did you mean message: { content }?"
      ],
      [act.use("/secret", { expekt: {} }), "expekt: unknown field; did you mean expect?"],
      [act.use("/secret").expect({ state: "respondet" }), 'expect.state: "respondet" is not one of pending,'],
      [
        act.use("/secret").expect({ message: { $contians: 1 } }),
        "expect.message.$contians: $contians is not an operator"
      ],
      [act.sees("x", { within: "5 seconds" }), 'wait.within: "5 seconds" is not allowed: a duration is'],
      [act.use("/ban").expect({ refused: "permision" }), 'expect.refused: "permision" is not one of']
    ]
    for (const [one, told] of mistyped) {
      const error = await failureOf(one)
      expect(error.message).toContain(told)
      expect(error.message).toMatch(/^alice in #general uses|^waits for a message/)
      expect(error.stack).toMatch(/Failures\.program\.test\.ts/)
    }
  })

  it("shows nothing but its message to a runner that prints the fields of an error", async () => {
    const [, , carol] = here()
    expect(Object.keys(await failureOf(carol.use("/ban")))).toEqual([])
  })

  it("takes no expectation once it has begun", async () => {
    const [alice] = here()
    const act = alice.use("/secret")
    await act
    expect(() => act.refused()).toThrow("This act has begun")
  })
})

type Any = Promise<unknown> & { readonly expect: (expected: object) => Any }

describe("a start that fails", () => {
  it.each([
    [{ wrold: {} }, "Backlot.start: wrold: unknown field; did you mean world?"],
    [{ app: { comand: "node bot.mjs" } }, "app.comand: unknown field; did you mean command?"],
    [
      { app: { command: "node bot.mjs", ready: { commands: "2" } } },
      "app.ready.commands: must be a number, not a text"
    ],
    [
      { app: "node bot.mjs" },
      'app: must be a function that answers interactions, or a program: { command: "node bot.mjs" }'
    ],
    [{ apps: { "My App": {} } }, "apps.My App.command: is missing"],
    [{ clock: "frosen" }, "clock: must be one of real, frozen"],
    [{ ids: "clok" }, "ids: must be one of wall, clock"],
    [{ seed: 1.5 }, "seed: must be a whole number from 0 on"],
    [{ commands: { name: "ping" } }, "commands: must be a list"]
  ])("tells what is wrong with the options %j", async (options, told) => {
    // What no compiler has looked at.
    const error = await failureOf(Backlot.start(options as BacklotOptions))
    expect(error.message).toContain(told)
    expect(error.stack).toMatch(/Failures\.program\.test\.ts/)
  })

  it("tells what is wrong with a world, with the line of its file", async () => {
    const file = `${import.meta.dirname}/broken.yaml`
    expect((await failureOf(Backlot.start({ world: file }))).message).toMatch(/broken\.yaml:2:\d+ users\[0\]\.id: /)
    expect((await failureOf(Backlot.start({ world: `${file}.missing` }))).message).toContain("can not be read")
    expect((await failureOf(Backlot.start({ world: { users: [{ id: "x", username: "y" }] } }))).message).toContain(
      "users[0].id"
    )
  })

  it("tells which command is wrong, and where", async () => {
    const error = await failureOf(Backlot.start({ commands: [{ name: "Bad Name", description: "x" }] }))
    expect(error.message).toContain("APPLICATION_COMMAND_INVALID_NAME")
    expect(/^ {4}at .*/m.exec(error.stack ?? "")?.[0]).toMatch(/Failures\.program\.test\.ts/)
  })

  it("points at the line of the test for an application that there is not", async () => {
    const error = await failureOf(Backlot.start({ application: "Pet Shob", app: () => undefined }))
    expect(error.message).toContain('there is no application "Pet Shob"; did you mean "Pet Shop"?')
    expect(/^ {4}at .*/m.exec(error.stack ?? "")?.[0]).toMatch(/Failures\.program\.test\.ts/)
  })

  it("tells what a program wrote that ended before it was ready", async () => {
    const command = `node -e "console.error('no token'); process.exit(3)"`
    const { message } = await failureOf(Backlot.start({ app: { command } }))
    expect(message).toContain("ended with exit code 3 before it was ready")
    expect(message.match(/^ *no token$/gm)).toHaveLength(1)
  })
})
