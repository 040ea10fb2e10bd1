/** Converts variables of other types to text where a text is needed. */
import type { Path } from "@backlot/domain/error/Fault"
import { isPlain } from "../Fields.ts"
import type { Problem } from "../Problem.ts"
import { isReference } from "./Interpolation.ts"
import { valueAt } from "./VariablePath.ts"

/**
 * A number, true or false in place of a `${…}` becomes text if its type does not fit.
 * @param written the value with its variables
 */
export const fitTexts = (value: unknown, written: unknown, judge: (value: unknown) => ReadonlyArray<Problem>) => {
  const problems = judge(value)
  const paths = problems.map(({ path }) => path).filter((path) => isReference(valueAt(written, path)))
  const fitted = paths.reduce((made, path) => withText(made, path), value)
  return fitted === value ? { value, problems } : { value: fitted, problems: judge(fitted) }
}

const withText = (value: unknown, path: Path): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return ["number", "boolean"].includes(typeof value) ? String(value) : value
  const inner = valueAt(value, [key])
  const fitted = withText(inner, rest)
  if (fitted === inner) return value
  if (Array.isArray(value)) return value.with(Number(key), fitted)
  return isPlain(value) ? { ...value, [key]: fitted } : value
}
