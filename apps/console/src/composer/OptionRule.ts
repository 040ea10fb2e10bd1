/** The rules of options in words, and which of them a control breaks. The service judges again. */
import { count } from "@backlot/domain/base/CodePoints"
import { interaction, command as limits, number } from "@backlot/domain/base/Limits"
import { sizeText } from "./Files.ts"
import { choicesOf, type Entry, type Option, OptionType, optionOf, type Picked, sentValue } from "./Picked.ts"

/** What the option takes; undefined if there is nothing to say. */
export const ruleOf = (option: Option): string | undefined => {
  if (choicesOf(option).length > 0) return "One of the choices"
  switch (option.type) {
    case OptionType.STRING:
      return lengthRule(option)
    case OptionType.INTEGER:
      return ["A whole number", rangeRule(option)].filter(Boolean).join(" ")
    case OptionType.NUMBER:
      return ["A number", rangeRule(option)].filter(Boolean).join(" ")
    case OptionType.BOOLEAN:
      return "True or false"
    case OptionType.USER:
      return "A person"
    case OptionType.CHANNEL:
      return channelRule(option)
    case OptionType.ROLE:
      return "A role"
    case OptionType.MENTIONABLE:
      return "A person or a role"
    case OptionType.ATTACHMENT:
      return `A file of at most ${sizeText(interaction.attachmentSizeBytes)}`
    default:
      return undefined
  }
}

/** One sentence about what is wrong with a control; undefined if it can be sent. */
export const faultOf = (option: Option, entry: Entry): string | undefined => {
  if (option.type === OptionType.ATTACHMENT) return fileFault(option, entry)
  if (entry.text.trim() === "" && entry.value === undefined) {
    return option.required === true
      ? `${option.name_localized ?? option.name} is required.`
      : "Give it a value, or remove it with Backspace."
  }
  const value = sentValue(option, entry)
  if (value === undefined) return `${ruleOf(option) ?? "A value"} belongs here.`
  if (typeof value === "number") return rangeFault(option, value)
  if (option.type === OptionType.STRING && choicesOf(option).length === 0) return lengthFault(option, String(value))
  return undefined
}

/** The first control that cannot be sent. */
export const firstFault = (picked: Picked): { readonly name: string; readonly because: string } | undefined => {
  for (const entry of picked.entries) {
    const option = optionOf(picked, entry.name)
    const because = option === undefined ? "This option is gone." : faultOf(option, entry)
    if (because !== undefined) return { name: entry.name, because }
  }
  const missing = (picked.row.options ?? []).find(
    ({ name, required }) => required === true && !picked.entries.some((entry) => entry.name === name)
  )
  return missing && { name: missing.name, because: `${missing.name_localized ?? missing.name} is required.` }
}

const lengthRule = ({ min_length = 0, max_length }: Option): string | undefined => {
  if (min_length > 0 && max_length !== undefined) return `${min_length} to ${max_length} characters`
  if (min_length > 0) return `At least ${min_length} characters`
  return max_length === undefined ? undefined : `At most ${max_length} characters`
}

const lengthFault = ({ min_length = 0, max_length = limits.maxLengthMax }: Option, text: string) => {
  const length = count(text)
  if (length < min_length) return `At least ${min_length} characters: ${length} so far.`
  return length > max_length ? `At most ${max_length} characters: ${length} typed.` : undefined
}

const rangeRule = ({ min_value, max_value }: Option): string => {
  if (min_value !== undefined && max_value !== undefined) return `from ${min_value} to ${max_value}`
  if (min_value !== undefined) return `of at least ${min_value}`
  return max_value === undefined ? "" : `of at most ${max_value}`
}

const rangeFault = (option: Option, value: number): string | undefined => {
  const [lowest, highest] =
    option.type === OptionType.INTEGER ? [number.integerMin, number.integerMax] : [number.doubleMin, number.doubleMax]
  const min = Math.max(lowest, option.min_value ?? lowest)
  const max = Math.min(highest, option.max_value ?? highest)
  if (value < min) return `At least ${min}.`
  return value > max ? `At most ${max}.` : undefined
}

const fileFault = (option: Option, { file }: Entry): string | undefined => {
  if (file === undefined)
    return option.required === true ? "A file is required." : "Choose a file, or remove it with Backspace."
  const largest = interaction.attachmentSizeBytes
  return file.size > largest ? `At most ${sizeText(largest)}: this file has ${sizeText(file.size)}.` : undefined
}

const KINDS: Readonly<Record<number, string>> = {
  0: "text channel",
  2: "voice channel",
  4: "category",
  5: "announcement channel",
  10: "announcement thread",
  11: "thread",
  12: "private thread",
  13: "stage",
  15: "forum",
  16: "media channel"
}

const channelRule = ({ channel_types = [] }: Option): string =>
  channel_types.length === 0
    ? "A channel"
    : `A ${channel_types.map((type) => KINDS[type] ?? `channel of type ${type}`).join(" or ")}`
