/** Explains in one line why a data file cannot be used, and what to do. Source: product.md "First minute". */
import { StorageUnusable } from "@backlot/ports/Storage"
import { damageOf } from "./Checksum.ts"

type Reason = StorageUnusable["reason"]

const ADVICE: Readonly<Record<Reason, string>> = {
  "in-use": "is in use, perhaps by another Backlot server; stop that one, or choose another data file",
  damaged:
    "is damaged; restore it from a copy, save what can be read with `backlot world export --data FILE --salvage`, or move it away to start with an empty one",
  "log-alone":
    "is absent or empty, and its write-ahead log beside it is not; the log is kept as it is: put the data file that belongs to it back, or move the log away to start with an empty one",
  "log-foreign":
    "is not the data file that the journal beside it goes on from; both are kept as they are: put the data file back that belongs to the journal, or move the journal away to start without it",
  "log-absent":
    "needs the journal that was beside it, which has its newest writes; put the journal back, or save what the file alone has with `backlot world export --data FILE --salvage`",
  foreign: "was not made by Backlot and is left as it is; choose another data file",
  newer: "was made by a newer Backlot; use that release, or choose another data file",
  "not-permitted":
    "may not be read and written by this user, or is in a place that is read-only; change that, or choose another data file",
  unavailable: "cannot be opened; check that its folder and disk exist, or choose another data file"
}

/** The file is whole, and there is no room to take its journal in. */
export const refuseFull = (file: string, cause: unknown): StorageUnusable =>
  new StorageUnusable({
    reason: "unavailable",
    message: `${file} can not be opened: the disk has no room for what its journal holds; make room; what it holds stays whole`,
    cause
  })

export const refuse = (file: string, reason: Reason, cause?: unknown): StorageUnusable => {
  const full = fullness(cause)
  const text =
    full === undefined
      ? `${ADVICE[reason]}${detailOf(reason, cause)}`
      : `can not be opened: ${full}; what it holds stays whole`
  return new StorageUnusable({ reason, message: `${file} ${text}`, cause })
}

const detailOf = (reason: Reason, cause: unknown): string => {
  const damage = reason === "damaged" ? damageOf(cause) : undefined
  if (damage !== undefined) return ` (${damage})`
  if (reason.startsWith("log-")) return ` (${cause})`
  return reason === "unavailable" && cause instanceof Error ? ` (${cause.message.replaceAll(/\s+/g, " ")})` : ""
}

/** Converts any error that opening threw. */
export const toUnusable = (file: string, cause: unknown): StorageUnusable =>
  cause instanceof StorageUnusable ? cause : refuse(file, reasonOf(cause), cause)

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const SQLITE_REASONS: Readonly<Record<number, Reason>> = {
  1: "damaged", // SQLITE_ERROR, of a header with features that are not there
  3: "not-permitted", // SQLITE_PERM
  5: "in-use", // SQLITE_BUSY
  6: "in-use", // SQLITE_LOCKED
  8: "not-permitted", // SQLITE_READONLY
  14: "not-permitted", // SQLITE_CANTOPEN, of a file or log in a folder that is there
  18: "damaged", // SQLITE_TOOBIG, of a length that was never written
  23: "not-permitted" // SQLITE_AUTH
}

const SYSTEM_REASONS: Readonly<Record<string, Reason>> = {
  EACCES: "not-permitted",
  EPERM: "not-permitted",
  EROFS: "not-permitted"
}

const reasonOf = (cause: unknown): Reason => {
  if (damageOf(cause) !== undefined) return "damaged"
  if (!(cause instanceof Error)) return "unavailable"
  // The lower byte of an extended result code is the primary one.
  if ("errcode" in cause && typeof cause.errcode === "number")
    return SQLITE_REASONS[cause.errcode & 0xff] ?? "unavailable"
  if ("code" in cause && typeof cause.code === "string") return SYSTEM_REASONS[cause.code] ?? "unavailable"
  return "unavailable"
}

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
