/** Shows the lines of a text around a position, with a caret below it. Every fault that people read uses it. */
import type { Position } from "./Position.ts"

export interface FrameOptions {
  /** Text after the caret. */
  readonly message?: string
  /** Number of lines shown before and after the position. Default: 2 before, 1 after. */
  readonly before?: number
  readonly after?: number
  /** For terminals: dim line numbers, red caret and message. Default: plain text. */
  readonly color?: boolean
}

/**
 * Has no trailing line break; empty if the text has no such line. Control characters become �, so that no text can
 * write on a terminal.
 *
 * ```
 *   2 | steps:
 * > 3 |   - us: /ping
 *     |     ^ unknown field
 *   4 |     in: general
 * ```
 */
export const frame = (text: string, { line, column }: Position, options: FrameOptions = {}): string => {
  const { before = 2, after = 1, message = "", color = false } = options
  const lines = text.split(LINE_END)
  if (lines[line - 1] === undefined) return ""
  const first = Math.max(1, line - before)
  const last = Math.min(lines.length, line + after)
  const width = String(last).length
  const paint = color ? colored : plain
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .flatMap((number) => {
      const { shown, offset } = fit(lines[number - 1] ?? "", number === line ? column : 1)
      const gutter = `${number === line ? ">" : " "} ${String(number).padStart(width)} |`
      const row = `${paint.dim(gutter)} ${shown}`.trimEnd()
      if (number !== line) return [row]
      const caret = `^${message === "" ? "" : ` ${visible(message)}`}`
      return [row, `${paint.dim(`  ${" ".repeat(width)} |`)} ${indent(shown, offset)}${paint.red(caret)}`]
    })
    .join("\n")
}

const LINE_END = /\r\n|\n|\r/

/** Of a longer line, only the part around the position is shown. Our choice: docs/choices.md "Command line". */
const LINE_MAX = 160

/** The visible part of a line, and the offset of the column in it, from 0. */
const fit = (line: string, column: number): { readonly shown: string; readonly offset: number } => {
  const offset = Math.min(Math.max(column - 1, 0), line.length)
  if (line.length <= LINE_MAX) return { shown: visible(line), offset }
  const start = Math.max(0, Math.min(offset - LINE_MAX / 2, line.length - LINE_MAX))
  const part = line.slice(start, start + LINE_MAX)
  const head = start > 0 ? "…" : ""
  const tail = start + LINE_MAX < line.length ? "…" : ""
  return { shown: visible(`${head}${part}${tail}`), offset: offset - start + head.length }
}

/** Spaces as wide as the text above. Tabs stay tabs, so that the caret lines up at any tab width. */
const indent = (shown: string, offset: number): string =>
  shown.slice(0, offset).replace(CLUSTER_TAIL, "").replace(WIDE, "  ").replace(/[^\t]/gu, " ")

/** Characters without a width of their own: accents, joiners and what they join, skin tones. */
const CLUSTER_TAIL = /[\p{Mn}\p{Me}]|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cf}/gu

/** Characters that take two columns on a terminal. */
const WIDE =
  /\p{RI}{2}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]/gu

const visible = (text: string): string => text.replace(CONTROL, "\u{FFFD}")

/** All control characters except the tab. */
const CONTROL = /(?!\t)\p{Cc}/gu

const plain = { dim: (text: string) => text, red: (text: string) => text }
const colored = {
  dim: (text: string) => `\u001b[2m${text}\u001b[22m`,
  red: (text: string) => `\u001b[31m${text}\u001b[39m`
}
