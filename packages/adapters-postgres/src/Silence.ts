/** Whether the database has stopped to answer, as `Watch` finds out. What waits for it then fails at once. */
export interface Silence {
  readonly isNow: () => boolean
  /** How often it began. */
  readonly times: () => number
  readonly begin: () => void
  readonly end: () => void
  /** Acts once, when silence begins or if it has. Gives what takes that back. */
  readonly whenNow: (act: () => void) => () => void
  /** An answer came, on any connection. */
  readonly hear: () => void
  /** How many answers came. */
  readonly heard: () => number
}

export const make = (): Silence => {
  const waiting = new Set<() => void>()
  let [isNow, times, heard] = [false, 0, 0]
  return {
    isNow: () => isNow,
    times: () => times,
    begin: () => {
      if (isNow) return
      isNow = true
      times++
      for (const act of waiting) act()
      waiting.clear()
    },
    end: () => {
      isNow = false
    },
    whenNow: (act) => {
      if (isNow) act()
      else waiting.add(act)
      return () => waiting.delete(act)
    },
    hear: () => {
      heard++
    },
    heard: () => heard
  }
}
