/**
 * How the control plane reads what a user fills in: the client's own parser and validation, over what surrounds the
 * user. Source: product.md "Control plane" (use a command); wire-interactions.md §8.
 */
import { type ParsedText, parseText, parseTyping } from "@backlot/client/CommandText"
import type { CommandTextFault } from "@backlot/client/CommandTextFault"
import { type Directory, type DirectoryAttachment, directoryOf } from "@backlot/client/Directory"
import { optionNameAt } from "@backlot/client/OptionName"
import { validateAutocomplete, validateUse } from "@backlot/client/Options"
import type { DecodedOptions } from "@backlot/client/RawOption"
import { faultsInText } from "@backlot/client/TextFault"
import type { ApplicationCommand } from "@backlot/domain/ApplicationCommand"
import { type Fault, fault, formatPath, under } from "@backlot/domain/Fault"
import { tellFaults } from "@backlot/domain/FaultText"
import type { Locale } from "@backlot/domain/Locale"
import * as Shape from "@backlot/domain/Shape"
import type { Filled, OptionRefusal, Reader } from "@backlot/usecases/Filling"
import type { Surroundings } from "@backlot/usecases/Surroundings"
import { Result } from "effect"

export interface Given {
  /** Options in wire shape, or the text that a user types. */
  readonly input: DecodedOptions | { readonly text: string }
  readonly autocomplete: boolean
  readonly locale: Locale
  readonly attachments: ReadonlyArray<DirectoryAttachment>
}

/** Reads `given` against the commands that the user may mean. */
export const reader =
  (given: Given): Reader =>
  (candidates, surroundings) => {
    const directory = directoryFor(surroundings, given.attachments)
    const { input } = given
    if ("text" in input) return readText(input.text, candidates, directory, given)
    const [command] = candidates
    return command === undefined ? Result.fail(unknown) : readOptions(input, command, directory, given.autocomplete)
  }

const readOptions = (
  { options, faults: shape }: DecodedOptions,
  command: ApplicationCommand,
  directory: Directory,
  autocomplete: boolean
): Result.Result<Filled, OptionRefusal> => {
  const filled = fill({ command, options }, directory, autocomplete)
  if (shape.length === 0 && Result.isSuccess(filled)) return Result.succeed(filled.success)
  const broken = Result.isFailure(filled) ? filled.failure : { faults: [], files: [] }
  const faults = Shape.withoutEchoes(shape, broken.faults)
  const placeOf = ({ path }: Fault): string => {
    const [list, ...inner] = path
    const name = list === "options" ? optionNameAt(options, inner) : undefined
    // A missing option stands in its path by name.
    const isNamed = name === undefined || inner.at(-1) === name
    return isNamed ? formatPath(path) : `${formatPath(path)} (${name})`
  }
  return refuse(command, [...under(["options"], faults), ...under(["attachments"], broken.files)], placeOf)
}

const readText = (
  text: string,
  candidates: ReadonlyArray<ApplicationCommand>,
  directory: Directory,
  { autocomplete, locale }: Given
): Result.Result<Filled, OptionRefusal> => {
  const parsed = (autocomplete ? parseTyping : parseText)(text, { candidates, locale, directory })
  if (Result.isFailure(parsed)) return Result.fail(textRefusal(parsed.failure))
  const { command } = parsed.success
  return Result.match(fill(parsed.success, directory, autocomplete), {
    onSuccess: (filled) => Result.succeed(filled),
    onFailure: ({ faults, files }) =>
      refuse(command, [...under(["text"], faultsInText(parsed.success, faults)), ...under(["attachments"], files)])
  })
}

const fill = (
  { command, options }: Pick<ParsedText, "command" | "options">,
  directory: Directory,
  autocomplete: boolean
) =>
  Result.map(
    (autocomplete ? validateAutocomplete : validateUse)(command, options, directory),
    (filled): Filled => ({ command, options: filled.options, path: filled.path })
  )

const refuse = (
  command: ApplicationCommand,
  faults: ReadonlyArray<Fault>,
  placeOf?: (fault: Fault) => string
): Result.Result<Filled, OptionRefusal> =>
  Result.fail({ reason: "options", command, faults, because: tellFaults(faults, placeOf) })

const unknown: OptionRefusal = { reason: "unknown", because: "no such command exists", faults: [] }

const textRefusal = ({ rule, code, message, column, suggestions, command }: CommandTextFault): OptionRefusal => {
  const hint = suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(", ")}?`
  const because = `${message} (column ${column}).${hint}`
  return {
    reason: rule === "UnknownCommand" || rule === "NotACommand" ? "unknown" : "options",
    because,
    faults: [fault(["text"], { code, message: because })],
    ...(command === undefined ? {} : { command })
  }
}

const directoryFor = (
  { users, channels, roles }: Surroundings,
  attachments: ReadonlyArray<DirectoryAttachment>
): Directory =>
  directoryOf({
    users: users.map(({ user, member }) => ({
      id: user.id,
      username: user.username,
      global_name: user.global_name,
      nick: member?.nick ?? null
    })),
    channels: channels.map(({ channel }) => channel),
    roles,
    attachments
  })
