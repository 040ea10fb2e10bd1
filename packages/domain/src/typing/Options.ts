/**
 * Client-side validation of a command use's options: from options as given to options as sent.
 * Source: wire-interactions.md §1.4, §8; service.md "Subcommand structure rules", "Autocomplete interaction"; decisions
 * 13 and 36.
 */
import { Data, Result } from "effect"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { InteractionOption } from "../interaction/Interaction.ts"
import { type ApplicationCommand, OptionType } from "../record/ApplicationCommand.ts"
import * as Shape from "../validation/Shape.ts"
import type { Directory } from "./Directory.ts"
import { type AddressedOptions, address, judgeType, unknownOption } from "./OptionAddress.ts"
import * as OptionError from "./OptionError.ts"
import { type JudgedLeaf, judgeFiles, judgeGiven, judgeUploads, missing } from "./OptionLeaf.ts"
import type { RawOption } from "./RawOption.ts"

/** Every rule that the given options and uploads break; at least one of the two lists is not empty. */
export class OptionsRefused extends Data.TaggedError("OptionsRefused")<{
  /**
   * Paths lead into the given list, e.g. `[0, "options", 1, "value"]`; for a missing option they end with its name,
   * e.g. `[0, "options", "animal"]`.
   */
  readonly faults: ReadonlyArray<Fault>
  /** Paths lead into the uploads of the directory, e.g. `[1, "option"]`. */
  readonly files: ReadonlyArray<Fault>
}> {}

export interface OptionsOfUse {
  /** For the interaction's data, which omits `options` if this is empty. */
  readonly options: ReadonlyArray<InteractionOption>
  /** Default names of the command, its group and its subcommand, separated by spaces. */
  readonly path: string
}

export interface OptionsOfAutocomplete extends OptionsOfUse {
  readonly focused: InteractionOption
}

/**
 * The options to send when the command is used, in the order given. An upload for an ATTACHMENT option that is not in
 * the list fills that option, after the others; an upload for any other option is refused.
 */
export const validateUse = (
  command: ApplicationCommand,
  given: ReadonlyArray<RawOption>,
  directory: Directory
): Result.Result<OptionsOfUse, OptionsRefused> => {
  const found = address(command, given)
  if (Result.isFailure(found)) return refuse(found.failure)
  const { success: addressed } = found
  const leaves = [...judgeGiven(addressed, directory), ...judgeUploads(addressed, directory)]
  const faults = [
    ...addressed.faults,
    ...leaves.flatMap((leaf) => leaf.faults),
    ...focusedOf(addressed).flatMap(({ at }) => fault([...at, "focused"], OptionError.focusNotAllowed)),
    ...missing(addressed, leaves)
  ]
  const files = judgeFiles(addressed, directory)
  if (faults.length > 0 || files.length > 0) return refuse(faults, files)
  return Result.succeed({ options: addressed.wrap(leaves.flatMap(toSend)), path: addressed.path })
}

/**
 * The options to send when the user requests choices: the focused one as typed, always as a string, and the other
 * options that are valid so far (decision 36). Uploads are never sent (wire-interactions.md §1.4). It only refuses
 * options that lead to no command, and a focus that is not on exactly one option with autocomplete.
 */
export const validateAutocomplete = (
  command: ApplicationCommand,
  given: ReadonlyArray<RawOption>,
  directory: Directory
): Result.Result<OptionsOfAutocomplete, OptionsRefused> => {
  const found = address(command, given)
  if (Result.isFailure(found)) return refuse(found.failure)
  const { success: addressed } = found
  const focus = focusOf(addressed)
  if (Result.isFailure(focus)) return refuse([...addressed.faults, ...focus.failure])
  if (addressed.faults.length > 0) return refuse(addressed.faults)
  const focused = focus.success
  const options = judgeGiven(addressed, directory).flatMap((leaf, index) => {
    if (index === focused.index) return [focused.option]
    const isLeftOut = leaf.option?.type === OptionType.ATTACHMENT || leaf.option?.name === focused.option.name
    return isLeftOut ? [] : toSend(leaf)
  })
  return Result.succeed({ options: addressed.wrap(options), focused: focused.option, path: addressed.path })
}

const refuse = (faults: ReadonlyArray<Fault>, files: ReadonlyArray<Fault> = []) =>
  Result.fail(new OptionsRefused({ faults, files }))

const toSend = ({ option, accepted }: JudgedLeaf): ReadonlyArray<InteractionOption> =>
  option === undefined || accepted === undefined ? [] : [{ name: option.name, type: option.type, value: accepted }]

interface Focus {
  readonly index: number
  readonly option: InteractionOption
}

const focusedOf = ({ given, at }: AddressedOptions) =>
  given.map((raw, index) => ({ raw, index, at: [...at, index] })).filter(({ raw }) => raw.focused === true)

const focusOf = (addressed: AddressedOptions): Result.Result<Focus, ReadonlyArray<Fault>> => {
  const [first, ...others] = focusedOf(addressed)
  if (first === undefined) return Result.fail([fault(addressed.at, OptionError.focusRequired)])
  if (others.length > 0)
    return Result.fail(others.map(({ at }) => fault([...at, "focused"], OptionError.focusRequired)))
  const { raw, index, at } = first
  const option = addressed.declared.get(raw.name)
  if (option === undefined) return Result.fail([unknownOption(raw, at, addressed.declared.keys())])
  if (option.autocomplete !== true) return Result.fail([fault([...at, "focused"], OptionError.noAutocomplete)])
  const value = asTyped(raw.value)
  if (value === undefined) return Result.fail([fault([...at, "value"], FormError.notText(typeof raw.value))])
  const typeFaults = judgeType(option, raw, at)
  if (typeFaults.length > 0) return Result.fail(typeFaults)
  return Result.succeed({ index, option: { name: option.name, type: option.type, value, focused: true } })
}

/** The typed value is text even for a number option (wire-interactions.md §1.4); "" on first focus. */
const asTyped = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return ""
  return typeof value === "number" ? String(value) : Shape.toText(value)
}
