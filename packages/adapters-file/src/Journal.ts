/**
 * The journal beside a data file: what was committed and is not in SQLite yet. One record for each flush, appended with
 * one write. Our choice: docs/decisions.md "The file's journal is our own".
 *
 * The head names the data file and the journal's number. A record has its length, the sum of its changes, and the sum
 * of these two; every sum continues that of the head or record before, so that lost and swapped records are seen. The
 * last byte of a record is never zero: zeros at the end were never written.
 */
import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync
} from "node:fs"
import { dirname } from "node:path"
import zlib from "node:zlib"
import { Damage } from "./Checksum.ts"
import type { Row } from "./RecentRows.ts"

export type Change = readonly [key: string, row: Row]

/** The data file that a journal belongs to, and how many journals were begun before. */
export interface Head {
  /** 32 hexadecimal digits. */
  readonly identity: string
  readonly number: number
}

export interface Journal {
  readonly path: string
  readonly number: number
  /** Bytes. */
  readonly size: () => number
  /** Appends one record, or throws and leaves the journal as it was. */
  readonly append: (changes: Iterable<Change>) => void
  /** Calls back when everything is on the disk. */
  readonly sync: (done: (failure: unknown) => void) => void
  readonly close: () => void
  /** Closes it, too. */
  readonly remove: () => void
}

const MAGIC = Buffer.from("BLotJrn1")
const HEAD_BYTES = 32
const RECORD_HEAD_BYTES = 12
const CHANGE_HEAD_BYTES = 8
/** In place of the length of a value, for a key that was deleted. */
const NO_VALUE = 0xffff_ffff
const END_OF_RECORD = 0x0a
/** The most bytes of UTF-8 for one character of a string. */
const WIDEST = 3
/** A buffer up to this size is used again. */
const SCRATCH_BYTES = 1024 * 1024

/** Two journals exist while one of them is merged. SQLite itself uses `-journal`, `-wal` and `-shm`. */
export const pathOf = (base: string, number: number): string => `${base}-journal-${2 - (number % 2)}`

/** The journals beside a data file. */
export const pathsOf = (base: string): ReadonlyArray<string> =>
  [1, 2].map((number) => pathOf(base, number)).filter((path) => existsSync(path))

/** With `durable`, every record is on the disk before `append` returns. */
export const begin = (base: string, head: Head, durable: boolean): Journal => {
  const path = pathOf(base, head.number)
  const descriptor = openSync(path, "wx", 0o600)
  let size = 0
  let sum = 0
  let isWhole = true
  let scratch = Buffer.allocUnsafe(0)

  const cut = () => {
    ftruncateSync(descriptor, size)
    isWhole = true
  }

  return {
    path,
    number: head.number,
    size: () => size,
    append: (changes) => {
      // A record that could not be cut off before must not stay in front of this one.
      if (!isWhole) cut()
      const list = [...changes]
      const most = HEAD_BYTES + mostBytes(list)
      if (scratch.length < most) scratch = Buffer.allocUnsafe(most)
      const bytes = scratch
      if (most > SCRATCH_BYTES) scratch = Buffer.allocUnsafe(0)
      const at = size === 0 ? writeHead(bytes, head) : 0
      const end = writeRecord(bytes, at, list, size === 0 ? sumOfHead(bytes) : sum)
      isWhole = false
      try {
        writeAll(descriptor, bytes.subarray(0, end), size)
        if (durable) fdatasyncSync(descriptor)
        if (durable && size === 0) syncFolder(path)
      } catch (cause) {
        try {
          cut()
        } catch {}
        throw cause
      }
      isWhole = true
      size += end
      sum = sumOfRecord(bytes, at)
    },
    sync: (done) => (durable ? setImmediate(done, null) : fdatasync(descriptor, done)),
    close: () => closeSync(descriptor),
    remove: () => {
      rmSync(path)
      closeSync(descriptor)
    }
  }
}

const mostBytes = (changes: ReadonlyArray<Change>): number =>
  changes.reduce(
    (all, [key, row]) => all + CHANGE_HEAD_BYTES + WIDEST * (key.length + (row?.length ?? 0)),
    RECORD_HEAD_BYTES + 1
  )

const writeHead = (bytes: Buffer, { identity, number }: Head): number => {
  MAGIC.copy(bytes)
  bytes.write(identity, 8, "hex")
  bytes.writeUInt32LE(number, 24)
  return bytes.writeUInt32LE(zlib.crc32(bytes.subarray(0, 28)), 28)
}

const sumOfHead = (bytes: Buffer): number => bytes.readUInt32LE(28)
/** The sum that the next record continues. */
const sumOfRecord = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at + 8)

const writeRecord = (bytes: Buffer, start: number, changes: ReadonlyArray<Change>, sum: number): number => {
  let at = start + RECORD_HEAD_BYTES
  for (const [key, row] of changes) {
    const keyBytes = bytes.write(key, at + CHANGE_HEAD_BYTES)
    const valueBytes = row === null ? 0 : bytes.write(row, at + CHANGE_HEAD_BYTES + keyBytes)
    bytes.writeUInt32LE(keyBytes, at)
    bytes.writeUInt32LE(row === null ? NO_VALUE : valueBytes, at + 4)
    at += CHANGE_HEAD_BYTES + keyBytes + valueBytes
  }
  at = bytes.writeUInt8(END_OF_RECORD, at)
  const body = start + RECORD_HEAD_BYTES
  bytes.writeUInt32LE(at - body, start)
  bytes.writeUInt32LE(zlib.crc32(bytes.subarray(body, at), sum), start + 4)
  bytes.writeUInt32LE(zlib.crc32(bytes.subarray(start, start + 8), sum), start + 8)
  return at
}

/** A disk that is nearly full takes a part; the next write then says why. */
const writeAll = (descriptor: number, bytes: Buffer, position: number) => {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
  }
}

/** So that a new file is found after a power loss. Windows has no such call. */
const syncFolder = (path: string) => {
  if (process.platform === "win32") return
  const descriptor = openSync(dirname(path), "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A journal as it was found. */
export interface Left {
  readonly path: string
  /** Undefined if the journal ends before its first record: nothing in it was ever acknowledged. */
  readonly head: Head | undefined
  /** In their order. */
  readonly changes: ReadonlyArray<Change>
}

/**
 * Reads a journal that a process left. A last record that ends too early was never acknowledged and is dropped. Damage
 * goes to `tell`; if that returns, reading goes on with what is whole.
 */
export const read = (path: string, tell: (damage: Damage) => void): Left => {
  const all = readFileSync(path)
  const bytes = all.subarray(0, all.findLastIndex((byte) => byte !== 0) + 1)
  const changes: Array<Change> = []
  if (bytes.length <= HEAD_BYTES) return { path, head: undefined, changes }
  const isOurs = MAGIC.equals(bytes.subarray(0, 8)) && zlib.crc32(bytes.subarray(0, 28)) === sumOfHead(bytes)
  const wrong = (what: string) => tell(new Damage(`${what} of its journal ${path} is not what was written`))
  if (!isOurs) {
    wrong("the head")
    return { path, head: undefined, changes }
  }
  let sum = sumOfHead(bytes)
  for (let at = HEAD_BYTES; at + RECORD_HEAD_BYTES <= bytes.length; ) {
    if (zlib.crc32(bytes.subarray(at, at + 8), sum) !== sumOfRecord(bytes, at)) {
      wrong(`what stands from byte ${at} on`)
      break
    }
    const body = at + RECORD_HEAD_BYTES
    const end = body + bytes.readUInt32LE(at)
    if (end > bytes.length) break
    if (zlib.crc32(bytes.subarray(body, end), sum) === bytes.readUInt32LE(at + 4))
      readChanges(bytes, body, end, changes)
    else wrong(`the record at byte ${at}`)
    sum = sumOfRecord(bytes, at)
    at = end
  }
  return { path, head: { identity: bytes.toString("hex", 8, 24), number: bytes.readUInt32LE(24) }, changes }
}

const readChanges = (bytes: Buffer, start: number, end: number, changes: Array<Change>) => {
  for (let at = start; at < end - 1; ) {
    const key = at + CHANGE_HEAD_BYTES
    const value = key + bytes.readUInt32LE(at)
    const length = bytes.readUInt32LE(at + 4)
    const next = length === NO_VALUE ? value : value + length
    changes.push([bytes.toString("utf8", key, value), length === NO_VALUE ? null : bytes.toString("utf8", value, next)])
    at = next
  }
}
