/** The report of `check` for people: each remark with its place and a frame of the text, the difference, a last line. */
import { frame } from "@backlot/document/CodeFrame"
import type { CommandDiff, FieldChange } from "@backlot/domain/command/CommandDiff"
import { formatPath } from "@backlot/domain/error/Fault"
import { type ApplicationCommand, type CommandContent, CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { Judgement, Remark } from "./CheckJudgement.ts"

export interface Paint {
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly dim: (text: string) => string
}

export const paintOf = (color: boolean): Paint => {
  const paint = (on: number, off: number) => (text: string) => (color ? `\u001b[${on}m${text}\u001b[${off}m` : text)
  return { red: paint(31, 39), green: paint(32, 39), yellow: paint(33, 39), dim: paint(2, 22) }
}

/** Ours: of more remarks than these, nobody reads every one. */
const SHOWN = 100

export const remarksText = (remarks: ReadonlyArray<Remark>, color: boolean): ReadonlyArray<string> => {
  const more = remarks.length - SHOWN
  return [
    ...remarks.slice(0, SHOWN).flatMap((remark) => [remarkLine(remark, color), framed(remark, color), ""]),
    ...(more > 0 ? [`… and ${more.toLocaleString("en-US")} more`, ""] : [])
  ]
}

/** `file:line:column path: message [CODE]`; a warning says so, and why. */
const remarkLine = ({ source, line, column, path, message, code, because }: Remark, color: boolean): string => {
  const paint = paintOf(color)
  const said = `${path === "" ? "" : `${path}: `}${message} [${code}]`
  const place = `${source.file}:${line}:${column}`
  return because === undefined ? `${place} ${paint.red(said)}` : `${place} ${paint.yellow(`warning: ${said}`)}`
}

const framed = ({ source, line, column }: Remark, color: boolean): string =>
  indented(frame(source.text, { line, column }, { color }))

const indented = (text: string): string => text.replace(/^/gm, "  ")

/** Of a command that would not register nobody knows what it would be: no advice is given on it. */
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

/** What a bulk overwrite with these commands would do. */
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
      [
        `${created.length} to create`,
        `${updated.length} to change`,
        `${deleted.length} to delete`,
        `${unchanged.length} unchanged`
      ].join(", ")
    )
  ]
}

const changeLines = ({ path, before, after }: FieldChange, paint: Paint): ReadonlyArray<string> => [
  `    ${formatPath(path)}`,
  ...(before === undefined ? [] : [paint.red(`      - ${JSON.stringify(before)}`)]),
  ...(after === undefined ? [] : [paint.green(`      + ${JSON.stringify(after)}`)])
]

export const titleOf = ({ type, name }: Pick<ApplicationCommand | CommandContent, "type" | "name">): string =>
  `${type === CommandType.CHAT_INPUT ? "/" : ""}${name}${KINDS[type]}`

const KINDS: Readonly<Record<CommandType, string>> = {
  [CommandType.CHAT_INPUT]: "",
  [CommandType.USER]: " (user command)",
  [CommandType.MESSAGE]: " (message command)",
  [CommandType.PRIMARY_ENTRY_POINT]: " (entry point)"
}
