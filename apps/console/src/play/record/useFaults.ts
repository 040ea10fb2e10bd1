/** What is wrong with a text, a moment after it was typed. */
import { useEffect, useState } from "react"
import type { LineFault } from "./Script.ts"

/** Typing is quicker. */
const QUIET_MS = 250

export const useFaults = (text: string, name: string, wanted: boolean): ReadonlyArray<LineFault> => {
  const [faults, setFaults] = useState<ReadonlyArray<LineFault>>([])
  useEffect(() => {
    if (!wanted || text === "") return setFaults([])
    const timer = setTimeout(() => {
      void import("./Script.ts").then(({ faultsOf }) => setFaults(faultsOf(text, name)))
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [text, name, wanted])
  return faults
}
