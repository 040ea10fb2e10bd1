/** Converts faults of validation into faults of the typed text, because its user gave no list of options. */
import { type Fault, fault } from "../error/Fault.ts"
import { columnsOf, type ParsedText } from "./CommandText.ts"
import { optionNameAt } from "./OptionName.ts"

/**
 * Each fault at the text itself; its message begins with the option and its column, e.g. `age (column 7): …`. A missing
 * option has no column.
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
