/** The combined size of a command. Source: service.md "Subcommand structure rules" (total size); decision 2. */
import * as CodePoints from "../base/CodePoints.ts"
import type { Dictionary, Localized } from "../validation/TextRules.ts"

/** The texts of the content or draft of a command, an option or a choice. */
interface Sized extends Localized {
  readonly value?: unknown
  readonly choices?: ReadonlyArray<Sized> | null | undefined
  readonly options?: ReadonlyArray<Sized> | null | undefined
}

/** Code points of every text and value (a number as JSON); of a localized text only the longest variant counts. */
export const size = (sized: Sized): number => {
  const texts =
    longest(sized.name, sized.name_localizations) + longest(sized.description, sized.description_localizations)
  return texts + value(sized.value) + sum(sized.choices) + sum(sized.options)
}

const longest = (text: string | null | undefined, localizations: Dictionary | null | undefined): number => {
  const own = CodePoints.count(text ?? "")
  if (localizations === undefined || localizations === null) return own
  return Object.values(localizations).reduce<number>((most, t) => Math.max(most, CodePoints.count(t ?? "")), own)
}

const value = (sent: unknown): number => {
  if (typeof sent === "string") return CodePoints.count(sent)
  return typeof sent === "number" ? JSON.stringify(sent).length : 0
}

const sum = (items: ReadonlyArray<Sized> | null | undefined): number => {
  let total = 0
  for (const item of items ?? []) total += size(item)
  return total
}
