/**
 * A fault is one violated rule at one place of a request body. Faults of shapes, rules and state all end up in one
 * tree. Source: wire-rest.md §3.1 (shape of the tree), §3.2 (codes and texts).
 */
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
  readonly _errors?: ReadonlyArray<FormError>
  readonly [key: string]: ErrorTree | ReadonlyArray<FormError> | undefined
}

export const fault = (path: Path, error: FormError): Fault => ({
  path,
  code: error.code,
  message: error.message
})

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

interface MutableTree {
  _errors?: Array<FormError>
  [key: string]: MutableTree | Array<FormError> | undefined
}

/**
 * The nested tree of wire-rest.md §3.1, made from as many faults as an answer may hold. Safe for keys such as
 * `__proto__`. A place that is wrong itself and contains wrong fields has `_errors` beside them. Our choice:
 * docs/choices.md "Registration".
 */
export const toErrorTree = (faults: ReadonlyArray<Fault>): ErrorTree => {
  const root: MutableTree = Object.create(null)
  for (const { path, code, message } of faults.slice(0, Limits.http.faults)) {
    let node = root
    for (const key of path) {
      const name = key === "_errors" ? "_errors_" : String(key)
      node[name] ??= Object.create(null)
      // `_errors` is renamed above, so every other key holds a tree.
      node = node[name] as MutableTree
    }
    node._errors ??= []
    node._errors.push({ code, message })
  }
  return root as ErrorTree
}
