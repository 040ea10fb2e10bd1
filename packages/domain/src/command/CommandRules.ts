/** Source: service.md "Application command", "Naming rules", "Limits", "Age restriction", "Subcommand structure rules"; decisions 1-13. */
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { CommandType, HandlerType } from "../record/ApplicationCommand.ts"
import { CONTEXT_TYPES, INTEGRATION_TYPES } from "../record/WorldVocabulary.ts"
import { judgeSet, rangeError, readMember } from "../validation/NumberRules.ts"
import { at, gather, none, rules } from "../validation/Rule.ts"
import { toInt } from "../validation/Shape.ts"
import type { Dictionary, Localized } from "../validation/TextRules.ts"
import * as TextRules from "../validation/TextRules.ts"
import type { ApplicationTraits } from "./ApplicationTraits.ts"
import { type CommandDraft, commandType } from "./CommandBody.ts"
import { COMMAND_FIELDS, isEmpty } from "./CommandFields.ts"
import { judgeOptions } from "./OptionRules.ts"

export interface ValidationContext {
  readonly scope: "global" | "guild"
  readonly application: ApplicationTraits
}

interface CommandCase extends ValidationContext {
  readonly draft: CommandDraft
  /** Undefined when the body has no known type; rules that depend on the type are then skipped. */
  readonly type: CommandType | undefined
}

const { CHAT_INPUT, USER, MESSAGE, PRIMARY_ENTRY_POINT } = CommandType
const HANDLERS: ReadonlyArray<number> = Object.values(HandlerType)

const judgeRules = rules<CommandCase>({
  "the type is known; PRIMARY_ENTRY_POINT only in the global scope of an application with an Activity": (subject) =>
    at(["type"], typeError(subject)),
  "a CHAT_INPUT name obeys the naming rules, other names are free; localizations obey the same": ({ draft, type }) =>
    TextRules.judgeText(draft, "name", type === CHAT_INPUT ? TextRules.slashName : TextRules.freeName),
  "a CHAT_INPUT description has 1-100 characters, and so do its localizations": ({ draft, type }) =>
    type === CHAT_INPUT ? TextRules.judgeText(draft, "description", TextRules.description) : none,
  "an entry point description has up to 100 characters, and so do its localizations": ({ draft, type }) =>
    type === PRIMARY_ENTRY_POINT ? entryPointDescription(draft) : none,
  "USER and MESSAGE commands have no description": ({ draft, type }) =>
    type === USER || type === MESSAGE ? menuDescription(draft) : none,
  "options are for CHAT_INPUT, the handler for PRIMARY_ENTRY_POINT": ({ draft, type }) =>
    gather(["options", "handler"] as const, (field) =>
      type === undefined || COMMAND_FIELDS[field].has(type) || isEmpty(draft[field])
        ? none
        : at([field], FormError.notConfigurable(field, "command"))
    ),
  "the options keep the rules of lists of options": ({ draft, type }) =>
    type === CHAT_INPUT && draft.options ? judgeOptions(draft.options, "command") : none,
  "default_member_permissions is a bit set of at most 54 bits": ({ draft }) => {
    const bits = draft.default_member_permissions
    if (bits === undefined || bits === null) return none
    return at(["default_member_permissions"], rangeError(bits, 0n, Limits.command.permissionsMax))
  },
  "integration_types are known, unique, at least one, and supported by the application": (subject) =>
    integrationTypes(subject),
  "contexts are known, unique and at least one": ({ draft }) =>
    draft.contexts ? filledSet("contexts", draft.contexts, CONTEXT_TYPES) : none,
  "apps with discovery enabled cannot contain age-restricted commands": ({ draft, application }) =>
    draft.nsfw === true && application.discoverable ? at(["nsfw"], FormError.nsfwRefused) : none,
  "the handler is one of the entry point handler types": ({ draft: { handler }, type }) =>
    type !== PRIMARY_ENTRY_POINT || handler === undefined || handler === null || HANDLERS.includes(handler)
      ? none
      : at(["handler"], FormError.choices(HANDLERS)),
  "names, descriptions and values have at most 8000 characters together": ({ draft }) =>
    exceeds(draft, Limits.command.totalCharacters) ? at([], FormError.tooLarge(Limits.command.totalCharacters)) : none
})

export const judgeCommand = (draft: CommandDraft, context: ValidationContext): ReadonlyArray<Fault> =>
  judgeRules({ scope: context.scope, application: context.application, draft, type: commandType(draft) })

const typeError = ({ draft, type, scope, application }: CommandCase) => {
  const entryPoints = scope === "global" && application.embedded
  if (type !== undefined && (type !== PRIMARY_ENTRY_POINT || entryPoints)) return undefined
  if (toInt(draft.type) === undefined) return FormError.notInt(draft.type)
  return FormError.choices(Object.values(CommandType).filter((t) => t !== PRIMARY_ENTRY_POINT || entryPoints))
}

const entryPointDescription = (draft: CommandDraft): ReadonlyArray<Fault> => [
  ...at(["description"], TextRules.optionalDescription(draft.description ?? "")),
  ...TextRules.judgeLocalizations(draft, "description", TextRules.optionalDescription)
]

const menuDescription = (draft: CommandDraft): ReadonlyArray<Fault> => [
  ...at(["description"], isEmpty(draft.description) ? undefined : FormError.menuDescription),
  ...at(
    ["description_localizations"],
    Object.values(draft.description_localizations ?? {}).every(isEmpty) ? undefined : FormError.menuDescription
  )
]

const integrationTypes = ({ draft, scope, application }: CommandCase): ReadonlyArray<Fault> => {
  if (scope === "guild" || !draft.integration_types) return none
  const unsupported = gather(draft.integration_types, (sent, index) => {
    const type = readMember(sent, INTEGRATION_TYPES)
    return type !== undefined && !application.integration_types.includes(type)
      ? at(["integration_types", index], FormError.integrationTypeUnsupported)
      : none
  })
  return [...filledSet("integration_types", draft.integration_types, INTEGRATION_TYPES), ...unsupported]
}

const filledSet = (field: string, values: ReadonlyArray<unknown>, allowed: ReadonlyArray<number>) =>
  values.length === 0 ? at([field], FormError.minLength(1)) : judgeSet(field, values, allowed)

/** The texts of the content or draft of a command or an option. */
interface Sized extends Localized {
  readonly choices?: ReadonlyArray<SizedChoice> | null | undefined
  readonly options?: ReadonlyArray<Sized> | null | undefined
}

interface SizedChoice extends Pick<Localized, "name" | "name_localizations"> {
  readonly value?: unknown
}

type Count = (text: string) => number

/** Code points of every text and value (a number as JSON); of a localized text only the longest variant counts. */
export const size = (sized: Sized, count: Count = CodePoints.count): number => {
  let total = longest(sized.name, sized.name_localizations, count)
  total += longest(sized.description, sized.description_localizations, count)
  for (const { name, name_localizations, value } of sized.choices ?? [])
    total += longest(name, name_localizations, count) + valueSize(value, count)
  for (const option of sized.options ?? []) total += size(option, count)
  return total
}

/** Counts units first, which are at least as many as code points and need no walk through the texts. */
const exceeds = (sized: Sized, max: number): boolean => size(sized, units) > max && size(sized) > max

const units: Count = (text) => text.length

const longest = (
  text: string | null | undefined,
  localizations: Dictionary | null | undefined,
  count: Count
): number => {
  const own = count(text ?? "")
  if (localizations === undefined || localizations === null) return own
  return Object.values(localizations).reduce<number>((most, t) => Math.max(most, count(t ?? "")), own)
}

const valueSize = (sent: unknown, count: Count): number => {
  if (typeof sent === "string") return count(sent)
  return typeof sent === "number" ? JSON.stringify(sent).length : 0
}
