/** The clock of this program: Date, timers, `performance.now` and `process.hrtime`. Nothing of it passes by itself. */
import { AsyncResource } from "node:async_hooks"
import { syncBuiltinESMExports } from "node:module"
import { performance } from "node:perf_hooks"
import timers from "node:timers"
import { install } from "@sinonjs/fake-timers"
import { act } from "./Activity.ts"
import { look } from "./Seen.ts"

/** What is not faked. */
export const real = {
  now: performance.now.bind(performance),
  date: Date.now,
  setTimeout,
  setInterval,
  setImmediate
}

/** How often the real time is looked at. */
const PACE_MS = 10

/** Shorter timers that would not keep the program running are ticks. Those of undici last half a second. */
const TICK_MS = 1_000

export type Clock = ReturnType<typeof start>

export const start = (began: number) => {
  const perf = real.now()
  const clock = install({
    now: began,
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval", "hrtime", "Temporal"],
    shouldClearNativeTimers: true,
    ignoreMissingTimers: true
  })
  const handles = new Map<number, { readonly hasRef: () => boolean; readonly refresh: () => unknown }>()
  const pending = () => [...((clock as unknown as Pending).timers?.values() ?? [])]

  /** As a runtime that slept: what was due fires once, in order, at this moment. */
  const forward = (ms: number): void => {
    try {
      if (ms > 0) clock.jump(ms)
    } catch (error) {
      uncaught(error)
    }
  }

  /** Node's shortest delay is 1 ms, and nobody sets a clock for it. */
  const fireDue = (): void => {
    const due = pending().filter(({ type, callAt }) => type === "Timeout" && callAt <= clock.now + 1)
    if (due.length === 0) return
    for (const timer of due) timer.callAt = clock.now
    try {
      // Sorts the timers anew.
      clock.jump(0)
    } catch (error) {
      uncaught(error)
    }
  }

  const isRef = (id: number) => handles.get(id)?.hasRef() ?? true

  /** Faked timers would not keep the program running. */
  const keepRunning = (): void => {
    const ids = new Set(pending().map(({ id }) => id))
    for (const id of handles.keys()) if (!ids.has(id)) handles.delete(id)
    if ([...ids].some(isRef)) pace.ref()
    else pace.unref()
  }

  let onPace = (_elapsed: number): void => {}
  let last = real.now()
  const pace = real.setInterval(() => {
    look()
    const elapsed = Math.floor(real.now() - last)
    last += elapsed
    onPace(elapsed)
    fireDue()
    keepRunning()
  }, PACE_MS)
  pace.unref()

  for (const name of ["setTimeout", "setInterval"] as const) {
    const fake = globalThis[name] as unknown as SetTimer
    const set = (callback: unknown, delay?: number, ...args: ReadonlyArray<unknown>) => {
      if (typeof callback !== "function") return fake(callback, delay, ...args)
      // Timers keep the asynchronous context in which they were set.
      const run = AsyncResource.bind(callback as (...given: ReadonlyArray<unknown>) => unknown)
      const called = (...given: ReadonlyArray<unknown>) => {
        act()
        run(...given)
      }
      const handle = fake(called, delay, ...args)
      const close = () => clearTimeout(handle as unknown as number)
      const { refresh } = handle
      /** A timer that has fired keeps its id, and whether it keeps the program running. */
      const again = () => {
        handles.set(Number(handle), handle)
        return refresh.call(handle)
      }
      Object.assign(handle, { close, [Symbol.dispose]: close, refresh: again })
      handles.set(Number(handle), handle)
      pace.ref()
      if (name === "setTimeout" && !(Number(delay) > 1)) real.setImmediate(fireDue)
      return handle
    }
    // `util.promisify` finds its own version there.
    for (const key of Object.getOwnPropertySymbols(fake)) Reflect.set(set, key, Reflect.get(fake, key))
    Reflect.set(globalThis, name, set)
    Reflect.set(timers, name, set)
  }
  // The library would replace the whole object, and Node's has more.
  performance.now = () => perf + clock.performance.now()
  syncBuiltinESMExports()

  return {
    now: () => clock.now,
    forward,
    /** Sets the date; timers keep what is left of their time. */
    setDate: (ms: number) => clock.setSystemTime(ms),
    /** When the next timer is due that does not repeat, without the ticks of HTTP clients. */
    next: (): number | undefined => {
      const due = pending().flatMap(({ id, type, callAt, delay = 0 }) =>
        type === "Timeout" && callAt > clock.now && (isRef(id) || delay >= TICK_MS) ? [callAt] : []
      )
      return due.length === 0 ? undefined : Math.min(...due)
    },
    /** Called every few real milliseconds with the real milliseconds since the last call. */
    setPace: (pace: (elapsed: number) => void) => {
      onPace = pace
    }
  }
}

/** What the library keeps of its timers; its version is pinned. */
interface Pending {
  readonly timers?: ReadonlyMap<
    number,
    { readonly id: number; readonly type: string; readonly delay?: number; callAt: number }
  >
}

type SetTimer = (
  callback: unknown,
  delay?: number,
  ...args: ReadonlyArray<unknown>
) => { readonly hasRef: () => boolean; readonly refresh: () => unknown }

/** What a timer throws ends the program, as in Node. */
const uncaught = (error: unknown): void => {
  real.setImmediate(() => {
    throw error
  })
}
