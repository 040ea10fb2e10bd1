/**
 * Finds ids in the user's input that may belong to users outside the directory. Source: wire-interactions.md §8 (USER).
 */
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import type { RawOption } from "./RawOption.ts"

/** More ids than any command has options. Our choice: docs/choices.md "Picker and typing". */
export const NAMED_IDS_MAX = 100

export const idsInText = (text: string): ReadonlyArray<Snowflake> =>
  (text.match(/\d{1,20}/g) ?? []).filter(isSnowflake).slice(0, NAMED_IDS_MAX)

export const idsInOptions = (options: ReadonlyArray<RawOption>): ReadonlyArray<Snowflake> =>
  idsIn(options).slice(0, NAMED_IDS_MAX)

const idsIn = (options: ReadonlyArray<RawOption>): ReadonlyArray<Snowflake> =>
  options.flatMap(({ value, options: nested }) => [...(isSnowflake(value) ? [value] : []), ...idsIn(nested ?? [])])
