/** Command definitions as the service judges them at registration, and what they use of its budgets. */
import * as Limits from "@backlot/domain/base/Limits"
import { countsOf, judgeList } from "@backlot/domain/command/advice/ListJudgement"
import { type Definition, definitionsIn } from "@backlot/domain/command/CommandDefinitions"
import { charactersOf, type ValidationContext } from "@backlot/domain/command/CommandValidation"
import { wireOf } from "@backlot/domain/error/Failure"
import { type Fault, formatPath, type Path, toErrorTree } from "@backlot/domain/error/Fault"
import { TooManyCommands } from "@backlot/domain/error/ServiceError"
import { type CommandContent, CommandType } from "@backlot/domain/record/ApplicationCommand"
import { Result } from "effect"
import { type Finding, inOrder, readText } from "./Text.ts"

export interface Budget {
  readonly name: string
  readonly used: number
  readonly most: number
}

/** A command without faults of its own, and which of the definitions it is. */
export interface SoundCommand {
  readonly index: number
  readonly content: CommandContent
}

export interface Definitions {
  readonly findings: ReadonlyArray<Finding>
  readonly count: number
  readonly sound: ReadonlyArray<SoundCommand>
  /** Characters of each command. */
  readonly characters: ReadonlyArray<Budget>
  /** Commands of each type. */
  readonly types: ReadonlyArray<Budget>
  /** What the service would answer to a bulk overwrite; undefined where it takes the definitions. */
  readonly answer: unknown
}

const EMPTY = "It is empty. A definition is a command, a list of commands, or { commands: [...] }."

export const judgeDefinitions = (text: string, context: ValidationContext): Definitions => {
  const read = readText(text, "json", EMPTY)
  if (Result.isFailure(read)) return { ...NONE, findings: [read.failure] }
  const { value, locate } = read.success
  const { definitions, broken } = definitionsIn(value)
  const bodies = definitions.map(({ body }) => body)
  const { faults, advice, sound } = judgeList(bodies, { context, strict: true })
  const found = (kind: Finding["kind"], path: Path, said: Pick<Finding, "code" | "message" | "because">): Finding => ({
    kind,
    ...locate(path),
    path: formatPath(path),
    ...said
  })
  const placed = (path: Path): Path => pathOf(definitions, path)
  const findings = [
    ...broken.map(({ path, message }) => found("fault", path, { code: "TOO_DEEP", message })),
    ...faults.map(({ path, code, message }) => found("fault", placed(path), { code, message })),
    ...advice.map(({ path, code, message, source }) => found("note", placed(path), { code, message, because: source }))
  ]
  return {
    findings: findings.sort(inOrder),
    count: definitions.length,
    sound,
    characters: bodies.map((body, index) => ({
      name: nameOf(body, index),
      used: charactersOf(body, context),
      most: Limits.command.totalCharacters
    })),
    types: typesOf(bodies),
    answer: answerTo(faults, bodies)
  }
}

/** The form is judged before the counts. */
const answerTo = (faults: ReadonlyArray<Fault>, bodies: ReadonlyArray<unknown>): Definitions["answer"] => {
  const ofForm = faults.filter(({ code }) => code !== TOO_MANY)
  if (ofForm.length > 0) return { message: "Invalid Form Body", code: 50035, errors: toErrorTree(ofForm) }
  const counts = countsOf(bodies)
  const type = Object.values(CommandType).find((one) => counts[one] > Limits.command.perType[one])
  if (type === undefined) return undefined
  const { message, code } = wireOf(new TooManyCommands({ type, max: Limits.command.perType[type] }))
  return { message, code }
}

/** The code that the judgement of a list gives to a count. */
const TOO_MANY = "30032"

const NONE: Definitions = { findings: [], count: 0, sound: [], characters: [], types: [], answer: undefined }

/** A fault of the whole list stands at the text's begin. */
const pathOf = (definitions: ReadonlyArray<Definition>, [index, ...rest]: Path): Path => {
  const at = index === undefined ? undefined : definitions[Number(index)]
  return at === undefined ? [] : [...at.path, ...rest]
}

const nameOf = (body: unknown, index: number): string =>
  typeof body === "object" && body !== null && "name" in body && typeof body.name === "string"
    ? body.name.slice(0, Limits.command.nameMax)
    : `[${index}]`

const TYPE_NAMES: Readonly<Record<CommandType, string>> = {
  [CommandType.CHAT_INPUT]: "slash commands",
  [CommandType.USER]: "user commands",
  [CommandType.MESSAGE]: "message commands",
  [CommandType.PRIMARY_ENTRY_POINT]: "entry points"
}

const typesOf = (bodies: ReadonlyArray<unknown>): ReadonlyArray<Budget> => {
  const counts = countsOf(bodies)
  return Object.values(CommandType)
    .map((type) => ({ name: TYPE_NAMES[type], used: counts[type], most: Limits.command.perType[type] }))
    .filter(({ used }) => used > 0)
}
