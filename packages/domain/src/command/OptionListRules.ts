/** Rules between the options of one list. Source: service.md "Subcommand structure rules"; decisions 14, 15. */
import * as Limits from "../base/Limits.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { at, gather, none, repetition, rules } from "../validation/Rule.ts"
import { type OptionDraft, optionType } from "./CommandBody.ts"

/** The parent of a list of options. */
export type Holder = "command" | "group" | "subcommand"

interface ListCase {
  readonly options: ReadonlyArray<OptionDraft>
  readonly holder: Holder
}

const judgeList = rules<ListCase>({
  "at most 25 options per command, per subcommand, per group": ({ options }) =>
    options.length > Limits.command.options ? at(["options"], FormError.maxLength(Limits.command.options)) : none,
  "an option name is unique within the options array": ({ options }) => repeatedNames(options),
  // "On that command" means "in one list", because the parameters of two subcommands never appear together. Our
  // choice: docs/choices.md "Registration".
  "localized option names are distinct from all default names and from those of the same locale": ({ options }) =>
    collidingLocalizations(options),
  "required options are listed before optional ones": ({ options }) => lateRequired(options),
  // In other lists only one kind is allowed, and each option's type is validated against that.
  "subcommands and groups are never mixed with other types": ({ options, holder }) =>
    holder === "command" ? firstOfOtherKind(options) : none
})

/** Faults between the options of a command, group or subcommand, with paths relative to that parent. */
export const judgeTogether = (options: ReadonlyArray<OptionDraft>, holder: Holder): ReadonlyArray<Fault> =>
  judgeList({ options, holder })

/** Whether the value is valid for `required`: a boolean, null or undefined. */
export const isRequirement = (sent: unknown): boolean =>
  typeof sent === "boolean" || sent === undefined || sent === null

const repeatedNames = (options: ReadonlyArray<OptionDraft>): ReadonlyArray<Fault> => {
  const isRepeated = repetition()
  return gather(options, ({ name }, index) =>
    isRepeated(name) ? [fault(["options", index], FormError.optionNameTaken(name))] : none
  )
}

const collidingLocalizations = (options: ReadonlyArray<OptionDraft>): ReadonlyArray<Fault> => {
  if (!options.some((option) => option.name_localizations)) return none
  const defaults = new Map<string, number>()
  for (const [index, { name }] of options.entries()) {
    if (typeof name === "string" && !defaults.has(name)) defaults.set(name, index)
  }
  const localized = new Set<string>()
  return gather(options, (option, index) =>
    gather(Object.entries(option.name_localizations ?? {}), ([locale, name]) => {
      if (name === undefined || name === null) return none
      const entry = `${locale} ${name}`
      const taken = (defaults.get(name) ?? index) !== index || localized.has(entry)
      localized.add(entry)
      return taken ? [fault(["options", index, "name_localizations", locale], FormError.optionNameTaken(name))] : none
    })
  )
}

/** An option of unknown type or with an invalid `required` is ignored: it cannot be out of order. */
const lateRequired = (options: ReadonlyArray<OptionDraft>): ReadonlyArray<Fault> => {
  let optional = false
  return gather(options, (option, index) => {
    const type = optionType(option)
    if (type === undefined || isContainer(type) || !isRequirement(option.required)) return none
    if (option.required === true) return optional ? [fault(["options", index], FormError.requiredAfterOptional)] : none
    optional = true
    return none
  })
}

const firstOfOtherKind = (options: ReadonlyArray<OptionDraft>): ReadonlyArray<Fault> => {
  let first: boolean | undefined
  for (const [index, option] of options.entries()) {
    const type = optionType(option)
    if (type === undefined) continue
    first ??= isContainer(type)
    if (isContainer(type) !== first) return [fault(["options", index], FormError.mixedOptions)]
  }
  return none
}

const isContainer = (type: OptionType | undefined): boolean =>
  type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP
