import { writeFile } from "node:fs/promises"
import { constants } from "node:os"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { Command } from "effect/cli"
import { execCommand } from "../src/exec/ExecCommand.ts"
import { Backlot } from "./Backlot.ts"

let backlot: Backlot

beforeAll(async () => {
  backlot = await Backlot.make()
  await writeFile(backlot.path("count.mjs"), COUNT)
  await writeFile(backlot.path("stubborn.mjs"), STUBBORN)
})

afterAll(() => backlot.remove())

/** Ends some requests after the first signal with 10 and the number of all that came until then. */
const COUNT = `
  let signals = 0
  const end = async () => {
    signals += 1
    if (signals > 1) return
    for (let i = 0; i < 20; i++) await fetch(process.env.BACKLOT_APP_CONTROL_URL + "/health")
    process.exit(10 + signals)
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end)
  setInterval(() => {}, 1e6)
  console.log("up " + process.pid)`

/**
 * Ends by no signal but SIGKILL, and starts one that does the same and has its output. Says when so much time is over that
 * a signal is a further one, not the first once more.
 */
const STUBBORN = `
  import { spawn } from "node:child_process"
  process.on("SIGINT", () => setTimeout(() => console.log("not me"), 800))
  setInterval(() => {}, 1e6)
  if (process.argv[2] === "alone") console.log("up")
  else spawn(process.execPath, ["stubborn.mjs", "alone"], { stdio: "inherit" })`

/** Whether the command that says that it is up leads a process group. */
const leads = (up: string): boolean => {
  try {
    return process.kill(-Number(up.replace(/\D/g, "")), 0)
  } catch {
    return false
  }
}

const exec = (...command: ReadonlyArray<string>) => backlot.command(["exec", "--", process.execPath, ...command])

describe("without a terminal", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s reaches the command once, though our group gets it",
    async (signal) => {
      const running = backlot.launchProgram(exec("count.mjs"), {}, { alone: true })
      // Two that come at the same time could count as one.
      expect(leads(await running.line(/^up/))).toBe(true)
      process.kill(-Number(running.child.pid), signal)
      expect(await running.ended).toMatchObject({
        code: 11,
        stderr: expect.stringContaining("ended with exit code 11")
      })
    }
  )

  it("a further signal kills the command and what it started", async () => {
    const running = backlot.launchProgram(exec("stubborn.mjs"), {}, { alone: true })
    await running.line(/^up/)
    running.child.kill("SIGINT")
    await running.line(/^not me/)
    running.child.kill("SIGINT")
    // It ends when all have let go of its output: nobody of them is left.
    expect(await running.ended).toMatchObject({
      code: 128 + constants.signals.SIGKILL,
      stderr: expect.stringContaining("was ended by SIGKILL")
    })
  })
})

describe("in a terminal", () => {
  /** `script` makes one, whose keys are what is written to it. */
  const inTerminal = (command: string) => {
    const args =
      process.platform === "darwin" ? ["-q", "/dev/null", "sh", "-c", command] : ["-qfec", command, "/dev/null"]
    return backlot.launchProgram(["script", ...args], { PATH: process.env["PATH"] ?? "" }, { stdin: "pipe" })
  }
  const CTRL_C = "\u0003"
  const words = (command: ReadonlyArray<string>) => command.map((word) => `'${word}'`).join(" ")

  it.each([
    ["", "as a terminal"],
    [": | ", "piped"]
  ])("Ctrl-C reaches the command once, with stdin %s%s", async (before) => {
    const running = inTerminal(`${before}${words(exec("count.mjs"))}`)
    expect(leads(await running.line(/^up/))).toBe(false)
    running.child.stdin?.write(CTRL_C)
    expect((await running.ended).stdout).toContain("ended with exit code 11")
  })

  it("SIGTERM, which is for us alone, is passed on", async () => {
    const running = inTerminal(`${words(exec("count.mjs"))} & echo "exec $!"; wait $!`)
    const pid = Number((await running.line(/^exec /)).slice(5))
    await running.line(/^up/)
    process.kill(pid, "SIGTERM")
    expect(await running.ended).toMatchObject({ code: 11 })
  })

  it("that is not ours, as of a runner that has the keys for itself, what the runner sends is passed on", async () => {
    const runner = `
      const { spawn } = process.getBuiltinModule("node:child_process")
      const child = spawn(process.execPath, ${JSON.stringify(exec("count.mjs").slice(1))}, { stdio: "inherit", detached: true })
      process.on("SIGINT", () => child.kill("SIGINT"))
      child.on("exit", (code) => process.exit(code))`
    await writeFile(backlot.path("runner.mjs"), runner)
    const running = inTerminal(words([process.execPath, "runner.mjs"]))
    await running.line(/^up/)
    running.child.stdin?.write(CTRL_C)
    expect((await running.ended).stdout).toContain("ended with exit code 11")
  })

  it("a second Ctrl-C kills the command", async () => {
    // In the shell's place, which would end by the signal that is sent to all.
    const running = inTerminal(`exec ${words(exec("stubborn.mjs", "alone"))}`)
    await running.line(/^up/)
    running.child.stdin?.write(CTRL_C)
    await running.line(/not me/)
    running.child.stdin?.write(CTRL_C)
    expect(await running.ended).toMatchObject({ code: 137, stdout: expect.stringContaining("was ended by SIGKILL") })
  })
})

it.live("a signal before the command runs is no success", () =>
  Effect.gen(function* () {
    const run = Command.runWith(execCommand({}), { version: "0" })(["--", "no-such-command"])
    const fiber = yield* Effect.forkChild(run, { startImmediately: true })
    yield* Fiber.interrupt(fiber)
    const exit = yield* Fiber.await(fiber)
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    expect(error).toMatchObject({ _tag: "Ended", code: 130 })
  }).pipe(Effect.provide(NodeServices.layer))
)
