import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { StageFailed, Stages } from "@backlot/player/stage/Stage"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import * as Runner from "@backlot/simulator/run/Runner"
import type { RunEvent } from "@backlot/simulator/run/RunResult"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Logger } from "effect"
import { embedded, openStage, temporaryFolder } from "./EmbeddedStages.ts"
import { BOT, harbour } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { overAfter, RUN } from "./Played.ts"

const begin = Effect.fnUntraced(function* (
  scenarios: ReadonlyArray<LoadedScenario>,
  options: Partial<Runner.RunOptions> = {}
) {
  const events: Array<RunEvent> = []
  const run = yield* Runner.make(scenarios, { ...RUN, listen: (event) => events.push(event), ...options })
  return { ...run, events }
})

const quiet = Logger.layer([])

const play = (
  scenarios: ReadonlyArray<LoadedScenario>,
  options: Partial<Runner.RunOptions> = {},
  stages: Layer.Layer<Stages> = embedded
) =>
  Effect.gen(function* () {
    const run = yield* begin(scenarios, options)
    yield* run.play
    return { ...run.result(), verdict: run.verdict(), chosen: run.chosen, events: run.events }
  }).pipe(Effect.provide(Layer.merge(stages, quiet)))

const says = (content: string) => ({ as: "alice", in: "general", say: content })
const good = loaded({
  name: "good",
  steps: [says("hello"), { read: true, expect: { messages: [{ content: "hello" }] } }]
})
const bad = loaded({
  name: "bad",
  steps: [says("hello"), { read: true, expect: { messages: [{ content: "bye" }] } }, says("never")]
})

describe("a run", () => {
  it.live("plays each scenario to its end, or to the first step that fails; the rest is skipped", () =>
    Effect.gen(function* () {
      const { scenarios, verdict } = yield* play([good, bad])
      expect(verdict).toBe("failed")
      expect(scenarios.map(({ name, status }) => [name, status])).toEqual([
        ["good", "passed"],
        ["bad", "failed"]
      ])
      const steps = scenarios[1]?.attempts[0]?.steps ?? []
      expect(steps.map(({ number, skipped, failure, place }) => [number, skipped, failure?._tag, place.line])).toEqual([
        [1, false, undefined, 10],
        [2, false, "ExpectationFailed", 11],
        [3, true, undefined, 12]
      ])
      expect(steps[2]?.title).toBe(steps[0]?.title.replace("hello", "never"))
    })
  )

  it.live("has the world before and after, and the transcript", () =>
    Effect.gen(function* () {
      const { scenarios } = yield* play([good])
      const [attempt] = scenarios[0]?.attempts ?? []
      expect(attempt?.world_before).toMatchObject({ users: [{ username: "alice" }, { username: "bob" }], messages: [] })
      expect(attempt?.world_after).toMatchObject({ messages: [{ content: "hello" }] })
      expect(attempt?.transcript).toHaveLength(2)
      expect(attempt?.failure).toBeUndefined()
    })
  )

  it.live("plays several at a time, each on a server of its own, and keeps their order", () =>
    Effect.gen(function* () {
      const gate = yield* Latch.make()
      let open = 0
      // Servers are given out once three are asked for.
      const together = Layer.succeed(Stages, {
        open: (request) =>
          Effect.suspend(() => (++open === 3 ? gate.open : gate.await)).pipe(Effect.andThen(openStage(request)))
      })
      const three = ["a", "b", "c"].map((name) => loaded({ ...good.scenario, name }))
      const { scenarios, verdict } = yield* play(three, { parallel: 3 }, together)
      expect([verdict, ...scenarios.map(({ name, status }) => `${name} ${status}`)]).toEqual([
        "passed",
        "a passed",
        "b passed",
        "c passed"
      ])
    })
  )

  it.live("says when it began and when each attempt did, as dates", () =>
    Effect.gen(function* () {
      const earliest = Date.now()
      const { began, scenarios } = yield* play([good])
      const dates = [began, scenarios[0]?.attempts[0]?.began ?? ""].map((iso) => Date.parse(iso))
      const inOrder = [earliest, ...dates, Date.now()]
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    })
  )

  it.live("begins nothing more after a failure with bail", () =>
    Effect.gen(function* () {
      const { scenarios } = yield* play([bad, good], { bail: true })
      expect(scenarios.map(({ status }) => status)).toEqual(["failed", "skipped"])
    })
  )

  it.live("plays again what failed, and calls flaky what passes then", () =>
    Effect.gen(function* () {
      let times = 0
      const better = Layer.succeed(Stages, {
        open: (request) =>
          openStage(++times === 1 ? { ...request, world: { ...harbour, users: [], guilds: [] } } : request)
      })
      const { scenarios, verdict, events } = yield* play([good], { retries: 2 }, better)
      expect([verdict, scenarios[0]?.status, scenarios[0]?.attempts.length]).toEqual(["passed", "flaky", 2])
      expect(events.map(({ type }) => type).filter((type) => /attempt|scenario/.test(type))).toEqual([
        "attempt.began",
        "attempt.ended",
        "attempt.began",
        "attempt.ended",
        "scenario.ended"
      ])
    })
  )

  it.live("with bail goes on while what failed is played again", () =>
    Effect.gen(function* () {
      let times = 0
      const failed = Latch.makeUnsafe(false)
      const better = Layer.succeed(Stages, {
        open: (request) => {
          times += 1
          if (times === 1) return openStage({ ...request, world: { ...harbour, users: [], guilds: [] } })
          return times === 2 ? openStage(request) : Effect.andThen(failed.await, openStage(request))
        }
      })
      // The retry of the first waits for the third, so that the third begins after a failure.
      const listen = (event: RunEvent) => {
        if (event.type === "attempt.began" && event.playing.index === 2) failed.openUnsafe()
      }
      const { scenarios, verdict } = yield* play(
        [good, good, good],
        { bail: true, retries: 1, parallel: 2, listen },
        better
      )
      expect(verdict).toBe("passed")
      expect(scenarios.map(({ status }) => status).filter((status) => status === "skipped")).toEqual([])
    })
  )

  it.live("asks for the server that the scenario wants, or the storage that the run does", () =>
    Effect.gen(function* () {
      const asked: Array<unknown> = []
      const asking = Layer.succeed(Stages, {
        open: (request) => Effect.tap(openStage(request), () => Effect.sync(() => asked.push(request)))
      })
      const wanting = loaded({ ...good.scenario, clock: "real", storage: "file", limits: "observe" })
      yield* play([good, wanting], { seed: 7 }, asking)
      yield* play([wanting], { storage: "memory" }, asking)
      expect(asked).toMatchObject([
        { clock: "frozen", storage: "memory", limits: undefined, seed: 7 },
        { clock: "real", storage: "file", limits: "observe", seed: 7 },
        { clock: "real", storage: "memory" }
      ])
    })
  )

  it.live("looks on at the gateway from the beginning where a wait names it", () =>
    Effect.gen(function* () {
      const waits = { wait: { gateway: "MESSAGE_CREATE", within: "3s" } }
      const { scenarios } = yield* play([loaded({ name: "watching", steps: [says("ahoy"), waits] })])
      expect(scenarios[0]?.attempts[0]?.steps[1]?.failure?.message).toBeUndefined()
      expect(scenarios[0]?.status).toBe("passed")
    })
  )

  it.live("goes on with the other scenarios when one fails by a bug of ours", () =>
    Effect.gen(function* () {
      let times = 0
      const broken = Layer.succeed(Stages, {
        open: (request) => (++times === 1 ? Effect.die(new Error("a bug")) : openStage(request))
      })
      const { scenarios, verdict } = yield* play([good, good], {}, broken)
      expect([verdict, ...scenarios.map(({ status }) => status)]).toEqual(["failed", "failed", "passed"])
      expect(scenarios[0]?.attempts[0]?.failure).toContain("a bug")
    })
  )

  it.live("says in which step a bug of ours was", () =>
    Effect.gen(function* () {
      let reads = 0
      const step = {
        ...says("hello"),
        get expect() {
          // The first read looks for expectations of the gateway; the second plays the step.
          if (++reads > 1) throw new Error("a bug")
          return {}
        }
      }
      const { scenarios } = yield* play([loaded({ name: "buggy", steps: [says("before"), step, says("never")] })])
      const [attempt] = scenarios[0]?.attempts ?? []
      expect(attempt?.failure).toContain("a bug")
      expect(attempt?.steps.map(({ failure, skipped }) => [failure?.message, skipped])).toEqual([
        [undefined, false],
        ["Backlot failed (Error: a bug) while this step was under way.", false],
        [undefined, true]
      ])
    })
  )

  it.live("fails for good when all retries fail", () =>
    Effect.gen(function* () {
      const { scenarios, verdict } = yield* play([bad], { retries: 1 })
      expect([verdict, scenarios[0]?.status, scenarios[0]?.attempts.length]).toEqual(["failed", "failed", 2])
    })
  )

  it.live("is unusable when a server can not be had, and failed when something failed too", () =>
    Effect.gen(function* () {
      const refused = Layer.succeed(Stages, {
        open: (request) =>
          request.storage === "file" ? Effect.fail(new StageFailed({ message: "no world" })) : openStage(request)
      })
      const unusable = loaded({ ...good.scenario, name: "unusable", storage: "file" })
      const { scenarios, verdict } = yield* play([good, unusable], {}, refused)
      expect([verdict, scenarios[1]?.status, scenarios[1]?.attempts[0]?.failure]).toEqual([
        "unusable",
        "failed",
        "no world"
      ])
      expect((yield* play([bad, unusable], {}, refused)).verdict).toBe("failed")
    })
  )

  it.live("tells a step by what is written, not by an id that was captured", () =>
    Effect.gen(function* () {
      const steps = [
        { ...says("hello"), capture: { order: "message.id" } },
        { react: "🐶", on: "${order}" }
      ]
      const { scenarios, events } = yield* play([loaded({ name: "captured", steps })])
      const titles = scenarios[0]?.attempts[0]?.steps.map(({ title }) => title)
      expect(titles).toEqual(['alice in #general says "hello"', "alice in #general reacts with 🐶 to ${order}"])
      expect(events.flatMap((event) => (event.type === "step.began" ? [event.title] : []))).toEqual(titles)
    })
  )

  it.live("fails a scenario that takes too long, and says where it was", () =>
    Effect.gen(function* () {
      const slow = loaded({ name: "slow", timeout: "600ms", steps: [says("hello"), { wait: "1h" }] })
      // Its time is over in the second step, whatever the first one took.
      const begun = yield* Latch.make()
      const listen = (event: RunEvent) => {
        // Reported right before it is played.
        if (event.type === "step.began" && event.title === "waits 1h") setImmediate(() => begun.openUnsafe())
      }
      const { scenarios } = yield* overAfter(play([slow], { listen }), 600, begun.await)
      const [attempt] = scenarios[0]?.attempts ?? []
      expect(attempt?.failure).toMatch(/^It took longer than 600ms, and was in step 2 \(.*1h.*\)$/)
      expect(attempt?.steps.map(({ skipped, failure }) => [skipped, failure?.message])).toEqual([
        [false, undefined],
        [false, "The scenario took longer than 600ms while this step was under way."]
      ])
      expect(attempt?.transcript.at(-1)).toMatchObject({
        number: 2,
        act: "waits 1h",
        lines: [],
        faults: ["The scenario took longer than 600ms while this step was under way."]
      })
      expect(attempt?.world_after).toMatchObject({ messages: [{ content: "hello" }] })
    })
  )

  it.live("that is interrupted stops what it started, and has what it came to", () =>
    Effect.gen(function* () {
      let stopped = 0
      const begun = yield* Latch.make()
      const counting = Layer.succeed(Stages, {
        open: (request) => Effect.tap(openStage(request), () => Effect.addFinalizer(() => Effect.sync(() => stopped++)))
      })
      const endless = loaded({ name: "endless", steps: [says("hello"), { wait: "1h" }] })
      const told: Array<string> = []
      const run = yield* begin([good, endless, good], {
        retries: 1,
        listen: (event) => {
          told.push(event.type)
          // Reported right before it is played.
          if (event.type === "step.began" && event.title === "waits 1h") setImmediate(() => begun.openUnsafe())
        }
      })
      const fiber = yield* Effect.forkChild(Effect.provide(run.play, Layer.merge(counting, quiet)))
      yield* begun.await
      yield* Fiber.interrupt(fiber)
      const [result, verdict] = [run.result(), run.verdict()]
      expect(told.slice(-4)).toEqual(["run.interrupted", "attempt.ended", "scenario.ended", "run.ended"])
      expect([verdict, stopped]).toEqual(["interrupted", 2])
      expect(result.scenarios.map(({ status }) => status)).toEqual(["passed", "failed", "skipped"])
      expect(result.scenarios[1]?.attempts[0]).toMatchObject({
        failure: "It was interrupted.",
        steps: [
          { skipped: false },
          {
            skipped: false,
            title: "waits 1h",
            failure: { message: "The run was interrupted while this step was under way." }
          }
        ]
      })
    })
  )
})

describe("with a program under test", () => {
  const app = { command: `${JSON.stringify(process.execPath)} app.mjs` }

  it.live("plays against it once it is ready, and keeps its output", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "app.mjs"), BOT)
      const steps = [{ as: "alice", in: "general", use: "/echo text:hi", expect: { message: { content: "hi" } } }]
      const { verdict, scenarios } = yield* play([loaded({ name: "echo", app, steps }, folder)])
      expect(scenarios[0]?.attempts[0]?.failure).toBeUndefined()
      expect(verdict).toBe("passed")
      expect(scenarios[0]?.attempts[0]?.apps).toEqual([
        {
          application: "Pet Shop",
          command: app.command,
          output: "ready\n",
          lines: [{ at_ms: expect.any(Number), stream: "stdout", text: "ready" }],
          exit_code: undefined
        }
      ])
    })
  )

  it.live("fails as soon as it ends while it is played against", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "app.mjs"), BOT)
      const steps = [{ as: "alice", in: "general", use: "/echo text:crash" }, { wait: "1h" }]
      const { verdict, scenarios } = yield* play([loaded({ name: "crash", clock: "frozen", app, steps }, folder)])
      expect(verdict).toBe("failed")
      const [attempt] = scenarios[0]?.attempts ?? []
      expect(attempt?.failure).toMatch(
        /^The app ".*" ended with exit code 3\. It was in step 1 \(alice in #general uses .*\)$/
      )
      const [step, next] = attempt?.steps ?? []
      expect(step?.failure?.message).toMatch(/^The app ".*" ended with exit code 3 while this step was under way\.$/)
      expect([step?.skipped, step?.place.line, next?.skipped]).toEqual([false, 10, true])
      // Its output is in the attempt, and so once in each report.
      expect(attempt?.apps.map(({ output }) => output)).toEqual(["ready\n"])
    })
  )

  it.live("fails when it ended before the last step did, though something that it started lives on", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "app.mjs"), BOT)
      const held = { command: `sleep 30 & ${app.command}`, ready: { log: "ready" } }
      const steps = [
        { as: "alice", in: "general", use: "/echo text:crash", expect: { state: "pending" } },
        { wait: "1s" }
      ]
      const { verdict, scenarios } = yield* play([loaded({ name: "crash", app: held, steps }, folder)])
      expect([verdict, scenarios[0]?.status]).toEqual(["failed", "failed"])
      expect(scenarios[0]?.attempts[0]?.failure).toContain("ended with exit code 3.")
    })
  )

  it.live("is unusable when it does not start", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { verdict, scenarios } = yield* play([loaded({ name: "none", app, steps: [says("hello")] }, folder)])
      expect(verdict).toBe("unusable")
      const [attempt] = scenarios[0]?.attempts ?? []
      expect(attempt?.failure).toMatch(/ended with exit code 1 before it was ready; it never called Backlot: .*\.$/)
      expect(attempt?.apps[0]?.output).toMatch(/Cannot find module .*app\.mjs/)
    })
  )

  it.live("is unusable when its application is not in the world", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const other = { ...app, application: "Zoo" }
      const { scenarios } = yield* play([loaded({ name: "none", app: other, steps: [says("hello")] }, folder)])
      expect(scenarios[0]?.attempts[0]?.failure).toContain('there is no application "Zoo"; there are "Pet Shop"')
    })
  )
})
