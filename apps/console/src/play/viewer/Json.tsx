/** Values and diffs as texts with colours. */
import { memo, type ReactNode } from "react"
import { c } from "./Classes.ts"

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Longer texts are shown without colours. */
const COLOURED_MAX = 200_000

/** A value as JSON with colours; a string as it is. */
export const Json = memo(({ value }: { readonly value: unknown }) => {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")
  const isPlain = typeof value === "string" || text.length > COLOURED_MAX
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre className={c("json")} tabIndex={0}>
      {isPlain ? text : coloured(text)}
    </pre>
  )
})

const coloured = (text: string): ReadonlyArray<ReactNode> => {
  const parts: Array<ReactNode> = []
  let from = 0
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKENS)) {
    parts.push(text.slice(from, index))
    const kind = quoted === undefined ? "value" : colon === undefined ? "text" : "key"
    parts.push(
      <span key={index} className={c(kind)}>
        {kind === "key" ? quoted : token}
      </span>,
      kind === "key" ? colon : ""
    )
    from = index + token.length
  }
  return [...parts, text.slice(from)]
}

const SIGNS: Readonly<Record<string, string>> = { "-": "minus", "+": "plus" }

/** Each line starts with `-`, `+` or a space. */
export const Diff = ({
  lines,
  className = "diff"
}: {
  readonly lines: ReadonlyArray<string>
  readonly className?: string
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  <pre className={c(className)} tabIndex={0}>
    {lines.map((line, index) => (
      // Lines have no identity but their number.
      <span key={`${index} ${line}`} className={c(SIGNS[line.charAt(0)] ?? "same")}>
        {line}
      </span>
    ))}
  </pre>
)
