/** How variables and captures point into a value: `message.components[0].custom_id`. */
import type { Path } from "@backlot/domain/error/Fault"

/**
 * Undefined for what is no path. The first part is a name: letters, digits, `_` and `-`. A negative position counts from
 * the end of a list: `messages[-1].id`.
 */
export const parsePath = (text: string): readonly [string, ...Path] | undefined => {
  const [, head, rest = ""] = PATH.exec(text.trim()) ?? []
  if (head === undefined) return undefined
  return [head, ...Array.from(rest.matchAll(PART), ([, key, index]) => key ?? Number(index))]
}

/** What can be the name of a variable. */
export const isName = (text: string): boolean => NAME.test(text)

/** What stands at a path; undefined where nothing does. Only what a value has itself counts. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at.at(Number(key))
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined
    // Any object may be read by a key that it has.
    return (at as Readonly<Record<string, unknown>>)[key]
  }, value)

/** Of a variable. */
export const NAME = /^[A-Za-z_][\w-]*$/
const PATH = /^([A-Za-z_][\w-]*)((?:\.[^.[\]{}\s]+|\[-?\d+\])*)$/
const PART = /\.([^.[\]{}\s]+)|\[(-?\d+)\]/g
