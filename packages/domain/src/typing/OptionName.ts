/** Finds the name of the option at the path of a fault. */
import type { Path } from "../error/Fault.ts"
import type { RawOption } from "./RawOption.ts"

/**
 * `path` leads into `options`; for a missing option it ends with the name. Undefined if the option has no name or the
 * fault belongs to the list.
 */
export const optionNameAt = (options: ReadonlyArray<RawOption>, path: Path): string | undefined => {
  const [first, field, ...rest] = path
  if (typeof first === "string") return first
  const option = first === undefined ? undefined : options[first]
  const inner = field === "options" ? optionNameAt(option?.options ?? [], rest) : undefined
  const own = option?.name.slice(0, NAME_MAX)
  return inner ?? (own === "" ? undefined : own)
}

/** Maximum length of a quoted name. */
const NAME_MAX = 100
