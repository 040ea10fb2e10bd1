/** The settable clock of one process, over Effect's own Clock. Source: architecture.md "Time, chance, limits". */
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { type ClockSetting, ServiceClock } from "@backlot/ports/ServiceClock"
import { Clock, Deferred, Effect, Layer } from "effect"

/** A clock that starts at the wall clock. */
export const layer: Layer.Layer<ServiceClock> = Layer.effect(
  ServiceClock,
  Clock.clockWith((wall) => Effect.sync(() => makeClock(wall)))
)

const makeClock = (start: Clock.Clock): ServiceClock["Service"] => {
  /** What the wall clock read at the start, less the elapsed time then. */
  const anchor = start.currentTimeMillisUnsafe() - elapsedOf(start)
  let setting: ClockSetting = { mode: "real", offset_ms: 0 }
  let replaced = Deferred.makeUnsafe<void>()

  const now = Clock.clockWith((wall) => Effect.sync(() => read(setting, wall)))

  // A timer may fire early, and the wall clock may step back: only the reading counts.
  const untilReads = (ms: number): Effect.Effect<void> =>
    Clock.clockWith((wall) => {
      const left = ms - read(setting, wall)
      if (left <= 0) return Effect.void
      if (setting.mode === "frozen") return Effect.never
      return Effect.flatMap(Effect.sleep(left), () => untilReads(ms))
    })

  return {
    now,
    at: (wall) => read(setting, wall),
    steadyAt: (wall) => readAt(setting, anchor + elapsedOf(wall)),
    setting: () => setting,
    set: (next) =>
      Effect.suspend(() => {
        setting = next
        const waiting = replaced
        replaced = Deferred.makeUnsafe<void>()
        return Effect.asVoid(Deferred.succeed(waiting, undefined))
      }),
    waitUntil: (ms, capMs) =>
      Effect.suspend(() =>
        Effect.raceFirst(Deferred.await(replaced), untilReads(ms)).pipe(Effect.timeoutOption(capMs), Effect.asVoid)
      )
  }
}

const read = (setting: ClockSetting, wall: Clock.Clock): number => readAt(setting, wall.currentTimeMillisUnsafe())

const readAt = (setting: ClockSetting, wallMs: number): number =>
  setting.mode === "frozen" ? setting.now_ms : wallMs + setting.offset_ms
