/**
 * Reads a user's input into the options to send: parsing and validation in one step, with one refusal, which names the options. The client
 * library and the control plane share it, so that they behave alike. Source: product.md "Control plane";
 * wire-interactions.md §8.
 */
import { Result } from "effect"
import type { Locale } from "../base/Locale.ts"
import { describeFaults, type Fault, fault, formatPath, type Path, under } from "../error/Fault.ts"
import type { ApplicationCommand } from "../record/ApplicationCommand.ts"
import * as Shape from "../validation/Shape.ts"
import { columnsOf, type ParsedText, parseText, parseTyping } from "./CommandText.ts"
import type { CommandTextFault } from "./CommandTextFault.ts"
import type { Directory } from "./Directory.ts"
import { type OptionsOfUse, validateAutocomplete, validateUse } from "./Options.ts"
import type { DecodedOptions, RawOption } from "./RawOption.ts"

/** The user's input: options in wire shape, or a typed text. */
export interface UseInput {
  readonly input: DecodedOptions | { readonly text: string }
  readonly autocomplete: boolean
  readonly locale: Locale
}

export interface ReadUse extends OptionsOfUse {
  readonly command: ApplicationCommand
}

export interface UseFaults {
  readonly reason: "unknown" | "options"
  readonly command?: ApplicationCommand
  /** Every fault, in one line of prose. */
  readonly because: string
  /** Paths start with `options`, `text` or `attachments`. */
  readonly faults: ReadonlyArray<Fault>
}

/** Reads the input. A text names one of the candidates (best first); options belong to the first candidate. */
export const readUse = (
  given: UseInput,
  candidates: ReadonlyArray<ApplicationCommand>,
  directory: Directory
): Result.Result<ReadUse, UseFaults> => {
  const { input } = given
  if ("text" in input) return readText(input.text, candidates, directory, given)
  const [command] = candidates
  return command === undefined ? Result.fail(unknown) : readOptions(input, command, directory, given.autocomplete)
}

const readOptions = (
  { options, faults: shape }: DecodedOptions,
  command: ApplicationCommand,
  directory: Directory,
  autocomplete: boolean
): Result.Result<ReadUse, UseFaults> => {
  const filled = fill({ command, options }, directory, autocomplete)
  if (shape.length === 0 && Result.isSuccess(filled)) return Result.succeed(filled.success)
  const broken = Result.isFailure(filled) ? filled.failure : { faults: [], files: [] }
  const faults = Shape.withoutEchoes(shape, broken.faults)
  const placeOf = ({ path }: Fault): string => {
    const [list, ...inner] = path
    const name = list === "options" ? optionNameAt(options, inner) : undefined
    // The path of a missing option already contains its name.
    const isNamed = name === undefined || inner.at(-1) === name
    return isNamed ? formatPath(path) : `${formatPath(path)} (${name})`
  }
  return refuse(command, [...under(["options"], faults), ...under(["attachments"], broken.files)], placeOf)
}

const readText = (
  text: string,
  candidates: ReadonlyArray<ApplicationCommand>,
  directory: Directory,
  { autocomplete, locale }: UseInput
): Result.Result<ReadUse, UseFaults> => {
  const parsed = (autocomplete ? parseTyping : parseText)(text, { candidates, locale, directory })
  if (Result.isFailure(parsed)) return Result.fail(textRefusal(parsed.failure))
  const { command } = parsed.success
  return Result.orElse(fill(parsed.success, directory, autocomplete), ({ faults, files }) =>
    refuse(command, [...under(["text"], faultsInText(parsed.success, faults)), ...under(["attachments"], files)])
  )
}

const fill = (
  { command, options }: Pick<ParsedText, "command" | "options">,
  directory: Directory,
  autocomplete: boolean
) =>
  Result.map(
    (autocomplete ? validateAutocomplete : validateUse)(command, options, directory),
    (filled): ReadUse => ({ command, options: filled.options, path: filled.path })
  )

const refuse = (
  command: ApplicationCommand,
  faults: ReadonlyArray<Fault>,
  placeOf?: (fault: Fault) => string
): Result.Result<ReadUse, UseFaults> =>
  Result.fail({ reason: "options", command, faults, because: describeFaults(faults, placeOf) })

const unknown: UseFaults = { reason: "unknown", because: "no such command exists", faults: [] }

const textRefusal = (broken: CommandTextFault): UseFaults => {
  const { rule, code, message, column, command } = broken
  const because = `${message} (column ${column}).${hintOf(broken)}`
  return {
    reason: rule === "UnknownCommand" || rule === "NotACommand" ? "unknown" : "options",
    because,
    faults: [fault(["text"], { code, message: because })],
    ...(command === undefined ? {} : { command })
  }
}

/** Suggestions for a mistyped name, or else the known names. */
const hintOf = ({ rule, suggestions, known }: CommandTextFault): string => {
  const slash = rule === "UnknownCommand" ? "/" : ""
  const listOf = (names: ReadonlyArray<string>) => names.map((name) => `${slash}${name}`).join(", ")
  if (suggestions.length > 0) return ` Did you mean ${listOf(suggestions)}?`
  if (known.length === 0) return ""
  const more = known.length > KNOWN ? ` and ${known.length - KNOWN} more` : ""
  return ` There ${known.length === 1 ? "is" : "are"} ${listOf(known.slice(0, KNOWN))}${more}.`
}

/** Maximum number of names in a sentence. */
const KNOWN = 10

/**
 * The name of the option at `path`, which leads into `options`; for a missing option it ends with the name. Undefined if
 * the option has no name or the fault belongs to the list.
 */
export const optionNameAt = (options: ReadonlyArray<RawOption>, path: Path): string | undefined => {
  const [first, field, ...rest] = path
  if (typeof first === "string") return first
  const option = first === undefined ? undefined : options[first]
  const inner = field === "options" ? optionNameAt(option?.options ?? [], rest) : undefined
  return inner ?? (option?.name.slice(0, NAME_MAX) || undefined)
}

const NAME_MAX = 100

/**
 * Each fault at the text itself, because its user gave no list of options. Its message begins with the option and its
 * column, e.g. `age (column 7): …`. A missing option has no column.
 */
export const faultsInText = (
  { options, columns }: Pick<ParsedText, "options" | "columns">,
  faults: ReadonlyArray<Fault>
): ReadonlyArray<Fault> => {
  const columnOf = columnsOf(columns)
  return faults.map(({ path, code, message }) => {
    const column = `column ${columnOf(path)}`
    const name = optionNameAt(options, path)
    // The path of a missing option ends with its name.
    const isMissing = name !== undefined && name === path.at(-1) && typeof path.at(-2) !== "number"
    const place = name === undefined ? column : isMissing ? name : `${name} (${column})`
    return fault([], { code, message: `${place}: ${message}` })
  })
}
