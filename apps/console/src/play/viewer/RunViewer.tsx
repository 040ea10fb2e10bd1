/**
 * A run: its scenarios, and of the chosen one every step with what people saw, the diff, the trace. The console and the HTML
 * report share it, so it needs no server and no state of the window. Source: product.md "Scenario files" (`--report html`).
 */

import type { RunData } from "@backlot/simulator/report/ReportData"
import type { RunPageData } from "@backlot/simulator/report/RunData"
import { useCallback, useEffect, useMemo, useRef } from "react"
import { c } from "./Classes.ts"
import { ScenarioList } from "./ScenarioList.tsx"
import { ScenarioView } from "./ScenarioView.tsx"

/** Where the reader is: the numbers of a scenario, of its attempt and of a step, each from 1. */
export interface At {
  readonly numbers: ReadonlyArray<number>
  /** Changes when the place shall be opened, scrolled to and get the focus; 0: not yet. */
  readonly asked: number
}

interface Of {
  readonly run: Pick<RunData, "attempts"> & RunPageData
  readonly at: At
  readonly onGo: (numbers: ReadonlyArray<number>, focus: boolean) => void
  /** Whether it has a height of its own, in which its parts scroll. */
  readonly contained?: boolean
}

export const RunViewer = ({ run, at, onGo, contained = false }: Of) => {
  const { scenarios } = run
  const [wanted, attempt, step] = at.numbers
  const firstFailed = scenarios.findIndex(({ status }) => status === "failed")
  const index = wanted !== undefined && scenarios[wanted - 1] !== undefined ? wanted - 1 : Math.max(0, firstFailed)
  const scenario = scenarios[index]
  const attempts = useMemo(() => (scenarios[index] === undefined ? [] : run.attempts(index)), [run, scenarios, index])
  const main = useRef<HTMLElement>(null)
  useOpening(at)
  // A page has one main part; the console has its own.
  const Main = contained ? "section" : "main"
  const go = useCallback((numbers: ReadonlyArray<number>, focus = false) => onGo(numbers, focus), [onGo])
  const choose = (next: number) => {
    go([next + 1])
    main.current?.scrollTo({ top: 0 })
    if ((main.current?.getBoundingClientRect().top ?? 0) < 0) main.current?.scrollIntoView({ block: "start" })
  }
  return (
    <div className={c("viewer")} data-contained={contained || undefined}>
      <div className={c("panes")}>
        <ScenarioList scenarios={scenarios} chosen={index} onChoose={choose} />
        <Main
          ref={main}
          tabIndex={-1}
          className={c("main")}
          data-contained={contained || undefined}
          aria-label="Scenario"
        >
          {scenario === undefined ? (
            <p className={c("soft")}>The run has no scenarios.</p>
          ) : (
            <ScenarioView
              scenario={scenario}
              attempts={attempts}
              number={index + 1}
              attempt={attempt}
              step={step}
              onGo={go}
            />
          )}
        </Main>
      </div>
    </div>
  )
}

/** Opens what the address names, and gives it the focus. */
const useOpening = ({ numbers, asked }: At): void => {
  useEffect(() => {
    if (asked === 0) return
    const place = document.getElementById(numbers.join("-")) ?? document.getElementById("chosen")
    const step = place?.closest("details")
    if (step != null) step.open = true
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: "start" })
    // Only when asked: scrubbing moves no focus.
  }, [asked])
}
