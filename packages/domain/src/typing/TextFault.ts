/** Names the options that faults of validation are about, by the options as given or as typed. */
import { type Fault, fault, type Path } from "../error/Fault.ts"
import { columnsOf, type ParsedText } from "./CommandText.ts"
import type { RawOption } from "./RawOption.ts"

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
  { options, places }: Pick<ParsedText, "options" | "places">,
  faults: ReadonlyArray<Fault>
): ReadonlyArray<Fault> => {
  const columnOf = columnsOf(places)
  return faults.map(({ path, code, message }) => {
    const column = `column ${columnOf(path)}`
    const name = optionNameAt(options, path)
    // The path of a missing option ends with its name.
    const isMissing = name !== undefined && name === path.at(-1) && typeof path.at(-2) !== "number"
    const place = name === undefined ? column : isMissing ? name : `${name} (${column})`
    return fault([], { code, message: `${place}: ${message}` })
  })
}
