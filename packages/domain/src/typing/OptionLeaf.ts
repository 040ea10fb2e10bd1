/**
 * Judges options that hold values.
 * Source: wire-interactions.md §8.
 */

import { Result } from "effect"
import { type Fault, fault, type Path } from "../error/Fault.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import type { Directory } from "./Directory.ts"
import { type AddressedOptions, judgeType, unknownOption } from "./OptionAddress.ts"
import * as OptionError from "./OptionError.ts"
import type { LeafOption } from "./OptionKind.ts"
import { judgeValue, type Value } from "./OptionValue.ts"
import type { RawOption } from "./RawOption.ts"

export interface JudgedLeaf {
  /** Undefined if the command has no such option. */
  readonly option: LeafOption | undefined
  /** Undefined exactly if there are faults. */
  readonly accepted: Value | undefined
  readonly faults: ReadonlyArray<Fault>
}

/** One judgement for each given option, in order. */
export const judgeGiven = (addressed: AddressedOptions, directory: Directory): ReadonlyArray<JudgedLeaf> => {
  const seen = new Set<string>()
  return addressed.given.map((raw, index) => {
    const at = [...addressed.at, index]
    const option = addressed.declared.get(raw.name)
    if (option === undefined) return broken(option, [unknownOption(raw, at)])
    if (seen.has(raw.name)) return broken(option, [fault([...at, "name"], OptionError.duplicate)])
    seen.add(raw.name)
    return judgeLeaf(option, raw, at, directory)
  })
}

/** Judges uploads for ATTACHMENT options that are not in the list, as if they were. */
export const judgeUploads = (addressed: AddressedOptions, directory: Directory): ReadonlyArray<JudgedLeaf> => {
  const given = new Set(addressed.given.map((raw) => raw.name))
  return [...addressed.declared.values()].flatMap((option) => {
    const isOpen = option.type === OptionType.ATTACHMENT && !given.has(option.name)
    if (!isOpen || directory.attachment(option.name)?.option !== option.name) return []
    const raw = { name: option.name, value: option.name }
    return [judgeLeaf(option, raw, [...addressed.at, option.name], directory)]
  })
}

/**
 * A fault for each upload whose option does not use it, by its index among the uploads. Such a file is a mistake and is
 * not dropped silently. Our choice: docs/choices.md "Picker and typing".
 */
export const judgeFiles = (addressed: AddressedOptions, directory: Directory): ReadonlyArray<Fault> => {
  const taken = new Set<string>()
  return directory.attachments.flatMap(({ option: name }, index) => {
    if (name === undefined) return []
    const takesFile = addressed.declared.get(name)?.type === OptionType.ATTACHMENT
    if (takesFile && !taken.has(name)) {
      taken.add(name)
      return []
    }
    return [fault([index, "option"], takesFile ? OptionError.fileTwice : OptionError.fileUnused)]
  })
}

/** A fault for each required option that neither a value nor an upload fills. */
export const missing = (addressed: AddressedOptions, leaves: ReadonlyArray<JudgedLeaf>): ReadonlyArray<Fault> => {
  const filled = new Set(leaves.map((leaf) => leaf.option?.name))
  return [...addressed.declared.values()].flatMap((option) =>
    option.required === true && !filled.has(option.name)
      ? [fault([...addressed.at, option.name], OptionError.required)]
      : []
  )
}

const judgeLeaf = (option: LeafOption, raw: RawOption, at: Path, directory: Directory): JudgedLeaf => {
  const judged = judgeValue(option, raw.value, directory)
  const faults = [
    ...judgeType(option, raw, at),
    ...(Result.isFailure(judged) ? judged.failure.map((error) => fault([...at, "value"], error)) : []),
    ...((raw.options ?? []).length > 0 ? [fault([...at, "options"], OptionError.optionsNotAllowed)] : [])
  ]
  if (faults.length > 0 || Result.isFailure(judged)) return broken(option, faults)
  return { option, accepted: judged.success, faults }
}

const broken = (option: LeafOption | undefined, faults: ReadonlyArray<Fault>): JudgedLeaf => ({
  option,
  accepted: undefined,
  faults
})
