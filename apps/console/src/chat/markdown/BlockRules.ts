/** What the platform's texts have on whole lines, as rules of markdown-it. */
import type { StateBlock } from "markdown-it"

type Rule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean

const lineAt = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])

const isIndented = (state: StateBlock, line: number): boolean => (state.sCount[line] ?? 0) - state.blkIndent >= 4

const wrapped =
  (pattern: RegExp, type: (found: RegExpExecArray) => readonly [type: string, tag: string]): Rule =>
  (state, line, _, silent) => {
    if (isIndented(state, line)) return false
    const found = pattern.exec(lineAt(state, line))
    if (found === null) return false
    if (silent) return true
    const [name, tag] = type(found)
    state.push(`${name}_open`, tag, 1)
    pushInline(state, found[2] ?? "")
    state.push(`${name}_close`, tag, -1)
    state.line = line + 1
    return true
  }

/** `# `, `## ` and `### `. */
export const heading = wrapped(/^(#{1,3}) +(\S.*)$/, ([, marks = ""]) => ["heading", `h${marks.length}`])

/** `-# ` */
export const subtext = wrapped(/^(-#) +(\S.*)$/, () => ["subtext", "small"])

/** Lines with `> `, or everything after `>>> `. Quotes do not nest. */
export const quote: Rule = (state, start, end, silent) => {
  if (state.env["quoted"] === true || state.blkIndent > 0 || !/^>(?:>>)? /.test(lineAt(state, start))) return false
  if (silent) return true
  const all = lineAt(state, start).startsWith(">>> ")
  let next = start
  const lines: Array<string> = []
  for (; next < end; next++) {
    const line = lineAt(state, next)
    if (!all && !/^>(?: |$)/.test(line)) break
    lines.push(all ? state.src.slice(state.bMarks[next], state.eMarks[next]) : line.slice(2))
  }
  if (all) lines[0] = lineAt(state, start).slice(4)
  state.push("quote_open", "blockquote", 1)
  state.md.block.parse(lines.join("\n"), state.md, { ...state.env, quoted: true }, state.tokens)
  state.push("quote_close", "blockquote", -1)
  state.line = next
  return true
}

/** Everything else. Empty lines stay. A block of code holds whatever it likes. */
export const paragraph: Rule = (state, start, end) => {
  const outer = state.parentType
  state.parentType = "paragraph"
  const others = state.md.block.ruler.getRules("paragraph")
  const lastFence = state.src.lastIndexOf("```")
  let isCode = false
  let next = start
  for (; next < end; next++) {
    const isOpen = isCode && lastFence >= (state.bMarks[next] ?? 0)
    if (next > start && !isOpen) {
      if ((state.sCount[next] ?? 0) < state.blkIndent) break
      if (!isIndented(state, next) && others.some((rule) => rule(state, next, end, true))) break
    }
    if (lineAt(state, next).split("```").length % 2 === 0) isCode = !isCode
  }
  state.parentType = outer
  const content = state.getLines(start, next, state.blkIndent, false).replace(/^\n+|\s+$/g, "")
  state.line = next
  state.push("paragraph_open", "p", 1)
  pushInline(state, content)
  state.push("paragraph_close", "p", -1)
  return true
}

const pushInline = (state: StateBlock, content: string) => {
  const token = state.push("inline", "", 0)
  token.content = content
  token.children = []
}
