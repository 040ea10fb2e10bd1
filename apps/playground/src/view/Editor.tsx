/** A text that a person writes, with its findings beside it: each leads to its place. */
import { type ReactNode, useId, useRef } from "react"
import { FINDINGS_MAX, type Finding, offsetOf } from "../model/Text.ts"

interface Of {
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly findings: ReadonlyArray<Finding>
  /** What is said where nothing was found. */
  readonly summary: string
  readonly children?: ReactNode
}

export const Editor = ({ label, hint, text, onText, findings, summary, children }: Of) => {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const goTo = (finding: Finding) => {
    const at = offsetOf(text, finding)
    area.current?.focus()
    area.current?.setSelectionRange(at, at + 1)
    const lines = text.split("\n").length
    if (area.current !== null) area.current.scrollTop = (area.current.scrollHeight * (finding.line - 4)) / lines
  }
  return (
    <div className="pg-pair">
      <div className="pg-field">
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="pg-soft">
          {hint}
        </p>
        <textarea
          id={id}
          ref={area}
          value={text}
          onChange={({ target }) => onText(target.value)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          rows={22}
          aria-describedby={`${id}-hint ${id}-summary`}
          aria-invalid={findings.some(({ kind }) => kind === "fault")}
        />
      </div>
      <div className="pg-results">
        <p id={`${id}-summary`} role="status" className="pg-summary">
          {summary}
        </p>
        <ol className="pg-findings" aria-label={`Findings in ${label}`}>
          {findings.slice(0, FINDINGS_MAX).map((finding, index) => (
            <li key={index} data-kind={finding.kind}>
              <button type="button" onClick={() => goTo(finding)}>
                {finding.line}:{finding.column}
              </button>{" "}
              <b>{finding.kind === "fault" ? "Fault" : "Note"}</b>{" "}
              {finding.path === "" ? null : <code>{finding.path}</code>} {finding.message} <code>{finding.code}</code>
              {finding.because === undefined ? null : <span className="pg-soft"> ({finding.because})</span>}
            </li>
          ))}
        </ol>
        {findings.length > FINDINGS_MAX ? <p>… and {findings.length - FINDINGS_MAX} more</p> : null}
        {children}
      </div>
    </div>
  )
}
