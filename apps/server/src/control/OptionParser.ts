/**
 * How the control plane reads what a user fills in: the client's own parser and validation, over what surrounds the
 * user. Source: product.md "Control plane" (use a command); wire-interactions.md §8.
 */

import { parseText, parseTyping } from "@backlot/client/CommandText"
import type { CommandTextFault } from "@backlot/client/CommandTextFault"
import { type Directory, type DirectoryAttachment, directoryOf } from "@backlot/client/Directory"
import { validateAutocomplete, validateUse } from "@backlot/client/Options"
import type { RawOption } from "@backlot/client/RawOption"
import type { ApplicationCommand } from "@backlot/domain/ApplicationCommand"
import { type Fault, fault, under } from "@backlot/domain/Fault"
import type { Locale } from "@backlot/domain/Locale"
import type { Filled, OptionRefusal, Reader } from "@backlot/usecases/Filling"
import type { Surroundings } from "@backlot/usecases/Surroundings"
import { Result } from "effect"

export interface Given {
  /** Options in wire shape, or the text that a user types. */
  readonly input: { readonly options: ReadonlyArray<RawOption> } | { readonly text: string }
  readonly autocomplete: boolean
  readonly locale: Locale
  readonly attachments: ReadonlyArray<DirectoryAttachment>
}

/** Reads `given` against the commands that the user may mean. */
export const reader =
  (given: Given): Reader =>
  (candidates, surroundings) => {
    const directory = directoryFor(surroundings, given.attachments)
    const { input, autocomplete, locale } = given
    if ("options" in input) {
      const [command] = candidates
      return command === undefined ? Result.fail(unknown) : fill(command, input.options, directory, autocomplete)
    }
    const parsed = (autocomplete ? parseTyping : parseText)(input.text, { candidates, locale, directory })
    return Result.isFailure(parsed)
      ? Result.fail(textRefusal(parsed.failure))
      : fill(parsed.success.command, parsed.success.options, directory, autocomplete)
  }

const fill = (
  command: ApplicationCommand,
  options: ReadonlyArray<RawOption>,
  directory: Directory,
  autocomplete: boolean
): Result.Result<Filled, OptionRefusal> => {
  const validated: Result.Result<Omit<Filled, "command">, { readonly faults: ReadonlyArray<Fault> }> = (
    autocomplete ? validateAutocomplete : validateUse
  )(command, options, directory)
  return Result.isSuccess(validated)
    ? Result.succeed({ command, options: validated.success.options, path: validated.success.path })
    : Result.fail({ reason: "options", command, faults: under(["options"], validated.failure.faults) })
}

const unknown: OptionRefusal = { reason: "unknown", faults: [] }

const textRefusal = ({ rule, message, column, suggestions }: CommandTextFault): OptionRefusal => {
  const hint = suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(", ")}?`
  const code = `COMMAND_TEXT_${rule.replace(/(?!^)[A-Z]/g, "_$&").toUpperCase()}`
  return {
    reason: rule === "UnknownCommand" || rule === "NotACommand" ? "unknown" : "options",
    faults: [fault(["text"], { code, message: `${message} (column ${column}).${hint}` })]
  }
}

const directoryFor = (
  { users, channels, directChannel, roles }: Surroundings,
  attachments: ReadonlyArray<DirectoryAttachment>
): Directory =>
  directoryOf({
    users: users.map(({ user, member }) => ({
      id: user.id,
      username: user.username,
      global_name: user.global_name,
      nick: member?.nick ?? null
    })),
    channels: [...channels.map(({ channel }) => channel), ...(directChannel === undefined ? [] : [directChannel])],
    roles,
    attachments
  })
