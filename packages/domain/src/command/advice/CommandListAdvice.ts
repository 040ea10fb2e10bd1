/** Advice on the commands of one scope together. Source: product.md "First minute" (`check`). */
import { type CommandContent, CommandType } from "../../record/ApplicationCommand.ts"
import { clashes } from "../../typing/TypedName.ts"
import type { ValidationContext } from "../CommandValidation.ts"
import { type Advice, type AdviceRule, advise, nothing, remark, when } from "./AdviceRule.ts"

interface ListCase extends ValidationContext {
  readonly contents: ReadonlyArray<CommandContent>
}

const LIST_RULES: ReadonlyArray<AdviceRule<ListCase>> = [
  {
    code: "NAMES_DIFFER_BY_CASE",
    sentence: "commands whose names differ only by case are hard to tell apart",
    source: 'service.md "Naming rules"',
    judge: ({ contents }) =>
      contents.flatMap(({ type, name }, index) => {
        const twin = contents.findIndex((c) => c.type === type && c.name !== name && fold(c.name) === fold(name))
        return when(
          twin !== -1 && twin < index,
          [index, "name"],
          `Only its case tells it from "${contents[twin]?.name}".`
        )
      })
  },
  {
    code: "COMMAND_NAMES_CLASH",
    sentence: "commands that read the same in a language cannot be told apart there",
    source: "decision 14; wire-interactions.md §6",
    judge: ({ contents }) =>
      Object.values(CommandType).flatMap((type) =>
        clashes(contents.map((content) => (content.type === type ? content : undefined))).map(
          ({ index, other, locale }) => ({
            path: [index, "name_localizations"],
            message: `In ${locale} it reads the same as "${contents[other]?.name}".`
          })
        )
      )
  },
  {
    code: "ENTRY_POINT_LEFT_OUT",
    sentence: "a bulk overwrite without the entry point of an application that has an Activity is refused",
    source: "decision 20; wire-rest.md §1.2",
    judge: ({ scope, application, contents }) =>
      scope === "global" && application.embedded && contents.every((c) => c.type !== CommandType.PRIMARY_ENTRY_POINT)
        ? remark([], "No entry point (type 4): a bulk overwrite with this list is refused (50240) while there is one.")
        : nothing
  }
]

export const LIST_ADVICE: ReadonlyArray<Pick<AdviceRule<never>, "code" | "sentence" | "source">> = LIST_RULES

/** Advice on the commands of one scope together. Paths begin with the index. */
export const adviseList = (
  contents: ReadonlyArray<CommandContent>,
  context: ValidationContext
): ReadonlyArray<Advice> => advise(LIST_RULES, { ...context, contents })

const fold = (name: string): string => name.toLowerCase()
