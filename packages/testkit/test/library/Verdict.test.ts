/** Apps whose answers are all right, and that do wrong beside them. */
import { Backlot, type BacklotOptions } from "@backlot/testkit"
import { describe, expect, it } from "vitest"

const COMMANDS = [{ name: "hello", description: "Says hello" }]

/** A Backlot with an app that answers, and calls this path as well. */
const calling = (path: string, options: BacklotOptions = {}, method = "GET") => {
  const warnings: Array<string> = []
  const backlot: Promise<Backlot> = Backlot.start({
    commands: COMMANDS,
    warn: (line) => warnings.push(line),
    app: async (_, app) => {
      const headers = { authorization: `Bot ${app.token}` }
      await fetch(`${(await backlot).restUrl}/v10${path}`, { method, headers })
      return { type: 4, data: { content: "hi" } }
    },
    ...options
  })
  return backlot.then((started) => ({ backlot: started, warnings }))
}

const hello = (backlot: Backlot) =>
  backlot
    .as("alice")
    .in("general")
    .use("/hello")
    .expect({ message: { content: "hi" } })

const UNKNOWN = "/channels/1/messages"
const LACKING = "/guilds/1/member-verification"

describe("a Backlot that stops", () => {
  it("fails where a call of the app was refused, with call, code, reason and act, at the line of the test", async () => {
    const { backlot } = await calling(UNKNOWN)
    await hello(backlot)
    const error: Error = await backlot.stop().then(
      () => expect.unreachable("it did not fail"),
      (one) => one
    )
    expect(error.message.split("\n\n")[0]).toBe(
      "Every act held, but calls of the app were refused (`allow: [refused_calls]` accepts this):\n" +
        "  GET /channels/1/messages was answered 404: 10003 Unknown Channel; in act 2 (alice in #general uses /hello)"
    )
    expect(error.stack).toMatch(/Verdict\.test\.ts/)
    await expect(fetch(backlot.url)).rejects.toThrow()
  })

  it("fails where the app called what Backlot lacks", async () => {
    const { backlot } = await calling(LACKING)
    await hello(backlot)
    await expect(backlot.stop()).rejects.toThrow(
      /allow: \[not_implemented\][^\n]*\n {2}GET .*get_guild_member_verification/
    )
  })

  it.each([
    ["refused_calls", UNKNOWN],
    ["not_implemented", LACKING]
  ] as const)("accepts what allow names: %s", async (kind, path) => {
    const { backlot } = await calling(path, { allow: [kind] })
    await hello(backlot)
    await backlot.stop()
  })

  it("only warns once an act has failed, which says it already", async () => {
    const { backlot, warnings } = await calling(UNKNOWN)
    await expect(hello(backlot).expect({ message: { content: "no" } })).rejects.toThrow('"hi" is not "no"')
    await backlot.stop()
    expect(warnings.filter((line) => line.includes("10003 Unknown Channel"))).toHaveLength(1)
  })

  it("leaves out what the test calls as the app", async () => {
    await using backlot = await Backlot.start()
    await backlot.app().get(UNKNOWN, { expect: { status: 404 } })
    await backlot.app().get(LACKING, { expect: { status: 404 } })
  })

  it("remembers what was refused before a restart", async () => {
    const { backlot } = await calling(UNKNOWN, { storage: "file" })
    await hello(backlot)
    await backlot.restart()
    await expect(backlot.stop()).rejects.toThrow("10003 Unknown Channel")
  })
})

describe("check", () => {
  it("fails like stop, and tells of each misdeed once", async () => {
    const { backlot } = await calling(UNKNOWN)
    await hello(backlot)
    await expect(backlot.check()).rejects.toThrow("10003 Unknown Channel")
    await backlot.check()
    await hello(backlot)
    await expect(backlot.check()).rejects.toThrow("10003 Unknown Channel")
    await backlot.stop()
  })

  it("fails again where the app calls the same missing operation again, even after an act failed before", async () => {
    const { backlot } = await calling(LACKING)
    await expect(hello(backlot).expect({ message: { content: "no" } })).rejects.toThrow('"hi" is not "no"')
    await backlot.check()
    await expect
      .poll(
        async () => {
          await hello(backlot)
          return backlot.check().then(
            () => "",
            (error) => String(error)
          )
        },
        // The server groups the reports of one second.
        { timeout: 10_000, interval: 300 }
      )
      .toContain("get_guild_member_verification")
    await backlot.stop()
  })

  it("does not blame the app for a refused act of the test, whatever its path", async () => {
    await using backlot = await Backlot.start()
    const reaction = encodeURIComponent("👍")
    await backlot.app().put(`/channels/1/messages/2/reactions/${reaction}/@me`, undefined, { expect: { status: 404 } })
  })

  it("refuses kinds that are none", async () => {
    // @ts-expect-error: there is no such kind.
    await expect(Backlot.start({ allow: ["refusals"] })).rejects.toThrow(
      "allow: must be a list of refused_calls, exit, not_implemented"
    )
  })
})
