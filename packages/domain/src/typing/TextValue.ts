/**
 * Converts one typed value to the option's type. A value that cannot be converted stays text, and the rules in
 * `OptionLeaf.ts` refuse it.
 * Source: wire-interactions.md §8 ("pick, mention or raw id"), §6 "choice"; D-REF mention forms.
 */
import type { Locale } from "../base/Locale.ts"
import { isSnowflake } from "../base/Snowflake.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import type { Directory } from "./Directory.ts"
import type { LeafOption, LeafType } from "./OptionKind.ts"
import { findChoice } from "./TypedName.ts"

type Value = string | number | boolean

/**
 * Reads a value by the option's type:
 *
 * - STRING, INTEGER, NUMBER with choices: the value of the choice of that name
 * - INTEGER, NUMBER: a decimal number; BOOLEAN: true or false in any case
 * - USER: `<@id>`, `<@!id>`, an id, or a name with or without `@`
 * - CHANNEL: `<#id>`, an id, or a name with or without `#`
 * - ROLE: `<@&id>`, an id, or a name with or without `@&` or `@`
 * - MENTIONABLE: as USER, then as ROLE; after `@&` only a role
 * - ATTACHMENT: the name of an upload
 */
export const readValue = (option: LeafOption, text: string, locale: Locale, directory: Directory): Value => {
  const choice = findChoice(option.choices ?? [], text, locale)
  return choice?.value ?? readers[option.type](text, directory) ?? text
}

type Reader = (text: string, directory: Directory) => Value | undefined

const INTEGER = /^[+-]?\d{1,400}$/
const NUMBER = /^[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})([eE][+-]?\d{1,3})?$/
const USER_MENTION = /^<@!?(\d{1,20})>$/
const ROLE_MENTION = /^<@&(\d{1,20})>$/
const CHANNEL_MENTION = /^<#(\d{1,20})>$/

const readNumber =
  (pattern: RegExp): Reader =>
  (text) =>
    pattern.test(text) ? Number(text) : undefined

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false]
])

interface Found {
  readonly id: string
}

const idOf = (
  text: string,
  mention: RegExp,
  sigils: ReadonlyArray<string>,
  byId: (id: string) => Found | undefined,
  byName: (name: string) => Found | undefined
): string | undefined => {
  const mentioned = mention.exec(text)?.[1]
  if (mentioned !== undefined) return mentioned
  if (isSnowflake(text) && byId(text) !== undefined) return text
  const sigil = sigils.find((s) => text.startsWith(s))
  // Try the full text first: the name of @everyone contains its sigil.
  return byName(text)?.id ?? (sigil === undefined ? undefined : byName(text.slice(sigil.length))?.id)
}

const readUser = (text: string, d: Directory) => idOf(text, USER_MENTION, ["@"], d.user, d.findUser)
const readRole = (text: string, d: Directory) => idOf(text, ROLE_MENTION, ["@&", "@"], d.role, d.findRole)

const readers: { readonly [T in LeafType]: Reader } = {
  [OptionType.STRING]: (text) => text,
  [OptionType.INTEGER]: readNumber(INTEGER),
  [OptionType.BOOLEAN]: (text) => BOOLEANS.get(text.toLowerCase()),
  [OptionType.USER]: readUser,
  [OptionType.CHANNEL]: (text, d) => idOf(text, CHANNEL_MENTION, ["#"], d.channel, d.findChannel),
  [OptionType.ROLE]: readRole,
  [OptionType.MENTIONABLE]: (text, d) =>
    text.startsWith("@&") ? readRole(text, d) : (readUser(text, d) ?? readRole(text, d)),
  [OptionType.NUMBER]: readNumber(NUMBER),
  [OptionType.ATTACHMENT]: (text) => text
}
