/** The run that this window has open. */
import type { RunData } from "@backlot/simulator/report/ReportData"
import { create } from "zustand"

interface OpenRun {
  readonly run: RunData | undefined
  /** Of its file. */
  readonly name: string
}

export const useRun = create<OpenRun>()(() => ({ run: undefined, name: "" }))
