/** One play of a scenario: its steps in time, transcript, changes of the world, and output of apps. */
import { formatSpan } from "@backlot/simulator/report/Amount"
import { anchorOf } from "@backlot/simulator/report/Anchor"
import type { AppData, AttemptData } from "@backlot/simulator/report/RunData"
import { type ReactNode, useMemo } from "react"
import { c } from "./Classes.ts"
import { Fold } from "./Fold.tsx"
import { Diff } from "./Json.tsx"
import { Moment } from "./Moment.tsx"
import { lastPlayed } from "./ScreensAt.ts"
import { type Axis, StepRow } from "./StepRow.tsx"
import { TimeTravel } from "./TimeTravel.tsx"

interface Of {
  readonly attempt: AttemptData
  /** The address of the attempt. */
  readonly anchor: string
  /** Undefined: the failed step, or the last that was played. */
  readonly step: number | undefined
  readonly onStep: (step: number) => void
  readonly onOpen: (step: number) => void
}

export const AttemptView = ({ attempt, anchor, step, onStep, onOpen }: Of) => {
  const { failure, steps, transcript, world, asked, apps } = attempt
  const failed = steps.find(({ status }) => status === "failed")?.number
  const now = Math.min(steps.length, step ?? failed ?? lastPlayed(steps))
  const unchanged = asked ? "Nothing changed." : "The server could not be asked any more."
  const hasWorld = world.length > 0 || attempt.screens === undefined || !asked
  return (
    <>
      <p className={c("soft times")}>
        <span>
          began <Moment iso={attempt.began} style="day" />
        </span>
      </p>
      {failure === undefined ? null : (
        <div className={c("card alarm")} id={anchor} tabIndex={-1}>
          {failure}
        </div>
      )}
      {steps.length === 0 ? null : <TimeTravel attempt={attempt} step={now} onStep={onStep} onOpen={onOpen} />}
      {steps.length === 0 ? null : (
        <Section title="Steps">
          <Steps attempt={attempt} anchor={anchor} now={now} onStep={onStep} />
        </Section>
      )}
      {transcript === "" ? null : (
        <Section title="Transcript">
          <Fold className={c("fold")} summary={<summary>What happened, line by line</summary>}>
            {() => <Text>{transcript}</Text>}
          </Fold>
        </Section>
      )}
      {hasWorld ? (
        <Section title="World before and after">
          {world.length === 0 ? <p className={c("soft")}>{unchanged}</p> : world.map(worldPart)}
        </Section>
      ) : null}
      {apps.length === 0 ? null : (
        <Section title="Output of apps">
          {apps.map((app, index) => (
            <AppOutput key={`${index} ${app.application}`} app={app} />
          ))}
        </Section>
      )}
    </>
  )
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <>
    <h3>{title}</h3>
    {children}
  </>
)

const Text = ({ children }: { readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  <pre tabIndex={0}>{children}</pre>
)

const Steps = ({ attempt, anchor, now, onStep }: Pick<Of, "attempt" | "anchor" | "onStep"> & { now: number }) => {
  const { steps, began, names } = attempt
  const axis = useMemo((): Axis => {
    const played = steps.filter(({ status }) => status !== "skipped")
    const from = Math.min(...played.map((step) => step.began))
    return { from, whole: Math.max(1, ...played.map((step) => step.began + step.took - from)) }
  }, [steps])
  return (
    <div className={c("card")}>
      <div className={c("axis")} aria-hidden>
        <span />
        <span>
          <span>0</span>
          <span>{formatSpan(axis.whole)}</span>
        </span>
        <span />
      </div>
      {steps.map((step) => (
        <StepRow
          key={step.number}
          step={step}
          axis={axis}
          began={began}
          names={names}
          anchor={anchorOf(anchor, step.number)}
          now={now === step.number}
          onStep={onStep}
        />
      ))}
    </div>
  )
}

const worldPart = ({ name, added, removed, lines }: AttemptData["world"][number]) => {
  const summary = (
    <summary>
      <b>{name}</b>
      <span className={c("soft")}>
        +{added} −{removed} lines
      </span>
    </summary>
  )
  return (
    <Fold key={name} className={c("fold")} summary={summary}>
      {() => <Diff lines={lines} className="diff world" />}
    </Fold>
  )
}

/** The output of an app that ended by itself is shown at once. */
const AppOutput = ({ app: { application, command, exit_code, output } }: { readonly app: AppData }) => {
  const summary = (
    <summary>
      <b>{application}</b>
      {command}
      <span className={c("soft")}>{exit_code === undefined ? "" : `  ended with ${exit_code}`}</span>
    </summary>
  )
  return (
    <Fold className={c("fold")} summary={summary} open={exit_code !== undefined}>
      {() => (
        <Text>
          {output.length === 0
            ? "(nothing)"
            : output.map(({ at_ms, stream, text }, index) => (
                <span key={`${index}`} className={stream === "stderr" ? c("stderr") : ""}>
                  <span className={c("at")}>{`${String(Math.round(at_ms)).padStart(7)} ms  `}</span>
                  {`${text}\n`}
                </span>
              ))}
        </Text>
      )}
    </Fold>
  )
}
