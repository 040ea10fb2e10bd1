/** The option that a fault of validation is about, by the name that was given. */
import type { Path } from "../error/Fault.ts"
import type { RawOption } from "./RawOption.ts"

/** `path` leads into `options`; a missing option stands in its list by name. Undefined: it has no name, or the fault is the list's. */
export const optionNameAt = (options: ReadonlyArray<RawOption>, path: Path): string | undefined => {
  const [first, field, ...rest] = path
  if (typeof first === "string") return first
  const option = first === undefined ? undefined : options[first]
  const inner = field === "options" ? optionNameAt(option?.options ?? [], rest) : undefined
  const own = option?.name.slice(0, NAME_MAX)
  return inner ?? (own === "" ? undefined : own)
}

/** What a message quotes of a name, which can be anything. */
const NAME_MAX = 100
