/** Reads a use against the known commands. Source: product.md "Control plane"; wire-interactions.md §5.8, §8. */
import type { Locale } from "@backlot/domain/base/Locale"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionOption } from "@backlot/domain/interaction/Interaction"
import { type ApplicationCommand, CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { Directory, DirectoryAttachment } from "@backlot/domain/typing/Directory"
import { idsInOptions, idsInText } from "@backlot/domain/typing/NamedIds"
import { nearest } from "@backlot/domain/typing/Nearest"
import { compareCommands, type OfferedCommand } from "@backlot/domain/typing/Picker"
import { type DecodedOptions, decodeOptions, type RawOption } from "@backlot/domain/typing/RawOption"
import { typedNames } from "@backlot/domain/typing/TypedName"
import { readUse, type UseFaults } from "@backlot/domain/typing/UseReading"
import { Result } from "effect"
import type { Named } from "./ControlCall.ts"

/** A file for one ATTACHMENT option. */
export interface AttachedFile {
  readonly option: string
  readonly filename: string
  readonly content_type?: string
  readonly base64: string
}

/** A typed text with its files. */
export interface TypedUse {
  readonly text: string
  readonly attachments?: ReadonlyArray<AttachedFile>
}

/** A command with its options. */
export interface UseOfCommand {
  /** Its id, or its name, localized or default. */
  readonly command: string
  /** In wire shape; subcommands nest. */
  readonly options?: ReadonlyArray<RawOption>
  readonly attachments?: ReadonlyArray<AttachedFile>
  /** The user or message of a context menu command. */
  readonly target?: Snowflake
}

export interface AskedUse {
  readonly what: { readonly text: string } | { readonly command: string; readonly decoded: DecodedOptions }
  readonly target: Snowflake | undefined
  readonly files: ReadonlyArray<AttachedFile>
  /** The files as options name them: by their option, because only the service gives ids. */
  readonly attachments: ReadonlyArray<DirectoryAttachment>
  readonly autocomplete: boolean
}

/** What is sent: a known command, or the text, for the service to explain why nobody sees such a command. */
export type Reading =
  | { readonly command: ApplicationCommand; readonly options: ReadonlyArray<InteractionOption | RawOption> }
  | { readonly text: string }
  | { readonly command_id: Snowflake }

export interface Setting {
  readonly locale: Locale
  readonly directory: Directory
}

export const askedUse = (given: string | TypedUse | UseOfCommand, autocomplete = false): AskedUse => {
  const use = typeof given === "string" ? { text: given } : given
  const { attachments: files = [] } = use
  return {
    what: "text" in use ? { text: use.text } : { command: use.command, decoded: decodeOptions(use.options) },
    target: "target" in use ? use.target : undefined,
    files,
    attachments: files.map(({ option, filename }) => ({ id: option, option, filename })),
    autocomplete
  }
}

/** The users that a use may mean: a text means names, and ids of users anywhere; options mean ids alone. */
export const namedBy = ({ what }: AskedUse): Named =>
  "text" in what
    ? { ids: idsInText(what.text), everyone: true }
    : { ids: idsInOptions(what.decoded.options), everyone: false }

/** The command with its options, or every fault. */
export const readAsked = (
  asked: AskedUse,
  known: ReadonlyArray<OfferedCommand>,
  { locale, directory }: Setting
): Result.Result<Reading, UseFaults> => {
  const { what, target, autocomplete } = asked
  const commands = known.map(({ command }) => command).sort(compareCommands)
  if ("text" in what) {
    return readUse({ input: what, autocomplete, locale }, commands, directory)
  }
  const command = commandNamed(what.command, commands, target, locale)
  if (command !== undefined && command.type !== CommandType.CHAT_INPUT) {
    return Result.succeed({ command, options: what.decoded.options })
  }
  if (command === undefined) return Result.fail(unknownName(what.command, commands, locale))
  return readUse({ input: what.decoded, autocomplete, locale }, [command], directory)
}

const unknownName = (named: string, commands: ReadonlyArray<ApplicationCommand>, locale: Locale): UseFaults => {
  const meant = nearest(named, typedNames(commands, locale).keys())
  const hint = meant.length === 0 ? "" : `; did you mean ${meant.join(", ")}?`
  return { reason: "unknown", because: `no such command exists${hint}`, faults: [] }
}

/**
 * A command that nobody sees here goes to the service unread: it knows whether it is hidden from this user, and why.
 */
export const leftToService = ({ what }: AskedUse, faults: UseFaults): Result.Result<Reading, UseFaults> => {
  if (faults.reason !== "unknown") return Result.fail(faults)
  if ("text" in what) return Result.succeed(what)
  return isSnowflake(what.command) ? Result.succeed({ command_id: what.command }) : Result.fail(faults)
}

/** The body of the request, with the version that this client knows (decision 33). */
export const bodyOf = (asked: AskedUse, reading: Reading, locale: Locale | undefined) => ({
  ...meant(reading),
  ...(asked.target === undefined ? {} : { target_id: asked.target }),
  ...(asked.files.length === 0 ? {} : { attachments: asked.files }),
  ...(asked.autocomplete ? { autocomplete: true } : {}),
  ...(locale === undefined ? {} : { locale })
})

const meant = (reading: Reading) => {
  if (!("command" in reading)) return reading
  const { command, options } = reading
  return { command_id: command.id, version: command.version, ...(options.length === 0 ? {} : { options }) }
}

/** By id; else by name: among context menu commands if there is a target, else slash commands, else entry points. */
const commandNamed = (
  named: string,
  commands: ReadonlyArray<ApplicationCommand>,
  target: Snowflake | undefined,
  locale: Locale
): ApplicationCommand | undefined => {
  const byId = commands.find(({ id }) => id === named)
  if (byId !== undefined) return byId
  const kinds = target === undefined ? [[CommandType.CHAT_INPUT], [CommandType.PRIMARY_ENTRY_POINT]] : [MENUS]
  for (const types of kinds) {
    const ofKind = commands.filter(({ type }) => types.some((one) => one === type))
    const found = typedNames(ofKind, locale).get(named)
    if (found !== undefined) return found
  }
  return undefined
}

const MENUS = [CommandType.USER, CommandType.MESSAGE]
