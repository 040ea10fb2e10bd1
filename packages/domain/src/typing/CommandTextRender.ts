/**
 * Writes options as a user would type them; `parseText` reads them back. Used for recorded scenarios and to show a use
 * in the conversation. Source: product.md "Scenario files"; the grammar is that of `CommandText.ts`.
 */
import type { Locale } from "../base/Locale.ts"
import type { InteractionOption } from "../interaction/Interaction.ts"
import { type ApplicationCommand, type CommandOption, OptionType } from "../record/ApplicationCommand.ts"
import { shownName } from "./TypedName.ts"

/**
 * The text in `locale`. Users, channels and roles become mentions, a MENTIONABLE or an ATTACHMENT its id, and the value
 * of a choice its name. Options unknown to the command keep their names.
 */
export const renderText = (
  command: ApplicationCommand,
  options: ReadonlyArray<InteractionOption>,
  locale: Locale
): string => [`/${shownName(command, locale)}`, ...words(command.options ?? [], options, locale)].join(" ")

const words = (
  declared: ReadonlyArray<CommandOption>,
  options: ReadonlyArray<InteractionOption>,
  locale: Locale
): ReadonlyArray<string> =>
  options.flatMap((given) => {
    const option = declared.find((one) => one.name === given.name)
    const name = option === undefined ? given.name : shownName(option, locale)
    if (given.value === undefined) return [name, ...words(option?.options ?? [], given.options ?? [], locale)]
    return [`${name}:${quote(valueText(option, given, locale))}`]
  })

const valueText = (option: CommandOption | undefined, given: InteractionOption, locale: Locale): string => {
  const choice = option?.choices?.find((one) => one.value === given.value)
  if (choice !== undefined) return shownName(choice, locale)
  const [before, after] = MENTIONS[given.type] ?? ["", ""]
  return `${before}${given.value}${after}`
}

const MENTIONS: { readonly [type: number]: readonly [string, string] } = {
  [OptionType.USER]: ["<@", ">"],
  [OptionType.CHANNEL]: ["<#", ">"],
  [OptionType.ROLE]: ["<@&", ">"]
}

const quote = (text: string): string => (PLAIN.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`)

const PLAIN = /^[^\s"]+$/
