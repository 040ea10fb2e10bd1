/** Judges options that hold values. Source: wire-interactions.md §8; service.md "Option types", "Option choice"; decision 34. */
import { Result } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { isSnowflake } from "../base/Snowflake.ts"
import { type Fault, fault, type Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { at, gather, repetition } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import type { Directory, DirectoryKind } from "./Directory.ts"
import { nearest } from "./Nearest.ts"
import { type AddressedOptions, judgeType, unknownOption } from "./OptionAddress.ts"
import * as OptionError from "./OptionError.ts"
import type { LeafOption, LeafType } from "./OptionKind.ts"
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
    if (option === undefined) return broken(option, [unknownOption(raw, path, addressed.declared.keys())])
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

export type Value = string | number | boolean

/**
 * Every rule that the value breaks, or the value to send. Values are not converted, except that an ATTACHMENT value may
 * be the upload's id, file name or option and becomes the id. Absent, null and "" count as empty, but "" is a
 * value of an optional STRING. No option in the list may be empty.
 */
const judgeValue = (option: LeafOption, value: unknown, directory: Directory): Judged => {
  if (isEmpty(option, value)) return refuse(OptionError.required)
  return judges[option.type](value, option, directory)
}

type Judged = Result.Result<Value, ReadonlyArray<FormError.FormError>>
type Judge = (value: unknown, option: LeafOption, directory: Directory) => Judged

const refuse = (...errors: ReadonlyArray<FormError.FormError>): Judged => Result.fail(errors)
const accept = (value: Value): Judged => Result.succeed(value)

const isEmpty = (option: LeafOption, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (value === "" && (option.type !== OptionType.STRING || option.required === true))

const judgeText: Judge = (value, option) => {
  const text = Shape.toText(value)
  if (text === undefined) return refuse(FormError.notText(describe(value)))
  const length = CodePoints.count(text)
  const { min_length: min = 0, max_length: max = Limits.command.maxLengthMax } = option
  const errors = [
    ...(length < min ? [FormError.minLength(min)] : []),
    ...(length > max ? [FormError.maxLength(max)] : []),
    ...notAChoice(text, option)
  ]
  return errors.length > 0 ? refuse(...errors) : accept(text)
}

const judgeNumber =
  (isOfType: (value: unknown) => boolean, wrongType: typeof FormError.notInt, lowest: number, highest: number): Judge =>
  (value, option) => {
    if (typeof value !== "number" || !isOfType(value)) {
      return refuse(OptionError.suggesting(wrongType(describe(value)), nearChoices(value, option)))
    }
    const min = Math.max(lowest, option.min_value ?? lowest)
    const max = Math.min(highest, option.max_value ?? highest)
    const errors = [
      ...(value < min ? [FormError.numberMin(min)] : []),
      ...(value > max ? [FormError.numberMax(max)] : []),
      ...notAChoice(value, option)
    ]
    return errors.length > 0 ? refuse(...errors) : accept(value === 0 ? 0 : value)
  }

const judgeBoolean: Judge = (value) => (typeof value === "boolean" ? accept(value) : refuse(FormError.notBoolean))

const judgeId =
  (kinds: ReadonlyArray<DirectoryKind>, isKnown: (id: string, directory: Directory) => boolean): Judge =>
  (value, _, directory) => {
    if (typeof value !== "string") return refuse(notAnId(value))
    const typed = value.replace(SIGIL, "")
    if (isSnowflake(value) && isKnown(value, directory)) return accept(value)
    const names = kinds.flatMap(directory.names)
    // A name where an id belongs is not mistyped.
    const near = names.includes(typed) ? [] : nearest(typed, names)
    return refuse(OptionError.suggesting(unresolved(kinds), near))
  }

const SIGIL = /^(?:@&|[@#])/

const unresolved = (kinds: ReadonlyArray<DirectoryKind>) => OptionError.unresolved(kinds.join(" or "))

const isUser = (id: string, directory: Directory) => directory.user(id) !== undefined
const isRole = (id: string, directory: Directory) => directory.role(id) !== undefined
const isChannel = (id: string, directory: Directory) => directory.channel(id) !== undefined

const judgeChannel: Judge = (value, option, directory) =>
  Result.flatMap(judgeId(["channel"], isChannel)(value, option, directory), (id) => {
    const allowed = option.channel_types ?? []
    const type = directory.channel(String(id))?.type
    const fits = allowed.length === 0 || allowed.some((one) => one === type)
    return fits ? accept(id) : refuse(OptionError.channelType(allowed))
  })

const judgeAttachment: Judge = (value, option, directory) => {
  if (typeof value !== "string") return refuse(notAnId(value))
  const own = directory.attachment(option.name)
  const isOwn = own?.option === option.name && [own.id, own.filename, option.name].includes(value)
  const upload = isOwn ? own : directory.attachment(value)
  if (upload === undefined || (upload.option ?? option.name) !== option.name) {
    return refuse(OptionError.unresolved("file"))
  }
  const largest = Limits.interaction.attachmentSizeBytes
  if ((upload.size ?? 0) > largest) return refuse(OptionError.tooLarge(largest))
  return accept(upload.id)
}

const { number } = Limits

const judges: { readonly [T in LeafType]: Judge } = {
  [OptionType.STRING]: judgeText,
  [OptionType.INTEGER]: judgeNumber(Number.isInteger, FormError.notInt, number.integerMin, number.integerMax),
  [OptionType.BOOLEAN]: judgeBoolean,
  [OptionType.USER]: judgeId(["user"], isUser),
  [OptionType.CHANNEL]: judgeChannel,
  [OptionType.ROLE]: judgeId(["role"], isRole),
  [OptionType.MENTIONABLE]: judgeId(
    ["user", "role"],
    (id, directory) => isUser(id, directory) || isRole(id, directory)
  ),
  [OptionType.NUMBER]: judgeNumber(Number.isFinite, FormError.notFloat, number.doubleMin, number.doubleMax),
  [OptionType.ATTACHMENT]: judgeAttachment
}

const notAChoice = (value: string | number, option: LeafOption): ReadonlyArray<FormError.FormError> => {
  const choices = option.choices ?? []
  // Autocomplete never restricts the value (wire-interactions.md §8).
  if (choices.length === 0 || option.autocomplete === true) return []
  if (choices.some((choice) => choice.value === value)) return []
  return [OptionError.suggesting(FormError.choices(choices.map((c) => c.value)), nearChoices(value, option))]
}

/** By name, which only a text may have, or value: `Dog (animal_dog)`. */
const nearChoices = (value: unknown, { choices }: LeafOption): ReadonlyArray<string> => {
  if (typeof value !== "string") return []
  const texts = new Map(
    (choices ?? []).flatMap((choice) =>
      [...Object.values(choice.name_localizations ?? {}), choice.name, String(choice.value)].map((text) => [
        text,
        choice
      ])
    )
  )
  const near = new Map(
    nearest(value, texts.keys())
      .toReversed()
      .map((text) => [String(texts.get(text)?.value), text])
  )
  return [...near].toReversed().map(([value, text]) => (text === value ? text : `${text} (${value})`))
}

/** A JSON number cannot hold every id exactly. */
const notAnId = (value: unknown): FormError.FormError =>
  typeof value === "number" ? OptionError.idNotText : FormError.notSnowflake(describe(value))

/**
 * A printable form of a value for messages: only the type of objects, which may be large, cyclic or have no JSON text.
 */
const describe = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : typeof value
