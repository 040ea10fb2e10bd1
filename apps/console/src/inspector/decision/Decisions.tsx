/** The steps of a decision with their outcomes and sentences, and links to the settings that decide. */
import { Check, Minus, X } from "lucide-react"
import { type ReactNode, useState } from "react"
import { Press } from "../part/Bits.tsx"
import type { Decision } from "./Decision.ts"
import classes from "./Decisions.module.css"

const ICONS = { pass: Check, fail: X, skip: Minus } as const
const SAYS = { pass: "passed", fail: "failed", skip: "skipped" } as const

interface Of {
  readonly decisions: ReadonlyArray<Decision>
  /** The setting that decides a step. */
  readonly settingOf?: (step: string) => ReactNode
  /** Shows skipped steps from the start. */
  readonly all?: boolean
}

export const Decisions = ({ decisions, settingOf, all = false }: Of) => {
  const [every, setEvery] = useState(all)
  const skipped = decisions.filter(({ outcome }) => outcome === "skip").length
  const shown = every ? decisions : decisions.filter(({ outcome }) => outcome !== "skip")
  return (
    <>
      <ol className={classes["steps"]}>
        {shown.map(({ step, outcome, because }) => {
          const Icon = ICONS[outcome]
          return (
            <li key={step} data-outcome={outcome}>
              <Icon size={14} strokeWidth={2.5} role="img" aria-label={SAYS[outcome]} />
              <b>{step.replaceAll("_", " ")}</b>
              <span>{because}</span>
              {settingOf?.(step)}
            </li>
          )
        })}
      </ol>
      {skipped === 0 || all ? null : (
        <Press onPress={() => setEvery(!every)}>{every ? "Hide skipped steps" : `Show ${skipped} skipped steps`}</Press>
      )}
    </>
  )
}
