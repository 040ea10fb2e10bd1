/** Faults: violated rules at places of a request body. Source: wire-rest.md §3.1 (their tree), §3.2 (codes and texts). */
import * as Limits from "../base/Limits.ts"
import type { FormError } from "./FormError.ts"

/** Field names and array positions from the root of the body. */
export type Path = ReadonlyArray<string | number>

/** The code is that of form bodies, e.g. `BASE_TYPE_REQUIRED`. */
export interface Fault extends FormError {
  readonly path: Path
}

/** The wire's nested error object: field names and decimal indexes lead to `_errors` leaves. */
export interface ErrorTree {
  _errors?: Array<FormError>
  [key: string]: ErrorTree | Array<FormError> | undefined
}

export const fault = (path: Path, { code, message }: FormError): Fault => ({ path, code, message })

/** Moves faults below `prefix`, e.g. to the element of a bulk body. */
export const under = (prefix: Path, faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.map((f) => ({ ...f, path: [...prefix, ...f.path] }))

/** The first fault per place and code. */
export const distinct = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  const seen = new Set<string>()
  return faults.filter(({ path, code }) => {
    const key = `${path.join("\0")}\0${code}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** `a.b[0].c`, for messages. */
export const formatPath = (path: Path): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`),
    ""
  )

/**
 * The nested tree of wire-rest.md §3.1, made from as many faults as an answer may hold. Safe for keys such as
 * `__proto__`. A place that is wrong itself and contains wrong fields has `_errors` beside them. Our choice:
 * docs/choices.md "Registration".
 */
export const toErrorTree = (faults: ReadonlyArray<Fault>): ErrorTree => {
  const root: ErrorTree = Object.create(null)
  for (const { path, code, message } of faults.slice(0, Limits.http.faults)) {
    let node = root
    for (const key of path) {
      const name = key === "_errors" ? "_errors_" : String(key)
      node[name] ??= Object.create(null)
      // `_errors` is renamed above, so every other key holds a tree.
      node = node[name] as ErrorTree
    }
    node._errors ??= []
    node._errors.push({ code, message })
  }
  return root
}

/** Further faults are only counted. Our choice: docs/choices.md "Command line". */
const SHOWN_MAX = 20

/** `place: message` of each fault; `placeOf` can describe a place by more than its path. */
export const describeFaults = (faults: ReadonlyArray<Fault>, placeOf = plainPlace): string => {
  const shown = faults.slice(0, SHOWN_MAX).map((fault) => `${placeOf(fault)}: ${fault.message}`)
  return [...shown, ...(faults.length > SHOWN_MAX ? [`and ${faults.length - SHOWN_MAX} more`] : [])].join("; ")
}

/** `a.b[0].c`; the empty path is the body. */
const plainPlace = ({ path }: Fault): string => formatPath(path) || "body"
