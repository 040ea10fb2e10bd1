import { fork } from "node:child_process"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, it, onTestFinished } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type FromHost, host, type ToHost } from "../src/stage/Host.ts"
import { Backlot } from "./Backlot.ts"

let program: Backlot

beforeAll(async () => {
  program = await Backlot.make()
})
afterAll(() => program.remove())

const asked = {
  request: { world: undefined, clock: "frozen", storage: "memory", ids: "wall" },
  port: 0,
  file: undefined
} as const

it.effect("a host that says nothing is given up, and told to close what it may still open", () =>
  Effect.gen(function* () {
    const sent: Array<ToHost["type"]> = []
    const silent = host({
      send: ({ type }) => void sent.push(type),
      onMessage: () => {},
      onEnd: () => {},
      kill: () => {}
    })
    const passing = Effect.forever(TestClock.adjust("10 seconds"))
    const { message } = yield* Effect.raceFirst(Effect.flip(silent.open(asked)), passing)
    expect([message, sent]).toEqual(["The server's host did not answer within 1m", ["open", "close"]])
  })
)

it("a server that is closed while it opens does not stay open", async () => {
  const [, main = ""] = program.command([])
  const forked = fork(join(dirname(main), "StageHost.js"), {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })
  onTestFinished(() => void forked.kill("SIGKILL"))
  const told: Array<FromHost> = []
  const closed = new Promise<void>((resolve) => {
    forked.on("message", (message) => {
      // A host tells nothing else.
      told.push(message as FromHost)
      if (told.at(-1)?.type === "closed") resolve()
    })
  })
  const messages: ReadonlyArray<ToHost> = [
    { type: "open", id: 1, ...asked },
    { type: "close", id: 1 }
  ]
  for (const message of messages) forked.send(message)
  await closed
  const [first] = told
  if (first?.type !== "opened") throw new Error(`told ${first?.type}`)
  await expect(fetch(first.stage.url)).rejects.toThrow("fetch failed")
})
