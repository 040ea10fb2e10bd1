/** The settings of scenario and run reach the player, the programs under test and the listeners. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import type * as Runner from "@backlot/simulator/run/Runner"
import type { RunEvent } from "@backlot/simulator/run/RunResult"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { BOT, harbour } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { onServers, played } from "./Played.ts"

const BIRDS = "100000000000000002"

/** The harbour with a second application. */
const world = {
  ...harbour,
  applications: [
    ...harbour.applications,
    { id: BIRDS, name: "Bird Shop", owner_id: "300000000000000002", bot: { token: "bird-shop-bot-token" } }
  ],
  guilds: harbour.guilds.map((guild) => ({
    ...guild,
    installs: [...guild.installs, { application_id: BIRDS, scopes: ["bot", "applications.commands"], permissions: "0" }]
  }))
}

const play = (given: (folder: string) => ReadonlyArray<LoadedScenario>, options: Partial<Runner.RunOptions> = {}) =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "app.mjs"), BOT)
      writeFileSync(join(folder, "note.txt"), "ahoy")
      const events: Array<RunEvent> = []
      const { result, verdict } = yield* played(given(folder), { listen: (event) => events.push(event), ...options })
      return { ...result, verdict, events }
    })
  )

const command = `${JSON.stringify(process.execPath)} app.mjs`
const ready = { gateway: true, commands: 1 }
const says = (content: string) => ({ as: "alice", in: "general", say: content })

describe("a scenario", () => {
  it.live("gives its player variables, its application, and the folder that its files lie in", () =>
    Effect.gen(function* () {
      const steps = [
        says("${word} from ${who.name}"),
        {
          say: { attachments: [{ path: "note.txt" }] },
          expect: { message: { attachments: [{ filename: "note.txt" }] } }
        },
        { read: true, expect: { messages: [{ content: "ahoy from carol" }, {}] } },
        { app: { get: "/applications/@me" }, expect: { body: { name: "Bird Shop" } } }
      ]
      const variables = { word: "ahoy", who: { name: "carol" } }
      const { scenarios } = yield* play((folder) => [
        loaded({ name: "a", world, application: "Bird Shop", variables, steps }, folder)
      ])
      expect(scenarios[0]?.attempts[0]?.steps.map(({ failure }) => failure?.message)).toEqual(
        steps.map(() => undefined)
      )
      expect(scenarios[0]?.status).toBe("passed")
    })
  )

  it.live("starts its programs one after the other, each as its application, or as the scenario's", () =>
    Effect.gen(function* () {
      const apps = [
        { command, ready },
        { command, ready, application: "Pet Shop" }
      ]
      const { scenarios, events } = yield* play((folder) => [
        loaded({ name: "a", world, application: "Bird Shop", apps, steps: [says("hi")] }, folder)
      ])
      expect(scenarios[0]?.attempts[0]?.apps.map(({ application }) => application)).toEqual(["Bird Shop", "Pet Shop"])
      expect(events.flatMap((event) => (event.type === "app.starting" ? [event.application] : []))).toEqual([
        "Bird Shop",
        "Pet Shop"
      ])
    })
  )

  it.live("fails as soon as any of its programs ends, not only the first", () =>
    Effect.gen(function* () {
      const apps = [
        { command, ready, application: "Pet Shop" },
        { command, ready, application: "Bird Shop" }
      ]
      const steps = [
        { ...says("hi") },
        { use: { command: "echo", options: { text: "crash" } }, expect: { state: "pending" } },
        { wait: "1h" }
      ]
      const { verdict, scenarios } = yield* play((folder) => [
        loaded({ name: "a", world, application: "Bird Shop", apps: apps.toReversed(), steps }, folder),
        loaded({ name: "b", world, application: "Bird Shop", apps, steps }, folder)
      ])
      expect(verdict).toBe("failed")
      for (const { attempts } of scenarios) expect(attempts[0]?.failure).toContain("ended with exit code 3.")
    })
  )
})

describe("a run", () => {
  it.live("tells who listens what begins, each step that ended, and what is left out", () =>
    Effect.gen(function* () {
      const row = { ...loaded({ name: "a", steps: [says("one"), says("two")] }), example: { row: 1, values: {} } }
      const left = loaded({ name: "left out", steps: [says("hi")] })
      const { events, scenarios } = yield* play(() => [row, left], { grep: / a$/ })
      expect(events.map((event) => event.type)).toEqual([
        "run.began",
        "attempt.began",
        "step.began",
        "step.ended",
        "step.began",
        "step.ended",
        "attempt.ended",
        "scenario.ended",
        "run.ended"
      ])
      expect(events[0]).toMatchObject({ scenarios: 1, skipped: 1, parallel: 1, seed: 1 })
      expect(events.flatMap((event) => (event.type === "step.ended" ? [event.step.title] : []))).toEqual([
        'alice in #general says "one"',
        'alice in #general says "two"'
      ])
      // Rows of a table count from 1, for people.
      expect(scenarios.map(({ example, status }) => [example, status])).toEqual([
        [2, "passed"],
        [undefined, "skipped"]
      ])
    })
  )

  it.live("has a time for scenarios that say nothing of it", () =>
    Effect.gen(function* () {
      const slow = { name: "slow", steps: [says("hi"), { wait: "500ms" }] }
      const { scenarios } = yield* play(() => [loaded(slow), loaded({ ...slow, timeout: "1m" })], { timeout_ms: 100 })
      expect(scenarios[0]?.attempts[0]?.failure).toMatch(/^It took longer than 100ms/)
      expect(scenarios[1]?.status).toBe("passed")
    })
  )

  it.live("keeps the traces of all interactions where it is asked to", () =>
    Effect.gen(function* () {
      const steps = [says("hi"), { use: "/echo text:hi", expect: { message: { content: "hi" } } }, { use: "/nothing" }]
      const scenario = (folder: string) => [loaded({ name: "a", app: { command, ready }, steps }, folder)]
      const [traced, untraced] = [yield* play(scenario, { traces: true }), yield* play(scenario)]
      const told = ({ scenarios }: typeof traced) => scenarios[0]?.attempts[0]?.traces
      expect(told(traced)).toMatchObject([{ state: "responded", trace: expect.any(Array) }])
      expect(told(untraced)).toBeUndefined()
    })
  )
})
