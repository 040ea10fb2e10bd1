/** product.md "Scenario files": `simulate --record` writes a scenario file. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { load } from "@backlot/scenario/file/ScenarioFile"
import { type Recorded, type RecordOptions, record } from "@backlot/simulator/record/RecordRun"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { parse } from "yaml"
import { temporaryFolder } from "../run/EmbeddedStages.ts"
import { ALICE, app, GENERAL, server, world } from "./Session.ts"

/** Records while `act` runs; ends as `end` says. */
const following = Effect.fnUntraced(function* (
  options: Partial<RecordOptions>,
  end: (
    fiber: Fiber.Fiber<void, unknown>,
    hands: Effect.Success<ReturnType<typeof server>>
  ) => Effect.Effect<unknown, unknown>
) {
  const answering = yield* app
  const hands = yield* server(world(answering.endpoint))
  const out = join(yield* temporaryFolder, "adopt.scenario.yaml")
  const lines: Array<string> = []
  const told: Array<Recorded> = []
  const seen = yield* Deferred.make<void>()
  const report = (line: string) =>
    Effect.andThen(
      Effect.sync(() => void lines.push(line)),
      Deferred.succeed(seen, undefined)
    )
  // Acts before the recording are not part of it.
  const isFollowed = Effect.repeat(hands.control("GET", "/recording"), { until: ({ recording }) => recording === true })
  const fiber = yield* Effect.forkChild(
    record({ url: hands.stage.url, out, report, lost: Effect.die, ...options }, (recorded) =>
      Effect.sync(() => void told.push(recorded))
    )
  )
  yield* isFollowed
  yield* hands.use(ALICE, GENERAL, { text: "/adopt animal:dog" })
  yield* Deferred.await(seen)
  yield* end(fiber, hands)
  return { out, lines, told }
})

const interrupted = (fiber: Fiber.Fiber<void, unknown>) => Fiber.interrupt(fiber)

describe("recording a server", () => {
  it.live("shows acts as they happen, and writes them when it is interrupted, with the world beside", () =>
    Effect.gen(function* () {
      const { out, lines, told } = yield* following({}, interrupted)
      assert.deepStrictEqual(lines, ["alice in #general uses /adopt animal:dog"])
      const beside = out.replace("adopt.scenario.yaml", "adopt.world.yaml")
      assert.deepStrictEqual(told, [{ files: [out, beside], steps: 1, full: false }])
      const { scenarios } = yield* load(out)
      assert.strictEqual(scenarios.length, 1)
      const text = yield* Effect.promise(() => readFile(out, "utf8"))
      assert.deepStrictEqual(parse(text), {
        name: "adopt",
        world: "adopt.world.yaml",
        clock: "frozen",
        steps: [
          {
            as: "alice",
            in: "general",
            use: "/adopt animal:dog",
            expect: { state: "responded", message: { content: "adopt animal=dog", ephemeral: false } }
          }
        ]
      })
    })
  )

  it.live("ends when somebody else stops the recording", () =>
    Effect.gen(function* () {
      const { told } = yield* following({}, (fiber, { stop }) => Effect.andThen(stop, Fiber.join(fiber)))
      assert.deepStrictEqual(
        told.map(({ steps }) => steps),
        [1]
      )
    })
  )

  it.live("keeps what it followed when the server goes", () =>
    Effect.gen(function* () {
      const { told } = yield* following({}, (fiber, { gone }) => Effect.andThen(gone, Effect.exit(Fiber.join(fiber))))
      assert.deepStrictEqual(
        told.map(({ steps }) => steps),
        [1]
      )
    })
  )

  it.live("puts the world into the scenario where that is asked for, and the program under test", () =>
    Effect.gen(function* () {
      const { out } = yield* following({ worldFile: false, app: { command: "node app.mjs" } }, interrupted)
      const written: Record<string, unknown> = parse(yield* Effect.promise(() => readFile(out, "utf8")))
      assert.deepStrictEqual(written["app"], { command: "node app.mjs" })
      assert.containsAllKeys(written["world"], ["applications", "users", "guilds"])
      yield* load(out)
    })
  )

  it.live("fails where there is no server", () =>
    Effect.gen(function* () {
      const out = join(yield* temporaryFolder, "a.yaml")
      const nobody = record(
        { url: "http://127.0.0.1:1", out, report: () => Effect.void, lost: Effect.die },
        () => Effect.void
      )
      assert.match((yield* Effect.flip(nobody)).message, /127\.0\.0\.1:1/)
    })
  )
})
