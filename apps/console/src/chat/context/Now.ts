/** The time of the service, for texts that change as it passes. */
import { useCallback, useSyncExternalStore } from "react"
import { clockQuery, queries } from "../../api/Queries.ts"

const TICK_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const follow = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds. The server's clock may be frozen, or ahead. */
export const serviceNow = (): number => {
  const { data, dataUpdatedAt } = queries.getQueryState(clockQuery().queryKey) ?? {}
  if (data === undefined) return Date.now()
  const read = Date.parse(data.now)
  return data.mode === "frozen" ? read : read + Date.now() - (dataUpdatedAt ?? Date.now())
}

/** What `of` makes of the present; renders again only when that changes. */
export const useNow = <A extends string | number | boolean>(of: (now: number) => A): A =>
  useSyncExternalStore(
    follow,
    useCallback(() => of(serviceNow()), [of])
  )
