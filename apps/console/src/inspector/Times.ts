/** Times of the service clock, as people read them, and a clock that ticks. */
import { useEffect, useReducer } from "react"
import { useClock } from "../api/Queries.ts"

/** `08:15:02.114`, in UTC as the service's own times. */
export const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

export const fullTime = (ms: number): string => new Date(ms).toISOString().replace("T", " ").replace("Z", "")

/** `39 ms`, `2.4 s`, `3 min 12 s`, `4 h 2 min`, `7 d 3 h`. */
export const span = (ms: number): string => {
  const all = Math.abs(ms)
  if (all < 1_000) return `${Math.round(all)} ms`
  if (all < 10_000) return `${(all / 1_000).toFixed(1)} s`
  const seconds = Math.floor(all / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return two(minutes, "min", seconds % 60, "s")
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return two(hours, "h", minutes % 60, "min")
  return two(Math.floor(hours / 24), "d", hours % 24, "h")
}

const two = (a: number, unit: string, b: number, small: string) =>
  b === 0 ? `${a} ${unit}` : `${a} ${unit} ${b} ${small}`

/** The service clock in milliseconds, renewed while it runs; undefined until it is known. */
export const useServiceNow = (everyMs = 1_000): number | undefined => {
  const { data: clock, dataUpdatedAt } = useClock()
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const runs = clock?.mode === "real"
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [runs, everyMs])
  if (clock === undefined) return undefined
  return Date.parse(clock.now) + (runs ? Date.now() - dataUpdatedAt : 0)
}
