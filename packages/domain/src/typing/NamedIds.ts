/** Ids that what a user fills in may mean: of people who need not be around. Source: wire-interactions.md §8 (USER). */
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import type { RawOption } from "./RawOption.ts"

/** Ours: at most so many are looked up; no command has as many options. */
export const NAMED_IDS_MAX = 100

export const idsInText = (text: string): ReadonlyArray<Snowflake> =>
  (text.match(/\d{1,20}/g) ?? []).filter(isSnowflake).slice(0, NAMED_IDS_MAX)

export const idsInOptions = (options: ReadonlyArray<RawOption>): ReadonlyArray<Snowflake> =>
  idsIn(options).slice(0, NAMED_IDS_MAX)

const idsIn = (options: ReadonlyArray<RawOption>): ReadonlyArray<Snowflake> =>
  options.flatMap(({ value, options: nested }) => [...(isSnowflake(value) ? [value] : []), ...idsIn(nested ?? [])])
