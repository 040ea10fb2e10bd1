/** Paths of variables and captures into a value: `message.components[0].custom_id`. */
import type { Path } from "@backlot/domain/error/Fault"

/**
 * Undefined for an invalid path. The first part is a name: letters, digits, `_` and `-`. A negative position counts
 * from the end of a list: `messages[-1].id`.
 */
export const parsePath = (text: string): readonly [string, ...Path] | undefined => {
  const [, head, rest = ""] = PATH.exec(text.trim()) ?? []
  if (head === undefined) return undefined
  return [head, ...Array.from(rest.matchAll(PART), ([, key, index]) => key ?? Number(index))]
}

export const isName = (text: string): boolean => NAME.test(text)

/** The value at a path; undefined if there is none. Inherited properties do not count. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at.at(Number(key))
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined
    // Any object may be read by its own keys.
    return (at as Readonly<Record<string, unknown>>)[key]
  }, value)

/** The name of a variable. */
export const NAME = /^[A-Za-z_][\w-]*$/
const PATH = /^([A-Za-z_][\w-]*)((?:\.[^.[\]{}\s]+|\[-?\d+\])*)$/
const PART = /\.([^.[\]{}\s]+)|\[(-?\d+)\]/g
