/** Judges options that hold values. Source: wire-interactions.md §8. */
import { Result } from "effect"
import { type Fault, fault, type Path } from "../error/Fault.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { at, gather, repetition } from "../validation/Rule.ts"
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
  const isRepeated = repetition()
  return addressed.given.map((raw, index) => {
    const path = [...addressed.at, index]
    const option = addressed.declared.get(raw.name)
    if (option === undefined) return broken(option, [unknownOption(raw, path)])
    if (isRepeated(raw.name)) return broken(option, [fault([...path, "name"], OptionError.duplicate)])
    return judgeLeaf(option, raw, path, directory)
  })
}

/** Judges uploads for ATTACHMENT options that are not in the list, as if they were. */
export const judgeUploads = (addressed: AddressedOptions, directory: Directory): ReadonlyArray<JudgedLeaf> => {
  const given = new Set(addressed.given.map((raw) => raw.name))
  return [...addressed.declared.values()].flatMap((option) => {
    const { name } = option
    const isOpen = option.type === OptionType.ATTACHMENT && !given.has(name)
    if (!isOpen || directory.attachment(name)?.option !== name) return []
    return [judgeLeaf(option, { name, value: name }, [...addressed.at, name], directory)]
  })
}

/**
 * A fault for each upload whose option does not use it, by its index among the uploads. Such a file is a mistake and is
 * not dropped silently. Our choice: docs/choices.md "Picker and typing".
 */
export const judgeFiles = (addressed: AddressedOptions, directory: Directory): ReadonlyArray<Fault> => {
  const isTaken = repetition()
  return gather(directory.attachments, ({ option: name }, index) => {
    const takesFile = name !== undefined && addressed.declared.get(name)?.type === OptionType.ATTACHMENT
    const unused = name === undefined || takesFile ? undefined : OptionError.fileUnused
    return at([index, "option"], takesFile && isTaken(name) ? OptionError.fileTwice : unused)
  })
}

/** A fault for each required option that neither a value nor an upload fills. */
export const missing = (addressed: AddressedOptions, leaves: ReadonlyArray<JudgedLeaf>): ReadonlyArray<Fault> => {
  const filled = new Set(leaves.map((leaf) => leaf.option?.name))
  const open = [...addressed.declared.values()].filter(({ required, name }) => required === true && !filled.has(name))
  return open.map(({ name }) => fault([...addressed.at, name], OptionError.required))
}

const judgeLeaf = (option: LeafOption, raw: RawOption, path: Path, directory: Directory): JudgedLeaf => {
  const judged = judgeValue(option, raw.value, directory)
  const faults = [
    ...judgeType(option, raw, path),
    ...(Result.isFailure(judged) ? judged.failure.map((error) => fault([...path, "value"], error)) : []),
    ...at([...path, "options"], (raw.options ?? []).length > 0 ? OptionError.optionsNotAllowed : undefined)
  ]
  if (faults.length > 0 || Result.isFailure(judged)) return broken(option, faults)
  return { option, accepted: judged.success, faults }
}

const broken = (option: LeafOption | undefined, faults: ReadonlyArray<Fault>): JudgedLeaf => ({
  option,
  accepted: undefined,
  faults
})
