/** Snowflakes: milliseconds since 2015 above 22 bits of sequence. Source: wire-rest.md §2 "Snowflake"; decision 38. */

/** Milliseconds from the Unix epoch to the first snowflake. */
export const EPOCH_MS = 1_420_070_400_000

export type Snowflake = string

const DECIMAL = /^(0|[1-9]\d{0,19})$/
const MAX = (1n << 64n) - 1n

/** An unsigned 64-bit integer without leading zeros. Our choice: docs/choices.md "Registration". */
export const isSnowflake = (value: unknown): value is Snowflake =>
  typeof value === "string" && DECIMAL.test(value) && (value.length < 20 || BigInt(value) <= MAX)

/**
 * The id that an input means, by a string or an exact integer, as libraries send both; undefined if none. JSON integers
 * beyond 2^53 come here as strings of all their digits.
 */
export const toSnowflake = (value: unknown): Snowflake | undefined => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
  return isSnowflake(text) ? text : undefined
}

/** The smallest snowflake of a time (milliseconds since the Unix epoch). */
export const fromMs = (ms: number): bigint => BigInt(Math.max(0, Math.floor(ms) - EPOCH_MS)) << 22n

/** The time of a snowflake, in milliseconds since the Unix epoch. */
export const toMs = (id: Snowflake): number => Number(BigInt(id) >> 22n) + EPOCH_MS

/** The smallest id of 17 digits: libraries accept 17 to 19 (wire-rest.md §0, 5). Before 2015-01-28 ids start here. */
const FIRST = 10n ** 16n

/** The next id after `last` at `nowMs`. Ids never repeat and never decrease, even when the clock goes back. */
export const next = (last: bigint, nowMs: number): bigint => {
  const moment = fromMs(nowMs)
  const floor = moment > FIRST ? moment : FIRST
  return floor > last ? floor : last + 1n
}

/** `candidate` when it is larger than `last`, else `last` plus one, so that ids never decrease. */
export const following = (last: Snowflake, candidate: Snowflake): Snowflake =>
  compare(candidate, last) > 0 ? candidate : String(BigInt(last) + 1n)

/** Fixed-width form for sorted keys: 20 digits, zero-padded. */
export const pad = (id: Snowflake): string => id.padStart(20, "0")

/** Numeric order of two ids. */
export const compare = (a: Snowflake, b: Snowflake): number =>
  a.length !== b.length ? a.length - b.length : a < b ? -1 : a > b ? 1 : 0
