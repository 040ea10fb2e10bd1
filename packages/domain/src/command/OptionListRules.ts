/**
 * Rules of the options of one list towards each other. Source: service.md "Application command option", "Subcommand structure
 * rules", "Localization rules"; decisions 14, 15.
 */

import * as Limits from "../base/Limits.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { at, gather, judge, none, type Rule } from "../validation/Rule.ts"
import { type OptionDraft, optionType } from "./CommandBody.ts"

/** What holds a list of options. */
export type Holder = "command" | "group" | "subcommand"

interface ListCase {
  readonly options: ReadonlyArray<OptionDraft>
  readonly holder: Holder
}

const RULES: ReadonlyArray<Rule<ListCase>> = [
  {
    sentence: "at most 25 options per command, per subcommand, per group",
    judge: ({ options }) =>
      options.length > Limits.command.options ? at(["options"], FormError.maxLength(Limits.command.options)) : none
  },
  {
    sentence: "an option name is unique within the options array",
    judge: ({ options }) => repeatedNames(options)
  },
  {
    sentence: "localized option names are distinct from all default names and from those of the same locale",
    // Ours: "on that command" is read as "of one list", because a subcommand's parameters never show beside another's.
    judge: ({ options }) => collidingLocalizations(options)
  },
  {
    sentence: "required options are listed before optional ones",
    judge: ({ options }) => lateRequired(options)
  },
  {
    sentence: "subcommands and groups are never mixed with other types",
    // Elsewhere only one kind is allowed, and the type of each option is judged by that.
    judge: ({ options, holder }) => (holder === "command" ? firstOfOtherKind(options) : none)
  }
]

/** Faults between the options of a command, group or subcommand, with paths from what holds them. */
export const judgeTogether = (options: ReadonlyArray<OptionDraft>, holder: Holder): ReadonlyArray<Fault> =>
  judge(RULES, { options, holder })

/** True for what `required` may be: a boolean, null or nothing. */
export const isRequirement = (sent: unknown): boolean =>
  typeof sent === "boolean" || sent === undefined || sent === null

const repeatedNames = (options: ReadonlyArray<OptionDraft>): ReadonlyArray<Fault> => {
  const seen = new Set<string>()
  return gather(options, ({ name }, index) => {
    if (name === undefined || name === null) return none
    if (seen.has(name)) return [fault(["options", index], FormError.optionNameTaken(name))]
    seen.add(name)
    return none
  })
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

/** What cannot be read says nothing about the order: neither an option of no known type nor an odd `required`. */
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
  const kinds = options.map((option) => {
    const type = optionType(option)
    return type === undefined ? undefined : isContainer(type)
  })
  const first = kinds.find((kind) => kind !== undefined)
  const other = kinds.findIndex((kind) => kind !== undefined && kind !== first)
  return other === -1 ? none : [fault(["options", other], FormError.mixedOptions)]
}

const isContainer = (type: OptionType | undefined): boolean =>
  type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP
