/**
 * Judges one value against the option that it fills.
 * Source: wire-interactions.md §8; service.md "Option types", "Option choice"; decision 34.
 */
import { OptionType } from "@backlot/domain/ApplicationCommand"
import * as FormError from "@backlot/domain/FormError"
import * as Limits from "@backlot/domain/Limits"
import { isSnowflake } from "@backlot/domain/Snowflake"
import { Result } from "effect"
import type { Directory } from "./Directory.ts"
import * as OptionError from "./OptionError.ts"
import type { LeafOption, LeafType } from "./OptionKind.ts"

/** The kinds of thing that a value can refer to by id. */
export type EntityKind = "users" | "channels" | "roles" | "attachments"

export interface AcceptedValue {
  readonly value: string | number | boolean
  readonly entity?: { readonly kind: EntityKind; readonly id: string }
}

/**
 * Every rule that the value breaks, or the value to send. Nothing is converted, except that an ATTACHMENT value may
 * be the upload's id, file name or option and becomes the id. Absent, null and, but for an optional STRING, "" mean
 * that nothing was filled in, which no option in the list may be.
 */
export const judgeValue = (
  option: LeafOption,
  value: unknown,
  directory: Directory
): Result.Result<AcceptedValue, ReadonlyArray<OptionError.OptionError>> => {
  if (isEmpty(option, value)) return refuse(OptionError.required)
  return judges[option.type](value, option, directory)
}

type Judged = Result.Result<AcceptedValue, ReadonlyArray<OptionError.OptionError>>
type Judge = (value: unknown, option: LeafOption, directory: Directory) => Judged

const refuse = (...errors: ReadonlyArray<OptionError.OptionError>): Judged => Result.fail(errors)
const accept = (accepted: AcceptedValue): Judged => Result.succeed(accepted)

const isEmpty = (option: LeafOption, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (value === "" && (option.type !== OptionType.STRING || option.required === true))

const judgeText: Judge = (value, option) => {
  if (typeof value !== "string") return refuse(FormError.notText(tell(value)))
  const length = codePoints(value)
  const { min_length: min = 0, max_length: max = Limits.command.maxLengthMax } = option
  const errors = [
    ...(length < min ? [FormError.minLength(min)] : []),
    ...(length > max ? [FormError.maxLength(max)] : []),
    ...notAChoice(value, option)
  ]
  return errors.length > 0 ? refuse(...errors) : accept({ value })
}

const judgeNumber =
  (isOfType: (value: unknown) => boolean, wrongType: typeof FormError.notInt, lowest: number, highest: number): Judge =>
  (value, option) => {
    if (typeof value !== "number" || !isOfType(value)) return refuse(wrongType(tell(value)))
    const min = Math.max(lowest, option.min_value ?? lowest)
    const max = Math.min(highest, option.max_value ?? highest)
    const errors = [
      ...(value < min ? [FormError.numberMin(min)] : []),
      ...(value > max ? [FormError.numberMax(max)] : []),
      ...notAChoice(value, option)
    ]
    // JSON has no negative zero.
    return errors.length > 0 ? refuse(...errors) : accept({ value: value === 0 ? 0 : value })
  }

const judgeBoolean: Judge = (value) => (typeof value === "boolean" ? accept({ value }) : refuse(FormError.notBoolean))

interface Found {
  readonly kind: EntityKind
  readonly error?: OptionError.OptionError
}

const judgeId =
  (what: string, find: (id: string, directory: Directory, option: LeafOption) => Found | undefined): Judge =>
  (value, option, directory) => {
    if (typeof value !== "string") return refuse(FormError.notSnowflake(tell(value)))
    const found = isSnowflake(value) ? find(value, directory, option) : undefined
    if (found === undefined) return refuse(OptionError.unresolved(what))
    return found.error === undefined ? accept({ value, entity: { kind: found.kind, id: value } }) : refuse(found.error)
  }

const findUser = (id: string, directory: Directory): Found | undefined =>
  directory.user(id) === undefined ? undefined : { kind: "users" }

const findRole = (id: string, directory: Directory): Found | undefined =>
  directory.role(id) === undefined ? undefined : { kind: "roles" }

const findChannel = (id: string, directory: Directory, option: LeafOption): Found | undefined => {
  const channel = directory.channel(id)
  if (channel === undefined) return undefined
  const allowed = option.channel_types ?? []
  if (allowed.length === 0 || allowed.includes(channel.type)) return { kind: "channels" }
  return { kind: "channels", error: OptionError.channelType(allowed) }
}

const judgeAttachment: Judge = (value, option, directory) => {
  if (typeof value !== "string") return refuse(FormError.notSnowflake(tell(value)))
  const own = directory.attachment(option.name)
  const isOwn = own?.option === option.name && [own.id, own.filename, option.name].includes(value)
  const upload = isOwn ? own : directory.attachment(value)
  if (upload === undefined || (upload.option ?? option.name) !== option.name) {
    return refuse(OptionError.unresolved("file"))
  }
  const largest = Limits.interaction.attachmentSizeBytes
  if ((upload.size ?? 0) > largest) return refuse(OptionError.tooLarge(largest))
  return accept({ value: upload.id, entity: { kind: "attachments", id: upload.id } })
}

const judges: { readonly [T in LeafType]: Judge } = {
  [OptionType.STRING]: judgeText,
  [OptionType.INTEGER]: judgeNumber(
    Number.isInteger,
    FormError.notInt,
    Limits.number.integerMin,
    Limits.number.integerMax
  ),
  [OptionType.BOOLEAN]: judgeBoolean,
  [OptionType.USER]: judgeId("user", findUser),
  [OptionType.CHANNEL]: judgeId("channel", findChannel),
  [OptionType.ROLE]: judgeId("role", findRole),
  [OptionType.MENTIONABLE]: judgeId(
    "user or role",
    (id, directory) => findUser(id, directory) ?? findRole(id, directory)
  ),
  [OptionType.NUMBER]: judgeNumber(
    Number.isFinite,
    FormError.notFloat,
    Limits.number.doubleMin,
    Limits.number.doubleMax
  ),
  [OptionType.ATTACHMENT]: judgeAttachment
}

const notAChoice = (value: string | number, option: LeafOption): ReadonlyArray<OptionError.OptionError> => {
  const choices = option.choices ?? []
  // Autocomplete never restricts what is sent (wire-interactions.md §8).
  if (choices.length === 0 || option.autocomplete === true) return []
  return choices.some((choice) => choice.value === value) ? [] : [FormError.choices(choices.map((c) => c.value))]
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** What a message may quote of a value: no structure, which may be large, endless or have no JSON text. */
const tell = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : typeof value
