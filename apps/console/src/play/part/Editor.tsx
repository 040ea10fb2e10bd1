/** A text with the numbers of its lines, and marks at some of them. It grows with its lines; whatever holds it scrolls. */
import { useMemo } from "react"
import classes from "./Editor.module.css"

export interface Mark {
  readonly tone: "good" | "bad" | "now"
  /** Read aloud and shown as the tooltip of the line's number. */
  readonly says: string
}

interface Of {
  readonly label: string
  readonly text: string
  /** Left out: the text cannot be changed now. */
  readonly onChange?: ((text: string) => void) | undefined
  /** By line, from 1. */
  readonly marks?: ReadonlyMap<number, Mark>
  /** Lines from 0 that just came. */
  readonly fresh?: ReadonlyArray<number>
}

export const Editor = ({ label, text, onChange, marks, fresh = [] }: Of) => {
  const lines = useMemo(() => text.split("\n"), [text])
  return (
    <div className={classes["editor"]}>
      <div className={classes["gutter"]} aria-hidden>
        {lines.map((_, index) => {
          const mark = marks?.get(index + 1)
          return (
            // Lines have no identity but their number.
            <div key={index} data-tone={mark?.tone} title={mark?.says}>
              {index + 1}
            </div>
          )
        })}
      </div>
      <div className={classes["text"]}>
        {fresh.map((line) => (
          <i key={line} className={classes["fresh"]} style={{ top: `calc(var(--row) * ${line})` }} />
        ))}
        {[...(marks ?? [])].map(([line, { tone }]) => (
          <i
            key={`mark-${line}`}
            className={classes["marked"]}
            data-tone={tone}
            style={{ top: `calc(var(--row) * ${line - 1})` }}
          />
        ))}
        <textarea
          aria-label={label}
          value={text}
          rows={lines.length}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="off"
          readOnly={onChange === undefined}
          onChange={(event) => onChange?.(event.target.value)}
          onKeyDown={onChange === undefined ? undefined : indent}
        />
      </div>
    </div>
  )
}

/** Enter keeps the indent of its line, as people expect in a file of lists. Tab leaves the field, as everywhere. */
const indent = (event: React.KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
  const { value, selectionStart } = event.currentTarget
  const [blanks = ""] = /^ */.exec(value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1)) ?? []
  if (blanks === "") return
  event.preventDefault()
  // Keeps the browser's undo, which setting the value would lose.
  document.execCommand("insertText", false, `\n${blanks}`)
}
