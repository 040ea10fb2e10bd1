/**
 * The checksum that every row carries, over its key and its value. It finds what SQLite's own check does not see: a bit
 * that changed inside a key or a value. Our choice: docs/choices.md "Storage and time".
 */
import zlib from "node:zlib"

/** A signed number of 32 bits, because SQLite stores that in 4 bytes. */
export const sumOf = (key: string, value: string): number => zlib.crc32(value, zlib.crc32(key)) | 0

/** A row, or a page, that is not what was written. The message never holds a key or a value, which can be secret. */
export class Damage extends Error {}

/** Gives back the value. A damaged row can have any type in any column. */
export const checked = (key: unknown, sum: unknown, value: unknown): string => {
  if (typeof key === "string" && typeof value === "string" && sumOf(key, value) === sum) return value
  throw new Damage(`a row of the kind "${kindOf(key)}" is not what was written`)
}

/** The first part of a key: a name of our own, if it is whole. */
export const kindOf = (key: unknown): string =>
  (typeof key === "string" ? /^[a-z._]{1,40}(?=\/)/.exec(key)?.[0] : undefined) ?? "unknown"

/** Primary result codes of SQLite for damage: SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26])

/** What is damaged, or undefined for any other failure. */
export const damageOf = (cause: unknown): string | undefined => {
  if (cause instanceof Damage) return cause.message
  if (!(cause instanceof Error) || !("errcode" in cause) || typeof cause.errcode !== "number") return undefined
  // The lower byte of an extended result code is the primary one.
  return DAMAGE_CODES.has(cause.errcode & 0xff) ? cause.message.replaceAll(/\s+/g, " ") : undefined
}
