/**
 * Faults of validation as faults of the text that was typed: the user gave no list of options. Ours, in the style of
 * `CommandTextFault.ts`.
 */
import { type Fault, fault } from "../error/Fault.ts"
import { columnsOf, type ParsedText } from "./CommandText.ts"
import { optionNameAt } from "./OptionName.ts"

/**
 * Each fault at the text itself; its message begins with the option and its column, e.g. `age (column 7): …`. What is
 * missing has no column.
 */
export const faultsInText = (
  { options, places }: Pick<ParsedText, "options" | "places">,
  faults: ReadonlyArray<Fault>
): ReadonlyArray<Fault> => {
  const columnOf = columnsOf(places)
  return faults.map(({ path, code, message }) => {
    const column = `column ${columnOf(path)}`
    const name = optionNameAt(options, path)
    // A missing option stands in its list by name.
    const isMissing = name !== undefined && name === path.at(-1) && typeof path.at(-2) !== "number"
    const place = name === undefined ? column : isMissing ? name : `${name} (${column})`
    return fault([], { code, message: `${place}: ${message}` })
  })
}
