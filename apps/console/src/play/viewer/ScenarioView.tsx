/** One scenario with its attempts. */
import { formatSpan, formatSteps } from "@backlot/simulator/report/Amount"
import { anchorOf } from "@backlot/simulator/report/Anchor"
import type { AttemptData, ScenarioData } from "@backlot/simulator/report/RunData"
import { useCallback, useRef } from "react"
import { AttemptView } from "./AttemptView.tsx"
import { c } from "./Classes.ts"

interface Of {
  readonly scenario: ScenarioData
  readonly attempts: ReadonlyArray<AttemptData>
  /** The numbers of the scenario, of its attempt and step, from 1. Without an attempt: the last one. */
  readonly number: number
  readonly attempt: number | undefined
  readonly step: number | undefined
  readonly onGo: (numbers: ReadonlyArray<number>, focus?: boolean) => void
}

export const ScenarioView = ({ scenario, attempts, number, attempt, step, onGo }: Of) => {
  const { name, status, tags, file, steps, took } = scenario
  const shown = attempt === undefined || attempts[attempt - 1] === undefined ? attempts.length : attempt
  const current = attempts[shown - 1]
  const onStep = useCallback((next: number) => onGo([number, shown, next]), [onGo, number, shown])
  const onOpen = useCallback((next: number) => onGo([number, shown, next], true), [onGo, number, shown])
  return (
    <>
      <div className={c(`title ${status}`)}>
        <h2 tabIndex={-1} id="chosen">
          {name}
        </h2>
        <span className={c("badge")}>{status}</span>
        {tags.map((tag) => (
          <span key={tag} className={c("tag")}>
            {tag}
          </span>
        ))}
      </div>
      <div className={c("under")}>
        <span className={c("mono")}>{file}</span>
        {steps > 0 ? <span>{`${formatSteps(steps)}, ${formatSpan(took)}`}</span> : null}
      </div>
      {attempts.length > 1 ? (
        <Tabs attempts={attempts} shown={shown} onChoose={(next) => onGo([number, next])} />
      ) : null}
      {current === undefined ? (
        <p className={c("soft")}>It was not played.</p>
      ) : (
        <div {...(attempts.length > 1 ? { role: "tabpanel", "aria-label": `Attempt ${shown}`, tabIndex: -1 } : {})}>
          <AttemptView
            key={`${number} ${shown}`}
            attempt={current}
            anchor={anchorOf(number, shown)}
            step={step}
            onStep={onStep}
            onOpen={onOpen}
          />
        </div>
      )}
    </>
  )
}

const BY_KEY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** One tab for each attempt; arrow keys move between them. */
const Tabs = ({
  attempts,
  shown,
  onChoose
}: {
  readonly attempts: ReadonlyArray<AttemptData>
  readonly shown: number
  readonly onChoose: (attempt: number) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  const turn = (by: number | undefined) => {
    const next = shown + (by ?? 0)
    if (by === undefined || next < 1 || next > attempts.length) return
    onChoose(next)
    const tab = list.current?.children[next - 1]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div className={c("tabs")} role="tablist" aria-label="Attempts" ref={list}>
      {attempts.map(({ status }, index) => (
        <button
          key={`${index}`}
          className={c(status)}
          type="button"
          role="tab"
          aria-selected={index + 1 === shown}
          tabIndex={index + 1 === shown ? 0 : -1}
          onClick={() => onChoose(index + 1)}
          onKeyDown={({ key }) => turn(BY_KEY[key])}
        >
          {`Attempt ${index + 1} ${status === "failed" ? "✕" : "✓"}`}
        </button>
      ))}
    </div>
  )
}
