/** The lines of the pages that install something, or run what was installed. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "../../..")
const PAGES = "{README.md,docs/**/*.md,{packages,apps,examples}/*/README.md}"

export interface InstallLine {
  readonly page: string
  readonly line: string
  /** What stands above it on the page. */
  readonly above: string
}

export const pages = (): ReadonlyArray<readonly [page: string, text: string]> =>
  globSync(PAGES, { cwd: ROOT })
    .toSorted()
    .map((page) => [page, readFileSync(join(ROOT, page), "utf8")])

export const installLines = (): ReadonlyArray<InstallLine> =>
  pages().flatMap(([page, text]) =>
    linesIn(text).map(({ line, index }) => ({ page, line, above: text.slice(0, index) }))
  )

const VERB =
  "(?:npm (?:i|install|ci|add)|npx|pnpm (?:add|i|install|dlx|exec)|yarn(?: (?:add|dlx|install))?|bun (?:add|i|install)|bunx)"
/** At the start of a line of a block, also as a step of a workflow; and in the text, where it says what is installed or run. */
const IN_BLOCK = new RegExp(`^\\s*(?:- (?:run: )?|\\$ )?(${VERB}(?: [^\\n]*)?)$`)
const IN_TEXT = new RegExp(`\`(${VERB} [^\`\\n]+)\``, "g")

export const linesIn = (text: string): ReadonlyArray<{ readonly line: string; readonly index: number }> => {
  const found: Array<{ readonly line: string; readonly index: number }> = []
  let index = 0
  let isBlock = false
  for (const line of text.split("\n")) {
    if (/^\s*```/.test(line)) isBlock = !isBlock
    const [, typed] = isBlock ? (IN_BLOCK.exec(line) ?? []) : []
    const lines = typed === undefined ? Array.from(line.matchAll(IN_TEXT), ([, each = ""]) => each) : [typed]
    found.push(...lines.map((each) => ({ line: each.replace(/\s+(?:#.*|&)$/, ""), index })))
    index += line.length + 1
  }
  return found
}

/** Lines that no test of this folder runs, with the reason. */
export const LEFT_OUT: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [
    /python3|npx --no backlot serve/,
    "the test of examples/python and tests/libraries run these, where there is a Python"
  ]
]

/** Whether the line takes `backlot` from the registry. */
export const asksRegistry = (line: string): boolean =>
  /(?:^| )backlot(?:@\S+)?(?: |$)/.test(line) &&
  /^(?:npm|pnpm (?:add|i|dlx)|yarn (?:add|dlx)|bun add|npx --yes)\b/.test(line)

export const NOT_PUBLISHED = "not in the registry yet"
