/**
 * The bytes of a journal. A head names the data file, the journal's number, and the sum that the journal before ended
 * with. Then one record for each flush: its length, the sum of its changes, and the sum of these two. Every sum continues
 * that of the head or record before, so that lost and swapped records are seen, and lost journals too.
 */
import zlib from "node:zlib"
import { Damage } from "./Checksum.ts"
import type { Row } from "./RecentRows.ts"

export type Change = readonly [key: string, row: Row]

export interface Head {
  /** The data file: 32 hexadecimal digits. */
  readonly identity: string
  /** Journals of a data file are numbered from 1. */
  readonly number: number
  /** The sum that the journal before ended with, if it was not merged yet. */
  readonly before: number
}

/** A journal as it was read. */
export interface Contents {
  /** Undefined if the journal ends before its first record: nothing in it was ever acknowledged. */
  readonly head: Head | undefined
  /** In their order. */
  readonly changes: ReadonlyArray<Change>
  readonly damage: ReadonlyArray<Damage>
  /** The sum that the next journal names. */
  readonly sum: number
}

const MAGIC = Buffer.from("BLotJrn1")
export const HEAD_BYTES = 36
const SUM_OF_HEAD_AT = 32
const RECORD_HEAD_BYTES = 12
const CHANGE_HEAD_BYTES = 8
/** In place of the length of a value, for a key that was deleted. */
const NO_VALUE = 0xffff_ffff
/** Never zero: zeros at the end of a journal were never written. */
const END_OF_RECORD = 0x0a
/** The most bytes of UTF-8 for one character of a string. */
const WIDEST = 3

/** Enough room for a head and a record of these changes. */
export const mostBytes = (changes: ReadonlyArray<Change>): number =>
  changes.reduce(
    (all, [key, row]) => all + CHANGE_HEAD_BYTES + WIDEST * (key.length + (row?.length ?? 0)),
    HEAD_BYTES + RECORD_HEAD_BYTES + 1
  )

/** Returns the sum that the first record continues. */
export const writeHead = (bytes: Buffer, { identity, number, before }: Head): number => {
  MAGIC.copy(bytes)
  bytes.write(identity, 8, "hex")
  bytes.writeUInt32LE(number, 24)
  bytes.writeUInt32LE(before, 28)
  const sum = zlib.crc32(bytes.subarray(0, SUM_OF_HEAD_AT))
  bytes.writeUInt32LE(sum, SUM_OF_HEAD_AT)
  return sum
}

/** Returns where the record ends. */
export const writeRecord = (bytes: Buffer, start: number, changes: ReadonlyArray<Change>, sum: number): number => {
  const body = start + RECORD_HEAD_BYTES
  let at = body
  for (const [key, row] of changes) {
    const keyBytes = bytes.write(key, at + CHANGE_HEAD_BYTES)
    const valueBytes = row === null ? 0 : bytes.write(row, at + CHANGE_HEAD_BYTES + keyBytes)
    bytes.writeUInt32LE(keyBytes, at)
    bytes.writeUInt32LE(row === null ? NO_VALUE : valueBytes, at + 4)
    at += CHANGE_HEAD_BYTES + keyBytes + valueBytes
  }
  at = bytes.writeUInt8(END_OF_RECORD, at)
  bytes.writeUInt32LE(at - body, start)
  bytes.writeUInt32LE(zlib.crc32(bytes.subarray(body, at), sum), start + 4)
  bytes.writeUInt32LE(zlib.crc32(bytes.subarray(start, start + 8), sum), start + 8)
  return at
}

/** The sum that the next record continues. */
export const sumOfRecord = (bytes: Buffer, start: number): number => bytes.readUInt32LE(start + 8)

/**
 * Reads what a process left. A last record that was not written whole was never acknowledged, or the power failed before
 * it was on the disk: it is left out. Any other fault is damage; the changes are then those of whole records.
 */
export const readAll = (path: string, all: Buffer): Contents => {
  const bytes = all.subarray(0, all.findLastIndex((byte) => byte !== 0) + 1)
  const damage: Array<Damage> = []
  const changes: Array<Change> = []
  const wrong = (what: string) => damage.push(new Damage(`${what} of its journal ${path} is not what was written`))
  if (bytes.length <= HEAD_BYTES) {
    const start = bytes.subarray(0, MAGIC.length)
    if (!start.equals(MAGIC.subarray(0, start.length))) wrong("the head")
    return { head: undefined, changes, damage, sum: 0 }
  }
  const isWhole = zlib.crc32(bytes.subarray(0, SUM_OF_HEAD_AT)) === bytes.readUInt32LE(SUM_OF_HEAD_AT)
  if (!isWhole || !MAGIC.equals(bytes.subarray(0, MAGIC.length))) {
    wrong("the head")
    return { head: undefined, changes, damage, sum: 0 }
  }
  const sum = readRecords(bytes, changes, wrong)
  const [number, before] = [bytes.readUInt32LE(24), bytes.readUInt32LE(28)]
  return { head: { identity: bytes.toString("hex", 8, 24), number, before }, changes, damage, sum }
}

const readRecords = (bytes: Buffer, changes: Array<Change>, wrong: (what: string) => void): number => {
  let sum = bytes.readUInt32LE(SUM_OF_HEAD_AT)
  let at = HEAD_BYTES
  while (at + RECORD_HEAD_BYTES <= bytes.length) {
    if (zlib.crc32(bytes.subarray(at, at + 8), sum) !== sumOfRecord(bytes, at)) {
      wrong(`what stands from byte ${at} on`)
      break
    }
    const body = at + RECORD_HEAD_BYTES
    const end = body + bytes.readUInt32LE(at)
    if (end > bytes.length) break
    if (zlib.crc32(bytes.subarray(body, end), sum) === bytes.readUInt32LE(at + 4))
      readChanges(bytes, body, end, changes)
    else if (end === bytes.length && hasHole(bytes.subarray(body))) break
    else wrong(`the record at byte ${at}`)
    sum = sumOfRecord(bytes, at)
    at = end
  }
  return sum
}

/** More zeros in a row than lengths have, and no text has any: a block that was not on the disk when the power failed. */
const HOLE = Buffer.alloc(64)
const hasHole = (bytes: Buffer): boolean => bytes.includes(HOLE)

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
