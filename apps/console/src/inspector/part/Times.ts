/** The service clock, as it ticks. */
import { useEffect, useReducer } from "react"
import { useClock } from "../../api/Queries.ts"

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
