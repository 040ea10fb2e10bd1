/**
 * Errors of given options, as data. Types, lengths, ranges and choices use the form errors of the domain; these are the
 * errors that only a command use can have. Source: wire-interactions.md §8 for the rules and for the text of
 * `required`; the other codes and texts follow the style of §5.8. Our choice: docs/choices.md "Picker and typing".
 */

import * as FormError from "../error/FormError.ts"

const error = (suffix: string, message: string) =>
  FormError.of(`INTERACTION_APPLICATION_COMMAND_OPTION_${suffix}`, message)

export const required = FormError.of("BASE_TYPE_REQUIRED", "This option is required")
export const unknown = error("UNKNOWN", "This command has no such option")
export const duplicate = error("DUPLICATE", "This option is given twice")
export const subcommandRequired = error("SUBCOMMAND_REQUIRED", "This command is used through one of its subcommands")
export const noSubcommand = error("SUBCOMMAND_REQUIRED", "No subcommand exists here, so this cannot be used")
export const secondSubcommand = error("SUBCOMMAND_TWICE", "Only one subcommand can be used at a time")
export const valueNotAllowed = error("VALUE", "A subcommand takes options, not a value")
export const optionsNotAllowed = error("NESTED", "This option takes a value, not options")
export const focusNotAllowed = error("FOCUS", "Only an autocomplete request has a focused option")
export const focusRequired = error("FOCUS", "An autocomplete request has exactly one focused option")
export const noAutocomplete = error("FOCUS", "This option has no autocomplete")
export const channelType = (allowed: ReadonlyArray<number>) =>
  error("CHANNEL_TYPE", `The channel must be of type (${allowed.join(", ")})`)
export const tooLarge = (bytes: number) => error("FILE_TOO_LARGE", `The file must be ${bytes} bytes or smaller`)
/** The code for a value that is no snowflake, with advice. */
export const idNotText = FormError.of(
  "NUMBER_TYPE_COERCE",
  "Give ids as strings: a number cannot hold every id exactly"
)
export const fileUnused = error("FILE_UNUSED", "No ATTACHMENT option of this command takes this file")
export const fileTwice = error("FILE_TWICE", "Another file is attached to this option already")
/** The same error with names that may have been meant. */
export const suggesting = (error: FormError.FormError, near: ReadonlyArray<string>): FormError.FormError => {
  // A display name often differs from a username in case alone.
  const distinct = [...new Map(near.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed()
  return distinct.length === 0
    ? error
    : { ...error, message: `${error.message.replace(/\.$/, "")}. Did you mean ${distinct.join(" or ")}?` }
}
export const unresolved = (what: string) => error("UNRESOLVED", `No such ${what} can be chosen here`)
