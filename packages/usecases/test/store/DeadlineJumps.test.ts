/**
 * Clocks that jump under the runner of all deadlines: those of answers, tokens, lobbies and webhook events. The wall
 * clock is set back and forward, the service clock is frozen, set and let run, in any order.
 */
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerStorage } from "@backlot/adapters-memory/Storage"
import { withWallClock } from "@backlot/ports/conformance/WallClock"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Deadlines, layer, schedule } from "../../src/store/Deadlines.ts"

const AT_MS = 1_767_225_600_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const RUNS = (process.env["BACKLOT_DEEP"] ?? "") === "" ? 150 : 5_000

type Act =
  | { readonly schedule: number }
  | { readonly pass: number }
  | { readonly wall: number }
  | { readonly freeze: number }
  | { readonly run: number }

const ms = fc.constantFrom(0, 1, 2_999, 3_000, MINUTE_MS, 15 * MINUTE_MS, HOUR_MS)
const jump = fc.tuple(fc.constantFrom(-1, 1), ms).map(([sign, size]) => sign * size)
const act: fc.Arbitrary<Act> = fc.oneof(
  ms.map((schedule) => ({ schedule })),
  ms.map((pass) => ({ pass })),
  jump.map((wall) => ({ wall })),
  jump.map((freeze) => ({ freeze })),
  jump.map((run) => ({ run }))
)

interface Done {
  readonly name: string
  /** How far the clock's reading was behind the due time: never above zero. */
  readonly early: number
}

const played = (acts: ReadonlyArray<Act>) => {
  const done: Array<Done> = []
  const handlers = {
    note: (payload: unknown, due_ms: number) =>
      Effect.flatMap(ServiceClock, (clock) =>
        Effect.map(clock.now, (now) => void done.push({ name: String(payload), early: due_ms - now }))
      )
  }
  const names: Array<string> = []
  return withWallClock((step) =>
    Effect.gen(function* () {
      const [clock, storage, deadlines] = [yield* ServiceClock, yield* Storage, yield* Deadlines]
      yield* TestClock.setTime(AT_MS)
      yield* Effect.forkScoped(deadlines.run)
      for (const each of acts) {
        // The runner is at rest, so that no jump comes between its reading of the clock and its work.
        yield* TestClock.adjust(0)
        if ("schedule" in each) {
          const name = `d${names.length}`
          names.push(name)
          const due_ms = (yield* clock.now) + each.schedule
          yield* storage.transaction(() => schedule({ name, kind: "note", due_ms, payload: name }))
          yield* deadlines.wakeBefore(due_ms)
        } else if ("pass" in each) yield* TestClock.adjust(each.pass)
        else if ("wall" in each) yield* step(each.wall)
        else {
          const now = yield* clock.now
          const setting = clock.setting()
          const offset = setting.mode === "real" ? setting.offset_ms : 0
          if ("freeze" in each) yield* clock.set({ mode: "frozen", now_ms: now + each.freeze })
          else yield* clock.set({ mode: "real", offset_ms: offset + each.run })
          yield* deadlines.wake
        }
      }
      // Whatever happened, all are due now. The runner looks at least once a minute, without being told.
      yield* clock.set({ mode: "real", offset_ms: 1_000 * HOUR_MS })
      yield* TestClock.adjust(2 * MINUTE_MS)
      return { done, names }
      // The layer is built below the wall clock, because handlers read the clock that they were built with.
    }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(layer(handlers), Layer.merge(layerStorage, layerClock))))
  )
}

it.effect("every deadline is completed once, and none before the service clock reads its time", () =>
  Effect.gen(function* () {
    for (const acts of fc.sample(fc.array(act, { minLength: 1, maxLength: 12 }), { numRuns: RUNS, seed: 20_261_123 })) {
      const { done, names } = yield* Effect.provide(played(acts), TestClock.layer(), { local: true })
      assert.deepStrictEqual(done.map(({ name }) => name).toSorted(), names.toSorted(), JSON.stringify(acts))
      assert.deepStrictEqual(
        done.filter(({ early }) => early > 0),
        [],
        JSON.stringify(acts)
      )
    }
  })
)
