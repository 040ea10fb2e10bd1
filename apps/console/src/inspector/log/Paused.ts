/** A list that stands still while it is read. */
import { useRef, useState } from "react"

export interface Paused<T> {
  readonly shown: T
  readonly paused: boolean
  readonly setPaused: (paused: boolean) => void
}

export const usePaused = <T>(live: T): Paused<T> => {
  const [paused, setPaused] = useState(false)
  const kept = useRef(live)
  if (!paused) kept.current = live
  return { shown: kept.current, paused, setPaused }
}
