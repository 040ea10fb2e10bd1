/**
 * Explains failed writes for lack of space. SQLite reports a full disk as SQLITE_FULL; a spent quota and a limit on file
 * sizes appear as failed writes. Source: https://www.sqlite.org/rescode.html.
 */
const FULL = "the disk is full; make room"
const REFUSED = "the disk refused a write: a quota or a limit on file sizes is reached, or it is broken; make room"
/** A log left by an earlier process needs an index to be read. */
const NO_INDEX = "the disk has no room for the index of its log; make room"

const SQLITE_TEXTS: Readonly<Record<number, string>> = {
  13: FULL, // SQLITE_FULL
  778: REFUSED, // SQLITE_IOERR_WRITE
  1034: REFUSED, // SQLITE_IOERR_FSYNC
  1546: REFUSED, // SQLITE_IOERR_TRUNCATE
  4874: NO_INDEX // SQLITE_IOERR_SHMSIZE
}

const SYSTEM_TEXTS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: "the quota of this user is spent; make room",
  EFBIG: REFUSED
}

/** Undefined for any other failure. */
export const fullness = (cause: unknown): string | undefined => {
  if (!(cause instanceof Error)) return undefined
  if ("errcode" in cause && typeof cause.errcode === "number") return SQLITE_TEXTS[cause.errcode]
  return "code" in cause && typeof cause.code === "string" ? SYSTEM_TEXTS[cause.code] : undefined
}
