/** What this person did here that is not over or failed: below the newest message. */
import { LoaderCircle, TriangleAlert, X } from "lucide-react"
import { useEffect, useState } from "react"
import { useShallow } from "zustand/react/shallow"
import { useScreen } from "../state/Screen.ts"
import { type At, type Attempt, dismiss, useDoing } from "../use/Uses.ts"
import classes from "./Attempts.module.css"

/** What is over sooner is not shown. */
const PATIENCE_MS = 400

export const Attempts = ({ user_id, channel_id }: At) => {
  const attempts = useDoing(
    useShallow(({ attempts }) => attempts.filter((each) => each.user_id === user_id && each.channel_id === channel_id))
  )
  if (attempts.length === 0) return null
  return (
    <ul className={classes["attempts"]} aria-label="What you did">
      {attempts.map((attempt) =>
        attempt.state === "sending" ? (
          <Sending key={attempt.key} attempt={attempt} />
        ) : (
          <Failed key={attempt.key} attempt={attempt} />
        )
      )}
    </ul>
  )
}

const Sending = ({ attempt }: { readonly attempt: Attempt }) => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <li className={classes["attempt"]}>
      <LoaderCircle size={16} className={classes["busy"]} aria-hidden />
      <span>
        Sending <b>{attempt.title}</b> …
      </span>
    </li>
  )
}

const Failed = ({ attempt }: { readonly attempt: Attempt }) => {
  const { key, title, state, because, refusal, interaction_id } = attempt
  const [open, setOpen] = useState(false)
  // What decided stands first.
  const decisions = (refusal?.decisions ?? []).toSorted(
    (a, b) => Number(b.outcome === "fail") - Number(a.outcome === "fail")
  )
  return (
    <li className={classes["attempt"]} data-state={state} role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div className={classes["what"]}>
        <b>{title}</b>
        <p>
          {because}
          {(refusal?.code ?? 0) === 0 ? null : <code> {refusal?.code}</code>}
        </p>
        {open ? (
          <ol className={classes["decisions"]}>
            {decisions.map(({ step, outcome, because: why }) => (
              <li key={step} data-outcome={outcome}>
                <b>{step}</b>
                <em>{outcome}</em>
                <span>{why}</span>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
      {decisions.length > 0 ? (
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          Why?
        </button>
      ) : null}
      {interaction_id === undefined ? null : (
        <button type="button" onClick={() => useScreen.getState().inspect(`interaction/${interaction_id}`)}>
          Why?
        </button>
      )}
      <button type="button" aria-label={`Dismiss ${title}`} title="Dismiss" onClick={() => dismiss(key)}>
        <X size={16} aria-hidden />
      </button>
    </li>
  )
}
