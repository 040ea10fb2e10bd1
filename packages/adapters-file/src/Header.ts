/** The first 100 bytes of a data file. Source: SQLite file format §1.3 (https://www.sqlite.org/fileformat.html). */
import { closeSync, openSync, readSync } from "node:fs"
import { refuse } from "./Refusal.ts"

/** "BLot" in ASCII: marks our files among SQLite databases. */
export const APPLICATION_ID = 0x424c_6f74
/**
 * The version of the contents. A larger number comes from a newer release; a smaller one is raised on opening. Version 2
 * has rows that a release with version 1 would leave without their indexes.
 */
export const FORMAT_VERSION = 2

const HEADER_BYTES = 100
const MAGIC = "SQLite format 3\0"
const USER_VERSION_AT = 60
const APPLICATION_ID_AT = 68

/** Throws a refusal for a foreign or newer file, and the system's error for one that cannot be written. */
export const checkHeader = (path: string, file: string): "empty" | "ours" => {
  const header = readHeader(path)
  if (header.length === 0) return "empty"
  const isSqlite = header.length === HEADER_BYTES && header.toString("latin1", 0, MAGIC.length) === MAGIC
  if (!isSqlite || header.readInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) throw refuse(file, "foreign")
  if (header.readInt32BE(USER_VERSION_AT) > FORMAT_VERSION) throw refuse(file, "newer")
  return "ours"
}

const readHeader = (path: string): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    // Opened for writing as SQLite does, which would fall back to read-only. Nothing is written.
    const descriptor = openSync(path, "r+")
    try {
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return header.subarray(0, 0)
    throw cause
  }
}
