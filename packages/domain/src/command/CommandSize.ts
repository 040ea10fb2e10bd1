/** The combined size of a command. Source: service.md "Subcommand structure rules" (total size); decision 2. */
import * as CodePoints from "../base/CodePoints.ts"

type Dictionary = { readonly [locale: string]: string | null | undefined }

interface Named {
  readonly name?: string | null | undefined
  readonly name_localizations?: Dictionary | null | undefined
  readonly description?: string | null | undefined
  readonly description_localizations?: Dictionary | null | undefined
}

interface SizedChoice extends Pick<Named, "name" | "name_localizations"> {
  readonly value?: unknown
}

interface SizedOption extends Named {
  readonly choices?: ReadonlyArray<SizedChoice> | null | undefined
  readonly options?: ReadonlyArray<SizedOption> | null | undefined
}

/** The texts of a command's content or draft. */
export interface Sized extends Named {
  readonly options?: ReadonlyArray<SizedOption> | null | undefined
}

/**
 * Code points of every name, description and choice value of a command, its options and its choices. Of each localized
 * field only the longest variant counts, the default included; a number counts as its JSON text.
 */
export const size = (command: Sized): number => texts(command) + sum(command.options, option)

const option = (draft: SizedOption): number => texts(draft) + sum(draft.choices, choice) + sum(draft.options, option)

const choice = (draft: SizedChoice): number => texts(draft) + value(draft.value)

const texts = (draft: Named): number =>
  longest(draft.name, draft.name_localizations) + longest(draft.description, draft.description_localizations)

const longest = (text: string | null | undefined, localizations: Dictionary | null | undefined): number => {
  const own = CodePoints.count(text ?? "")
  if (localizations === undefined || localizations === null) return own
  return Object.values(localizations).reduce<number>((most, t) => Math.max(most, CodePoints.count(t ?? "")), own)
}

const value = (sent: unknown): number => {
  if (typeof sent === "string") return CodePoints.count(sent)
  return typeof sent === "number" ? JSON.stringify(sent).length : 0
}

const sum = <A>(items: ReadonlyArray<A> | null | undefined, count: (item: A) => number): number => {
  let total = 0
  for (const item of items ?? []) total += count(item)
  return total
}
