/** Programs whose own clock follows the service clock: docs/time.md. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Step } from "@backlot/scenario/Step"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { harbour } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { onServers, played } from "./Played.ts"

const NODE = JSON.stringify(process.execPath)

interface Played {
  readonly command?: string
  readonly clock?: "real" | "frozen"
  readonly log?: string
}

/** Plays the steps beside a program of this code, which prints `ready`. */
const play = (code: string, steps: ReadonlyArray<Step>, { command = `${NODE} app.mjs`, clock, log }: Played = {}) =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "app.mjs"), code)
      const app = { command, clock: "service", ready: { log: log ?? "ready" } } as const
      const scenario = { name: "time", world: harbour, app, steps, ...(clock === undefined ? {} : { clock }) }
      const { attempt, verdict } = yield* played([loaded(scenario, folder)], {})
      return { verdict, failure: attempt?.failure, attempt, lines: attempt?.apps[0]?.output.trim().split("\n") ?? [] }
    })
  )

/** Keeps it running. */
const OPEN = `import { createServer } from "node:net"; createServer().listen(0)\n`

describe("a program on Node with the service clock", () => {
  it.live("reads it from its first line, and does what is due in the order of time", () =>
    Effect.gen(function* () {
      const [took, { lines, verdict }] = yield* Effect.timed(
        play(
          `${OPEN}
const began = Date.now()
const log = (what) => console.log(what, Date.now() - began)
console.log(new Date().toISOString())
setTimeout(() => { log("minute"); setTimeout(() => log("two minutes"), 60_000) }, 60_000)
import("node:timers/promises").then(({ setTimeout }) => setTimeout(90_000)).then(() => log("promise"))
const cleared = setTimeout(() => log("never"), 1_000)
clearTimeout(cleared)
console.log("ready")`,
          [{ advance: "30s" }, { advance: "1d" }]
        )
      )
      expect(verdict, lines.join("\n")).toBe("passed")
      const [at, ...told] = lines
      expect(at).toBe("2026-01-01T00:00:00.000Z")
      expect(told.map((line) => line.replace(/ \d+$/, ""))).toEqual(["ready", "minute", "promise", "two minutes"])
      const [minute = 0, promise = 0, two = 0] = told.slice(1).map((line) => Number(/\d+$/.exec(line)))
      // A timer of the start loses the real time until the program was ready.
      for (const [moment, due] of [
        [minute, 60_000],
        [promise, 90_000]
      ] as const) {
        expect(moment).toBeLessThanOrEqual(due + 10)
        expect(moment).toBeGreaterThan(due - Duration.toMillis(took))
      }
      expect(Math.round((two - minute) / 100)).toBe(600)
    })
  )

  it.live("fires an interval once for a day, and measures a day", () =>
    Effect.gen(function* () {
      const { lines } = yield* play(
        `${OPEN}
const [date, perf, hr] = [Date.now(), performance.now(), process.hrtime.bigint()]
let beats = 0
setInterval(() => beats++, 41_250)
setTimeout(() => console.log(beats, Date.now() - date, Math.round((performance.now() - perf) / 1000), (process.hrtime.bigint() - hr) / 1_000_000_000n), 86_400_000)
console.log("ready")`,
        [{ advance: "1d" }]
      )
      // A timer of the start loses the real time until the program was ready.
      expect(lines[1]).toMatch(/^1 (?:8639\d{4}|86400000) 8640\d 8640\dn$/)
    })
  )

  it.live("does at once what has no delay, and keeps its asynchronous context", () =>
    Effect.gen(function* () {
      const { lines } = yield* play(
        `${OPEN}
import { AsyncLocalStorage } from "node:async_hooks"
const store = new AsyncLocalStorage()
store.run("kept", () => setTimeout(() => setTimeout(() => {
  console.log("later", store.getStore())
  setTimeout(() => { setTimeout(() => console.log("nested"), 0) }, 0)
}), 60_000))
console.log("ready")`,
        [{ advance: "1m" }]
      )
      expect(lines).toEqual(["ready", "later kept", "nested"])
    })
  )

  it.live("logs in with pauses, at the usual pace, while its date stands", () =>
    Effect.gen(function* () {
      const { lines } = yield* play(
        `${OPEN}
import { setTimeout } from "node:timers/promises"
const began = Date.now()
await setTimeout(300)
console.log("ready", Date.now() - began < 100)`,
        [{ advance: "1s" }]
      )
      expect(lines).toEqual(["ready true"])
    })
  )

  it.live("ends when nothing is left to do, and by what a timer throws", () =>
    Effect.gen(function* () {
      const done = yield* play(`setInterval(() => {}, 1_000).unref(); console.log("ready")`, [{ wait: "2s" }])
      expect(done.attempt?.apps[0]).toMatchObject({ exit_code: 0 })
      const thrown = yield* play(
        `${OPEN}setTimeout(() => { throw new Error("at midnight") }, 60_000); console.log("ready")`,
        [{ advance: "1m" }, { wait: "5s" }]
      )
      expect(thrown.failure).toContain("ended with exit code 1")
      expect(thrown.lines.join("\n")).toContain("at midnight")
    })
  )

  it.live("follows a clock that passes, too", () =>
    Effect.gen(function* () {
      const { lines, verdict } = yield* play(
        `${OPEN}
const began = Date.now()
setTimeout(() => console.log("soon", Date.now() - began >= 199), 200)
setTimeout(() => console.log("tomorrow", Date.now() - began >= 86_400_000), 86_400_000)
console.log("ready")`,
        [{ wait: "1s" }, { advance: "1d" }],
        { clock: "real" }
      )
      expect(verdict).toBe("passed")
      expect(lines).toEqual(["ready", "soon true", "tomorrow true"])
    })
  )

  it.live("follows in the processes and threads that it starts", () =>
    Effect.gen(function* () {
      const { lines } = yield* play(
        `import { fork } from "node:child_process"
import { Worker, isMainThread, parentPort } from "node:worker_threads"
if (process.argv[2] === undefined && isMainThread) {
  const thread = new Worker(new URL(import.meta.url), { argv: ["thread"] })
  thread.once("message", () => setTimeout(() => fork(new URL(import.meta.url), ["child"]), 200))
}
const name = process.argv[2] ?? "main"
setTimeout(() => console.log(name, new Date().getUTCDate()), 90_000_000)
if (name === "child") console.log("ready")
parentPort?.postMessage("it waits")`,
        [{ advance: "2d" }, { wait: "1s" }]
      )
      expect(lines.toSorted()).toEqual(["child 2", "main 2", "ready", "thread 2"])
    })
  )
})

describe("a program in another language", () => {
  const python = (env: Readonly<Record<string, string>>) =>
    onServers(
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        writeFileSync(join(folder, "app.py"), PYTHON)
        const app = { command: "python3 app.py", clock: "service", env, ready: { log: "ready" } } as const
        const steps: ReadonlyArray<Step> = [{ advance: "1d" }]
        const { attempt } = yield* played([loaded({ name: "other", world: harbour, app, steps }, folder)], {})
        return { failure: attempt?.failure, changed: attempt?.steps?.[0], output: attempt?.apps[0]?.output ?? "" }
      })
    )

  it.live(
    "gets the variables of libfaketime, and a file that says how far ahead its date is once the clock was changed",
    () =>
      Effect.gen(function* () {
        // Stands for the library, which few machines have: the loader warns of it and goes on.
        const { output, changed } = yield* python({ BACKLOT_FAKETIME: import.meta.filename })
        // The change waits for it.
        expect(changed?.outcome?.body).toMatchObject({ followers: 1 })
        const [first = 0, last = 0] = Array.from(output.matchAll(/ahead ([+-]\d+)/g), ([, ahead]) => Number(ahead))
        expect(output).toContain(`preload ${import.meta.filename}`)
        expect(Date.now() / 1_000 + first).toBeCloseTo(Date.UTC(2026, 0, 1) / 1_000, -2)
        expect(last - first).toBeGreaterThan(86_000)
      })
  )

  it.live("says what it needs where there is no library", () =>
    Effect.gen(function* () {
      const { failure } = yield* python({ BACKLOT_FAKETIME: "/nowhere/libfaketimeMT.so.1" })
      expect(failure).toContain("need libfaketime")
      expect(failure).toContain("there is none at /nowhere/libfaketimeMT.so.1; see docs/time.md.")
    })
  )
})

const PYTHON = `
import os, signal, sys, time
file = os.environ["FAKETIME_TIMESTAMP_FILE"]
def tell():
    with open(file) as opened:
        print("ahead", opened.read(), flush=True)
def end(*_):
    tell()
    sys.exit()
signal.signal(signal.SIGTERM, end)
print("preload", os.environ["LD_PRELOAD"])
tell()
print("ready", flush=True)
time.sleep(60)
`

describe("a change of the clock", () => {
  it.live("waits for what the app has done elsewhere: hashes, compression, files, child programs and threads", () =>
    Effect.gen(function* () {
      const { lines } = yield* play(ELSEWHERE, [{ advance: "1h" }])
      expect(lines).toEqual(["ready", "scrypt", "subtle", "gzip", "file", "child", "thread", "two minutes"])
    })
  )

  it.live("waits for the requests of the app, and fails with the one that does not end", () =>
    Effect.gen(function* () {
      const { failure, attempt } = yield* play(
        `import { createServer } from "node:http"
const server = createServer(() => {}).listen(0, () => console.log("ready"))
setTimeout(() => fetch("http://127.0.0.1:" + server.address().port + "/slow?token=1"), 60_000)`,
        [{ advance: "1h" }]
      )
      const { steps = [] } = attempt ?? {}
      expect(JSON.stringify([failure, steps[0]])).toMatch(
        /An app that follows the clock is not idle: GET http:\/\/127.0.0.1:\d+\/slow is under way/
      )
    })
  )

  it.live("says when no program follows", () =>
    Effect.gen(function* () {
      const { failure } = yield* play("", [{ advance: "1h" }], { command: "echo ready; sleep 60" })
      expect(failure).toContain("does not follow the service clock")
    })
  )
})

const ELSEWHERE = `${OPEN}
import { execFile } from "node:child_process"
import { scrypt } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { gzip } from "node:zlib"
const { subtle } = globalThis.crypto
const work = {
  scrypt: () => promisify(scrypt)("a password", "salt", 64, { N: 2 ** 16, maxmem: 2 ** 30 }),
  subtle: async () => {
    const key = await subtle.importKey("raw", Buffer.from("a password"), "PBKDF2", false, ["deriveBits"])
    await subtle.deriveBits({ name: "PBKDF2", salt: Buffer.from("salt"), iterations: 300_000, hash: "SHA-256" }, key, 256)
  },
  gzip: () => promisify(gzip)(Buffer.alloc(20_000_000, "some text")),
  file: () => writeFile("large", Buffer.alloc(20_000_000)).then(() => readFile("large")),
  child: () => promisify(execFile)("sleep", ["0.2"]),
  thread: () => new Promise((end) => new Worker("let n = 0; while (n < 1e8) n++", { eval: true }).once("exit", end))
}
setTimeout(async () => {
  for (const [name, run] of Object.entries(work)) {
    await run()
    console.log(name)
  }
}, 60_000)
setTimeout(() => console.log("two minutes"), 120_000)
console.log("ready")`
