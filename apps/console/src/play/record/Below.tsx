/** What stands below the text: its faults, and how its steps were played. */
import { Check, CircleDashed, LoaderCircle, X } from "lucide-react"
import type { Mark } from "../part/Editor.tsx"
import type { StepState } from "../replay/Replayed.ts"
import { type Replaying, useReplaying } from "../replay/Replaying.ts"
import classes from "./Below.module.css"
import type { LineFault } from "./Script.ts"

const SAYS = { passed: "passed", failed: "failed", playing: "is played" } as const

/** The first fault of a line stands for all; how a step went is at its first line. */
export const marksOf = (faults: ReadonlyArray<LineFault>, steps: Replaying["steps"]): ReadonlyMap<number, Mark> => {
  const marks = new Map<number, Mark>()
  for (const { line, status } of steps) {
    if (status === "pending") continue
    marks.set(line, { tone: TONES[status], says: `This step ${SAYS[status]}` })
  }
  for (const { line, message } of faults.toReversed()) marks.set(line, { tone: "bad", says: message })
  return marks
}

const TONES = { passed: "good", failed: "bad", playing: "now" } as const

const SHOWN = 8

export const Faults = ({ faults }: { readonly faults: ReadonlyArray<LineFault> }) =>
  faults.length === 0 ? null : (
    <ul className={classes["faults"]} aria-label="Faults of the text">
      {faults.slice(0, SHOWN).map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          <b>Line {line}</b> {message}
        </li>
      ))}
      {faults.length > SHOWN ? <li>… and {faults.length - SHOWN} more</li> : null}
    </ul>
  )

export const PlayedSteps = () => {
  const { phase, steps, failure } = useReplaying()
  if (phase === "none") return null
  const passed = steps.filter(({ status }) => status === "passed").length
  return (
    <div className={classes["played"]}>
      <p className={classes["verdict"]} role="status" data-phase={phase}>
        {VERDICTS[phase]} {steps.length > 0 ? `${passed} of ${steps.length} steps passed.` : ""}
      </p>
      {failure.length === 0 ? null : (
        <p className={classes["failure"]} role="alert">
          {failure.join("\n")}
        </p>
      )}
      <ol>
        {steps.map((step, index) => (
          // A step has no identity but its number.
          <li key={index} data-status={step.status}>
            <Sign status={step.status} />
            <span>{step.title}</span>
            {step.took === undefined ? null : <small>{Math.round(step.took)} ms</small>}
            {step.failure === undefined ? null : <p className={classes["failure"]}>{step.failure.join("\n")}</p>}
          </li>
        ))}
      </ol>
    </div>
  )
}

const VERDICTS = { playing: "Playing …", passed: "It passed again.", failed: "It failed." } as const

const SIGNS = { pending: CircleDashed, playing: LoaderCircle, passed: Check, failed: X } as const

const Sign = ({ status }: Pick<StepState, "status">) => {
  const Icon = SIGNS[status]
  return <Icon size={14} role="img" aria-label={status} />
}
