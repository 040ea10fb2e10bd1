/** A step of the history of an interaction. It opens to show everything that is known of it. */
import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  CircleX,
  Clock,
  HelpCircle,
  Lightbulb,
  type LucideIcon,
  MessageSquare,
  Phone,
  Radio,
  ShieldCheck,
  Sparkles,
  TriangleAlert
} from "lucide-react"
import { memo, useId, useState } from "react"
import { Button } from "react-aria-components"
import { span } from "../part/Spans.ts"
import classes from "./InteractionDetail.module.css"
import type { Traced } from "./Kinds.ts"
import { StepBody } from "./StepBody.tsx"
import type { Step } from "./Timeline.ts"
import { whyOf } from "./Why.ts"

const ICONS: Readonly<Record<string, LucideIcon>> = {
  evaluated: ShieldCheck,
  created: Sparkles,
  delivering: ArrowUpRight,
  dispatching: Radio,
  answered: ArrowDownLeft,
  acknowledged: CircleCheck,
  responded: CircleCheck,
  called: Phone,
  follow_up: MessageSquare,
  message_edited: MessageSquare,
  message_deleted: MessageSquare,
  failed: CircleX,
  timed_out: Clock,
  queued: Clock,
  fault: TriangleAlert
}

interface Of {
  readonly step: Step
  readonly interaction: Traced
}

export const StepView = memo(({ step, interaction }: Of) => {
  const [open, setOpen] = useState(step.tone === "bad")
  const id = useId()
  const Icon = ICONS[step.line.what] ?? HelpCircle
  const why = whyOf(step.line.what, step.detail)
  return (
    <li className={classes["step"]}>
      <span className={classes["dot"]} data-tone={step.tone} aria-hidden>
        <Icon size={12} />
      </span>
      <Button
        className={classes["opener"] ?? ""}
        aria-expanded={open}
        {...(open ? { "aria-controls": id } : {})}
        onPress={() => setOpen(!open)}
      >
        <span className={classes["words"]}>
          <b>{step.title}</b>
          {step.note === "" ? null : <small>{step.note}</small>}
        </span>
        <span className={classes["span"]} aria-hidden>
          <i
            data-tone={step.tone}
            style={{ left: `${Math.min(step.from, 0.96) * 100}%`, width: `${(step.to - step.from) * 100}%` }}
          />
        </span>
        <span className={classes["after"]}>+{span(step.after)}</span>
      </Button>
      {open ? (
        <div id={id} className={classes["body"]}>
          {why === undefined ? null : (
            <p className={classes["why"]}>
              <Lightbulb size={14} role="img" aria-label="Why" /> <span>{why}</span>
            </p>
          )}
          <StepBody step={step} interaction={interaction} />
        </div>
      ) : null}
    </li>
  )
})
