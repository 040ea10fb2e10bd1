/** One step of an attempt: a row with a bar on the time axis, and the details below it. */
import { formatSpan } from "@backlot/simulator/report/Amount"
import type { CardNames } from "@backlot/simulator/report/CardNames"
import type { StepData, TraceLine } from "@backlot/simulator/report/RunData"
import { memo } from "react"
import { MessageCard } from "./Card.tsx"
import { c } from "./Classes.ts"
import { Fold } from "./Fold.tsx"
import { Diff, Json } from "./Json.tsx"
import { Moment } from "./Moment.tsx"

/** Real milliseconds: the start of the first step, and from there to the end of the last. */
export interface Axis {
  readonly from: number
  readonly whole: number
}

interface Of {
  readonly step: StepData
  readonly axis: Axis
  /** When the attempt began, ISO 8601. */
  readonly began: string
  readonly names: CardNames
  readonly anchor: string
  /** Whether the scrubber stands here. */
  readonly now: boolean
  readonly onStep: (step: number) => void
}

export const StepRow = memo(({ step, axis: { from, whole }, began, names, anchor, now, onStep }: Of) => {
  const { number, title, status, took } = step
  const bar = {
    left: `${Math.max(0, Math.min(99, (100 * (step.began - from)) / whole))}%`,
    width: `${Math.min(100, (100 * took) / whole)}%`
  }
  // The address is of the summary: the browser gives the focus to what an address names, if it can have it.
  const summary = (
    // biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button
    <summary className={c(status)} id={anchor} onClick={() => onStep(number)} onKeyUp={() => onStep(number)}>
      <span className={c("dot")} aria-label={status} role="img" />
      <span>
        <span className={c("number")}>{number}</span>
        {title}
      </span>
      <span className={c("track")} aria-hidden>
        {status === "skipped" ? null : <i style={bar} />}
      </span>
      <span className={c("time")}>{status === "skipped" ? "not played" : formatSpan(took)}</span>
    </summary>
  )
  return (
    <div className={c("place-of-step")} data-now={now || undefined}>
      <Fold className={c(`step ${status}`)} summary={summary} open={status === "failed"}>
        {() => <Details step={step} began={began} names={names} />}
      </Fold>
    </div>
  )
})

const Details = ({ step, began, names }: Pick<Of, "step" | "began" | "names">) => {
  const { failure, faults, lines, cards, trace, outcome } = step
  return (
    <div className={c("body")}>
      <div className={c("soft mono")}>{step.place}</div>
      <Times step={step} began={began} />
      {/* Why it failed comes first. */}
      <Lines lines={faults} className="fault" />
      {failure === undefined || failure.diff.length === 0 ? null : (
        <>
          <h4>
            Expected
            <span className={c("legend")}>
              <span className={c("minus")}>− expected</span>
              <span className={c("plus")}>+ what there was</span>
            </span>
          </h4>
          <Diff lines={failure.diff} />
        </>
      )}
      {lines.length + cards.length > 0 ? <h4>What came of it</h4> : null}
      {cards.map((card, index) => (
        <MessageCard key={`${index}`} card={card} names={names} />
      ))}
      <Lines lines={lines} className="" />
      <Trace lines={trace} />
      <h4>In full</h4>
      <Fold className={c("fold")} summary={<summary>The step as it was played</summary>}>
        {() => <Json value={step.step} />}
      </Fold>
      {outcome === undefined ? null : (
        <Fold className={c("fold")} summary={<summary>Its outcome</summary>}>
          {() => <Json value={outcome} />}
        </Fold>
      )}
    </div>
  )
}

const Lines = ({ lines, className }: { readonly lines: ReadonlyArray<string>; readonly className: string }) =>
  lines.length === 0 ? null : (
    <ul className={c("outcome")}>
      {lines.map((line, index) => (
        <li key={`${index} ${line}`} className={c(className)}>
          {line}
        </li>
      ))}
    </ul>
  )

/** `began 14:03:12.345, took 41 ms, service clock 1 Jan 2026, 00:00:00`. */
const Times = ({ step: { status, began: after, took, now }, began }: Pick<Of, "step" | "began">) => {
  if (status === "skipped") return null
  return (
    <div className={c("soft times")}>
      <span>
        began <Moment iso={new Date(Date.parse(began) + after).toISOString()} style="moment" />
      </span>
      <span>took {formatSpan(took)}</span>
      {now === undefined ? null : (
        <span>
          service clock <Moment iso={now} style="day" />
        </span>
      )}
    </div>
  )
}

const Trace = ({ lines }: { readonly lines: ReadonlyArray<TraceLine> }) => {
  const [first] = lines
  if (first === undefined) return null
  return (
    <>
      <h4>Between service and app</h4>
      <div className={c("trace")}>
        {lines.map(({ at, what, detail, hint }, index) => {
          const summary = (
            <summary>
              <span className={c("when")}>+{at - first.at} ms</span>
              <b>{what}</b>
              <span className={c("hint")}>{hint}</span>
            </summary>
          )
          return (
            <Fold key={`${index} ${what}`} className={c("fold")} summary={summary}>
              {() => <Payload detail={detail} />}
            </Fold>
          )
        })}
      </div>
    </>
  )
}

/** Headers and body each under a heading, everything else above them. */
const Payload = ({ detail }: { readonly detail: unknown }) => {
  if (typeof detail !== "object" || detail === null || Array.isArray(detail)) return <Json value={detail} />
  const { headers, body, ...rest }: { readonly headers?: unknown; readonly body?: unknown } = detail
  return (
    <>
      {Object.keys(rest).length > 0 ? <Json value={rest} /> : null}
      {headers === undefined ? null : (
        <>
          <h5>Headers</h5>
          <Json value={headers} />
        </>
      )}
      {body === undefined ? null : (
        <>
          <h5>Body</h5>
          <Json value={body} />
        </>
      )}
    </>
  )
}
