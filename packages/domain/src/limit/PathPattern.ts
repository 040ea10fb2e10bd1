/** Patterns for request paths: `*` and `{name}` match one segment. Our choice: docs/choices.md "Planned faults". */

export interface PathPattern {
  readonly fits: (path: string) => boolean
  /** The same without the prefix of the version: `/api`, `/api/v9`, `/api/v10`. */
  readonly fitsBelowVersion: (path: string) => boolean
}

/** `text` begins with a slash. A trailing slash and percent-encoding make no difference. */
export const pathPattern = (text: string): PathPattern => {
  const whole = segmentsOf(text)
  const below = segmentsOf(belowVersion(text))
  return {
    fits: (path) => fitsAll(whole, segmentsOf(path)),
    fitsBelowVersion: (path) => fitsAll(below, segmentsOf(belowVersion(path)))
  }
}

const belowVersion = (path: string): string => path.replace(/^\/api(\/v\d{1,9})?(?=\/|$)/, "")

const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/, "").split("/").map(plain)

const plain = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const fitsAll = (pattern: ReadonlyArray<string>, path: ReadonlyArray<string>): boolean => {
  const open = pattern.at(-1) === "**"
  const named = open ? pattern.slice(0, -1) : pattern
  if (open ? path.length < pattern.length : path.length !== named.length) return false
  return named.every((segment, i) => isAny(segment) || segment === path[i])
}

const isAny = (segment: string): boolean => segment === "*" || /^\{[^{}]*\}$/.test(segment)
