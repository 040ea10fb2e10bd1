/** What a use sends: read by the library's own reader against the commands that the user sees. Source: decision 33. */
import { type Directory, directoryOf } from "@backlot/client/Directory"
import { idsInText } from "@backlot/client/NamedIds"
import { isLeaf, isNesting } from "@backlot/client/OptionKind"
import type { RawOption } from "@backlot/client/RawOption"
import { askedUse, bodyOf, leftToService, readAsked, type UseOfCommand } from "@backlot/client/SessionUse"
import { readValue } from "@backlot/client/TextValue"
import type { CommandOption } from "@backlot/domain/ApplicationCommand"
import { isLocale, type Locale } from "@backlot/domain/Locale"
import { Result } from "effect"
import type { WorldNames } from "../play/WorldNames.ts"
import type { UseParts } from "../scenario/Step.ts"
import type { StepError } from "./LoadMeter.ts"
import type { View } from "./LoadScene.ts"

export interface Use {
  readonly given: string | typeof UseParts.Type
  readonly autocomplete: boolean
  readonly locale: string | undefined
}

/** The body of the request, or why this client itself refuses the use. */
export const readUse = (use: Use, view: View, world: WorldNames): Result.Result<object, StepError> => {
  const parts = typeof use.given === "string" ? { text: use.given } : use.given
  const text = parts.text
  const locale = localeOf(use, view)
  const directory = directoryOf({ ...view.surroundings, users: [...view.people, ...named(text ?? "", world)] })
  const what = text ?? commandOf(parts, view, { locale, directory })
  const asked = askedUse(what, use.autocomplete)
  const read = readAsked(asked, view.commands, { locale, directory })
  const settled = Result.orElse(read, (faults) => leftToService(asked, faults))
  return Result.match(settled, {
    onFailure: ({ reason, because }) => Result.fail({ kind: `refused:${reason}`, message: because }),
    onSuccess: (reading) => {
      const body = bodyOf(asked, reading, isLocale(use.locale) ? use.locale : undefined)
      return Result.succeed(parts.version === undefined ? body : { ...body, version: parts.version })
    }
  })
}

interface Setting {
  readonly locale: Locale
  readonly directory: Directory
}

const localeOf = ({ locale }: Use, { surroundings }: View): Locale => {
  const spoken = locale ?? surroundings.user.locale
  return isLocale(spoken) ? spoken : "en-US"
}

/** Users whom an id may mean though they are not around. */
const named = (text: string, { users }: WorldNames) => {
  const ids = new Set(idsInText(text))
  return ids.size === 0 ? [] : users.filter(({ id }) => ids.has(id))
}

/** A command by its words, and options by their names, in wire shape. */
const commandOf = ({ command = "", options }: typeof UseParts.Type, view: View, setting: Setting): UseOfCommand => {
  // In wire shape, the reader judges it.
  if (Array.isArray(options)) return { command, options: options as ReadonlyArray<RawOption> }
  const words = command.replace(/^\//, "")
  const known = view.commands.map((offered) => offered.command)
  const found =
    known.find(({ id, name }) => words === id || words === name) ??
    known.find(({ name }) => words.startsWith(`${name} `))
  const chain = chainOf(found === undefined ? "" : words.slice(found.name.length), found?.options ?? [])
  const declared = chain.length === 0 ? found?.options : chain.at(-1)?.options
  const filled = leaves(options, declared ?? [], setting)
  return {
    command: found?.id ?? words,
    options: chain.reduceRight((inner, { name, type }) => [{ name, type, options: inner }], filled)
  }
}

const chainOf = (words: string, options: ReadonlyArray<CommandOption>): ReadonlyArray<CommandOption> => {
  const [word, ...rest] = words.split(" ").filter((one) => one !== "")
  const next = options.filter(isNesting).find(({ name }) => name === word)
  return next === undefined ? [] : [next, ...chainOf(rest.join(" "), next.options ?? [])]
}

const leaves = (
  options: unknown,
  declared: ReadonlyArray<CommandOption>,
  { locale, directory }: Setting
): ReadonlyArray<RawOption> =>
  Object.entries(typeof options === "object" && options !== null ? options : {}).map(([name, value]) => {
    const option = declared.find((one) => one.name === name)
    if (option === undefined || !isLeaf(option) || typeof value !== "string") return { name, value }
    return { name, value: readValue(option, value, locale, directory) }
  })
