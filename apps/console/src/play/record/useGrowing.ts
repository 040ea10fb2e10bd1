/** The scenario of a recording as a text that grows. */
import { useEffect, useRef, useState } from "react"
import { freshLines } from "./Growth.ts"
import type { Session } from "./Session.ts"

export interface Growing {
  readonly text: string
  readonly steps: number
  /** Lines from 0 that came last. */
  readonly fresh: ReadonlyArray<number>
}

const EMPTY: Growing = { text: "", steps: 0, fresh: [] }

/** `app`: the command that starts the app under test; empty: it runs already. */
export const useGrowing = ({ entries, world, clock }: Session, name: string, app: string): Growing => {
  const [growing, setGrowing] = useState(EMPTY)
  const title = `${name} ${app}`
  const known = useRef({ title, count: 0 })
  useEffect(() => {
    let isLate = false
    void import("./Script.ts").then(({ scriptOf }) => {
      if (isLate) return
      const next = scriptOf({ entries, world, clock, app }, name)
      const { title: before, count } = known.current
      known.current = { title, count: entries.length }
      setGrowing(({ text }) => ({
        ...next,
        // Another name or command changes lines that nobody needs to look at.
        fresh: text === "" || before !== title || count === 0 ? allOf(next, text) : freshLines(text, next.text)
      }))
    })
    return () => {
      isLate = true
    }
  }, [entries, world, clock, title])
  return growing
}

const allOf = ({ text, steps }: Omit<Growing, "fresh">, before: string): ReadonlyArray<number> =>
  steps === 0 ? [] : freshLines(before, text)
