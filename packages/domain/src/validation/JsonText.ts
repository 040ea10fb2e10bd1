/** Reads JSON texts from outside. Sources: wire-rest.md §1.2, §1.3 (integers beyond 2^53), §3.3 (50109). */
import { Result } from "effect"
import { http } from "../base/Limits.ts"
import { fault } from "../error/Fault.ts"
import { InvalidForm, InvalidJson } from "../error/ServiceError.ts"

/**
 * The value of a text. Integers beyond 2^53 become strings, which keep their digits; integer fields accept both. Of
 * several fields with one name the last counts, as in most JSON parsers. Our choice: docs/choices.md "Registration".
 */
export const decodeJson = (text: string): Result.Result<unknown, InvalidJson | InvalidForm> => {
  const read = Result.try({ try: () => readJson(text), catch: () => new InvalidJson() })
  return Result.isFailure(read) || isWithinDepth(read.success, http.jsonDepth) ? read : Result.fail(tooDeep)
}

// Written out, because V8 then skips most of a text: a fifth of the time of `\d{16}`.
const LONG_DIGITS = new RegExp("\\d".repeat(16))

const readJson = (text: string): unknown => (LONG_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text))

const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !isExact(value, context?.source) && /^-?\d+$/.test(context?.source ?? "")
    ? context?.source
    : value

/** The bounds of NUMBER are exact too, but 2^53 + 1 reads as 2^53 (service.md "Option types"). */
const isExact = (value: number, source: string | undefined): boolean =>
  Number.isSafeInteger(value) || (Math.abs(value) === 2 ** 53 && String(value) === source)

const isWithinDepth = (value: unknown, depth: number): boolean => {
  if (typeof value !== "object" || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((child) => isWithinDepth(child, depth - 1))
  // What JSON.parse returns inherits nothing that is enumerable, and any key of an object can be read.
  for (const key in value) if (!isWithinDepth((value as Entries)[key], depth - 1)) return false
  return true
}

type Entries = Readonly<Record<string, unknown>>

const tooDeep = new InvalidForm({
  faults: [fault([], { code: "BASE_TYPE_TOO_DEEP", message: `Must not nest deeper than ${http.jsonDepth} levels.` })]
})
