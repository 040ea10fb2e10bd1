/** A text to write, with numbered lines, and what is wrong at which of them. */
import { useLayoutEffect, useRef } from "react"
import type { PlacedFault } from "../../api/Faults.ts"
import classes from "./TextEdit.module.css"

interface Of {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly faults: ReadonlyArray<PlacedFault>
  readonly rows?: number
}

export const TextEdit = ({ label, value, onChange, faults, rows = 18 }: Of) => {
  const gutter = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const count = value.split("\n").length
  const wrong = new Map(faults.map((fault) => [fault.line, fault]))
  const follow = () => {
    if (gutter.current !== null && area.current !== null) gutter.current.scrollTop = area.current.scrollTop
  }
  useLayoutEffect(follow)
  const goTo = (line: number) => {
    const element = area.current
    if (element === null) return
    const lines = value.split("\n")
    const begin = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0)
    element.focus()
    element.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0))
    element.scrollTop = (element.scrollHeight / lines.length) * (line - 4)
  }
  return (
    <div>
      <div className={classes["edit"]}>
        <div className={classes["gutter"]} aria-hidden>
          <div ref={gutter}>
            {Array.from({ length: Math.min(count, 5_000) }, (_, at) => (
              <span key={at} data-wrong={wrong.has(at + 1) || undefined} title={wrong.get(at + 1)?.message}>
                {at + 1}
              </span>
            ))}
          </div>
        </div>
        <textarea
          ref={area}
          aria-label={label}
          aria-invalid={faults.length > 0}
          rows={rows}
          spellCheck={false}
          wrap="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onScroll={follow}
        />
      </div>
      {faults.length === 0 ? null : (
        <ul className={classes["faults"]} role="alert">
          {faults.slice(0, 100).map(({ path, message, line }) => (
            <li key={`${line} ${path} ${message}`}>
              {line === undefined ? null : (
                <button type="button" onClick={() => goTo(line)}>
                  line {line}
                </button>
              )}
              {path === "" ? null : <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
