/** The lines of a text around a place, with a caret below it: how faults are shown to people. */
import type { Position } from "./Position.ts"

export interface FrameOptions {
  /** Written behind the caret. */
  readonly message?: string
  /** Lines before the place and behind it. Default: 2 before, 1 behind. */
  readonly before?: number
  readonly after?: number
  /** For terminals: numbers are dim, the caret and its message red. Default: plain text. */
  readonly color?: boolean
}

/**
 * Without a line break at the end; empty where the text has no such line. Control characters, which could write on a
 * terminal, stand as �.
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

/** Ours: of a longer line, the part around the place is shown. */
const LINE_MAX = 160

/** What of a line is shown, and where in it the column is, from 0. */
const fit = (line: string, column: number): { readonly shown: string; readonly offset: number } => {
  const offset = Math.min(Math.max(column - 1, 0), line.length)
  if (line.length <= LINE_MAX) return { shown: visible(line), offset }
  const start = Math.max(0, Math.min(offset - LINE_MAX / 2, line.length - LINE_MAX))
  const part = line.slice(start, start + LINE_MAX)
  const head = start > 0 ? "…" : ""
  const tail = start + LINE_MAX < line.length ? "…" : ""
  return { shown: visible(`${head}${part}${tail}`), offset: offset - start + head.length }
}

/** As wide as what stands above it. Tabs stay, so that the caret stands below what it means whatever their width. */
const indent = (shown: string, offset: number): string =>
  shown.slice(0, offset).replace(CLUSTER_TAIL, "").replace(WIDE, "  ").replace(/[^\t]/gu, " ")

/** What takes no place of its own: accents, joiners and what they join, tones of skin. */
const CLUSTER_TAIL = /[\p{Mn}\p{Me}]|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cf}/gu

/** What takes two places on a terminal. */
const WIDE =
  /\p{RI}{2}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]/gu

const visible = (text: string): string => text.replace(CONTROL, "\u{FFFD}")

/** All but the tab. */
const CONTROL = /(?!\t)\p{Cc}/gu

const plain = { dim: (text: string) => text, red: (text: string) => text }
const colored = {
  dim: (text: string) => `\u001b[2m${text}\u001b[22m`,
  red: (text: string) => `\u001b[31m${text}\u001b[39m`
}
