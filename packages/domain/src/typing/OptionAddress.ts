/**
 * Finds the part of a command that given options address: the command itself, or one subcommand of it.
 * Source: service.md "Subcommand structure rules"; wire-interactions.md §1.4 "Option nesting"; decision 13.
 */
import { Result } from "effect"
import * as Limits from "../base/Limits.ts"
import { type Fault, fault, type Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { InteractionOption } from "../interaction/Interaction.ts"
import { type ApplicationCommand, type CommandOption, OptionType } from "../record/ApplicationCommand.ts"
import { nearest } from "./Nearest.ts"
import * as OptionError from "./OptionError.ts"
import { isLeaf, isNesting, type LeafOption, type NestingOption } from "./OptionKind.ts"
import type { RawOption } from "./RawOption.ts"

export interface AddressedOptions {
  /** Default names of the command, its group and its subcommand, separated by spaces. */
  readonly path: string
  /** The options that hold values, by default name, in the order of declaration. */
  readonly declared: ReadonlyMap<string, LeafOption>
  readonly given: ReadonlyArray<RawOption>
  /** The path of `given` in the whole list of given options. */
  readonly at: Path
  /** Nests leaves in their subcommand and group. */
  readonly wrap: (leaves: ReadonlyArray<InteractionOption>) => ReadonlyArray<InteractionOption>
  /** Faults on the path that do not prevent following it. */
  readonly faults: ReadonlyArray<Fault>
}

/** Follows the group and the subcommand; fails when the given options lead to no usable command. */
export const address = (
  command: ApplicationCommand,
  given: ReadonlyArray<RawOption>
): Result.Result<AddressedOptions, ReadonlyArray<Fault>> => {
  const chain: Array<NestingOption> = []
  let faults: ReadonlyArray<Fault> = []
  let level: Level = { declared: command.options ?? [], given, at: [] }
  let needsSubcommand = level.declared.some(isNesting)
  while (needsSubcommand) {
    const found = choose(level)
    faults = [...faults, ...found.faults]
    if (found.chosen === undefined) return Result.fail(faults)
    chain.push(found.chosen)
    level = found.next
    needsSubcommand = found.chosen.type === OptionType.SUB_COMMAND_GROUP
  }
  return Result.succeed({
    path: [command, ...chain].map((part) => part.name).join(" "),
    declared: new Map(level.declared.filter(isLeaf).map((option) => [option.name, option])),
    given: level.given,
    at: level.at,
    wrap: (leaves) =>
      chain.reduceRight<ReadonlyArray<InteractionOption>>(
        (options, { name, type }) => [{ name, type, options }],
        leaves
      ),
    faults
  })
}

/** The given type is optional; if present, it must be the declared one. */
export const judgeType = (option: CommandOption, raw: RawOption, at: Path): ReadonlyArray<Fault> =>
  raw.type === undefined || raw.type === option.type ? [] : [fault([...at, "type"], FormError.choices([option.type]))]

/** The fault of an unknown name; "" means that no name was given. */
export const unknownOption = ({ name }: RawOption, at: Path, known: Iterable<string>): Fault => {
  // No more than a command can have: a list may be long.
  const near = Number(at.at(-1)) < Limits.command.options ? nearest(name, known) : []
  return fault([...at, "name"], name === "" ? FormError.required : OptionError.suggesting(OptionError.unknown, near))
}

interface Level {
  readonly declared: ReadonlyArray<CommandOption>
  readonly given: ReadonlyArray<RawOption>
  readonly at: Path
}

const choose = (level: Level) => {
  const declared = new Map(level.declared.filter(isNesting).map((option) => [option.name, option]))
  const faults: Array<Fault> = []
  let chosen: NestingOption | undefined
  let next = level
  for (const [index, raw] of level.given.entries()) {
    const at = [...level.at, index]
    const option = declared.get(raw.name)
    if (option === undefined) faults.push(unknownOption(raw, at, declared.keys()))
    else if (chosen !== undefined) faults.push(fault([...at, "name"], OptionError.secondSubcommand))
    else {
      faults.push(...judgeNesting(option, raw, at))
      chosen = option
      next = { declared: option.options ?? [], given: raw.options ?? [], at: [...at, "options"] }
    }
  }
  if (!level.declared.some(isReachable)) faults.push(fault(level.at, OptionError.noSubcommand))
  else if (level.given.length === 0) faults.push(fault(level.at, OptionError.subcommandRequired))
  return { chosen, next, faults }
}

/** A subcommand, or a group that contains one (decision 13). */
const isReachable = (option: CommandOption): boolean =>
  option.type === OptionType.SUB_COMMAND || (isNesting(option) && (option.options ?? []).some(isReachable))

const judgeNesting = (option: NestingOption, raw: RawOption, at: Path): ReadonlyArray<Fault> => [
  ...judgeType(option, raw, at),
  ...(isLeftOut(raw.value) ? [] : [fault([...at, "value"], OptionError.valueNotAllowed)])
]

/** Libraries send these for omitted fields (decision 3). */
const isLeftOut = (value: unknown): boolean => value === undefined || value === null || value === false || value === ""
