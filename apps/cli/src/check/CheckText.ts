/** The text report of `check`: each remark with its position and a code frame, the difference, a summary line. */
import { frame } from "@backlot/document/CodeFrame"
import type { CommandDiff, FieldChange } from "@backlot/domain/command/CommandDiff"
import { formatPath } from "@backlot/domain/error/Fault"
import { type ApplicationCommand, type CommandContent, CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { Judgement, Remark } from "./CheckJudgement.ts"

type Paint = ReturnType<typeof paintOf>

const paintOf = (color: boolean) => {
  const paint = (on: number, off: number) => (text: string) => (color ? `\u001b[${on}m${text}\u001b[${off}m` : text)
  return { red: paint(31, 39), green: paint(32, 39), yellow: paint(33, 39), dim: paint(2, 22) }
}

/** The report shows at most this many remarks. Our choice: docs/choices.md "Command line". */
const SHOWN = 100

export const remarksText = (remarks: ReadonlyArray<Remark>, color: boolean): ReadonlyArray<string> => {
  const more = remarks.length - SHOWN
  return [
    ...remarks.slice(0, SHOWN).flatMap((remark) => [remarkLine(remark, color), framed(remark, color), ""]),
    ...(more > 0 ? [`… and ${more.toLocaleString("en-US")} more`, ""] : [])
  ]
}

/** `file:line:column path: message [CODE]`. A warning adds the word and its reason. */
const remarkLine = ({ source, line, column, path, message, code, because }: Remark, color: boolean): string => {
  const paint = paintOf(color)
  const said = `${path === "" ? "" : `${path}: `}${message} [${code}]`
  const place = `${source.file}:${line}:${column}`
  return because === undefined ? `${place} ${paint.red(said)}` : `${place} ${paint.yellow(`warning: ${said}`)}`
}

const framed = ({ source, line, column }: Remark, color: boolean): string =>
  indented(frame(source.text, { line, column }, { color }))

const indented = (text: string): string => text.replace(/^/gm, "  ")

/** Explains that commands with faults get their warnings later: no advice is possible before they are valid. */
export const laterText = ({ commands, contents }: Judgement, color: boolean): ReadonlyArray<string> =>
  contents.length === commands
    ? []
    : [paintOf(color).dim("A command with errors has its warnings once the errors are gone."), ""]

/** `3 commands: 1 error, 2 warnings`. */
export const summaryText = ({ commands, faults, warnings }: Judgement): string => {
  const counts = [counted(faults.length, "error"), counted(warnings.length, "warning")]
  const found = faults.length + warnings.length === 0 ? "all good" : counts.filter((text) => text !== "").join(", ")
  return `${commands === 0 ? "no commands" : counted(commands, "command")}: ${found}`
}

const counted = (count: number, what: string): string =>
  count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`

/** The changes that a bulk overwrite with these commands would make. */
export const diffText = (
  { created, updated, deleted, unchanged }: CommandDiff,
  color: boolean
): ReadonlyArray<string> => {
  const paint = paintOf(color)
  return [
    ...created.map((command) => paint.green(`+ ${titleOf(command)}`)),
    ...updated.flatMap(({ after, changes }) => [
      paint.yellow(`~ ${titleOf(after)}`),
      ...changes.flatMap((change) => changeLines(change, paint))
    ]),
    ...deleted.map((command) => paint.red(`- ${titleOf(command)}`)),
    paint.dim(
      `${created.length} to create, ${updated.length} to change, ${deleted.length} to delete, ${unchanged.length} unchanged`
    )
  ]
}

const changeLines = ({ path, before, after }: FieldChange, paint: Paint): ReadonlyArray<string> => [
  `    ${formatPath(path)}`,
  ...(before === undefined ? [] : [paint.red(`      - ${JSON.stringify(before)}`)]),
  ...(after === undefined ? [] : [paint.green(`      + ${JSON.stringify(after)}`)])
]

const titleOf = ({ type, name }: Pick<ApplicationCommand | CommandContent, "type" | "name">): string =>
  `${type === CommandType.CHAT_INPUT ? "/" : ""}${name}${KINDS[type]}`

const KINDS: Readonly<Record<CommandType, string>> = {
  [CommandType.CHAT_INPUT]: "",
  [CommandType.USER]: " (user command)",
  [CommandType.MESSAGE]: " (message command)",
  [CommandType.PRIMARY_ENTRY_POINT]: " (entry point)"
}
