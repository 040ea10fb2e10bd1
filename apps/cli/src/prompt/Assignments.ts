/** `NAME=VALUE` words as an object. Our choice: docs/choices.md "Command line". */
import { Effect } from "effect"
import { badUsage } from "../given/Given.ts"

/** Fails with a usage error for a word without a name, and for a name that is given twice. */
export const assigned = Effect.fnUntraced(function* (words: ReadonlyArray<string>) {
  const values = new Map<string, unknown>()
  for (const word of words) {
    const at = word.indexOf("=")
    const name = word.slice(0, at)
    if (at < 1) return yield* badUsage(`${JSON.stringify(word)} is no NAME=VALUE`)
    if (values.has(name)) return yield* badUsage(`${name} is given twice; give it once`)
    values.set(name, readValue(word.slice(at + 1)))
  }
  return Object.fromEntries(values)
})

/** JSON is its value, any other text itself. Numbers too large to be exact are ids, so they stay texts. */
const readValue = (text: string): unknown => {
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
