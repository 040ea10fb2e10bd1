/**
 * The journal beside a data file: what was committed and is not in SQLite yet, one record for each flush, appended with
 * one write. Our choice: docs/decisions.md "The file's journal is our own".
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs"
import { dirname } from "node:path"
import * as Format from "./JournalFormat.ts"

/** A journal that gets no more. */
export interface Full {
  readonly number: number
  /** The sum that the next journal names. */
  readonly sum: () => number
  /** Everything is on the disk afterwards. */
  readonly sync: () => void
  readonly close: () => void
  /** Closes it, too. */
  readonly remove: () => void
}

export interface Journal extends Full {
  /** Bytes. */
  readonly size: () => number
  /** Appends one record, or throws and leaves the journal as it was. */
  readonly append: (changes: Iterable<Format.Change>) => void
  /** Calls back when everything that was appended before is on the disk, or cannot be. */
  readonly syncSoon: (done: () => void) => void
}

/** A buffer up to this size is used again. */
const SCRATCH_BYTES = 1024 * 1024

/** Two journals exist while one of them is merged. SQLite itself uses `-journal`, `-wal` and `-shm`. */
export const pathOf = (base: string, number: number): string => `${base}-journal-${2 - (number % 2)}`

/** The journals beside a data file. */
export const pathsOf = (base: string): ReadonlyArray<string> =>
  [1, 2].map((number) => pathOf(base, number)).filter((path) => existsSync(path))

export const read = (path: string): Format.Contents => Format.readAll(path, readFileSync(path))

/** A journal that a process left. */
export const left = (path: string, number: number, sum: number): Full => ({
  number,
  sum: () => sum,
  sync: () => syncAt(path, "r+", fdatasyncSync),
  close: () => undefined,
  remove: () => rmSync(path)
})

/** Makes an empty journal, which a power loss leaves. With `durable`, every record is on the disk before `append` returns. */
export const create = (base: string, head: Format.Head, durable: boolean): Journal => {
  const path = pathOf(base, head.number)
  const descriptor = makeFile(path, base)
  let size = 0
  let sum = 0
  let onDisk = 0
  let isWhole = true
  let [isSyncing, isClosed] = [false, false]
  let scratch = Buffer.allocUnsafe(0)

  const cut = () => {
    ftruncateSync(descriptor, size)
    isWhole = true
  }
  const close = () => {
    if (isClosed) return
    isClosed = true
    // Its number can mean another file as soon as it is closed.
    if (!isSyncing) closeSync(descriptor)
  }

  return {
    number: head.number,
    size: () => size,
    sum: () => sum,
    append: (changes) => {
      // A record that could not be cut off before must not stay in front of this one.
      if (!isWhole) cut()
      const list = [...changes]
      const most = Format.mostBytes(list)
      if (scratch.length < most) scratch = Buffer.allocUnsafe(most)
      const bytes = scratch
      if (most > SCRATCH_BYTES) scratch = Buffer.allocUnsafe(0)
      const at = size === 0 ? Format.HEAD_BYTES : 0
      const end = Format.writeRecord(bytes, at, list, size === 0 ? Format.writeHead(bytes, head) : sum)
      isWhole = false
      try {
        writeAll(descriptor, bytes.subarray(0, end), size)
        if (durable) fdatasyncSync(descriptor)
      } catch (cause) {
        try {
          cut()
        } catch {}
        throw cause
      }
      isWhole = true
      size += end
      sum = Format.sumOfRecord(bytes, at)
      if (durable) onDisk = size
    },
    sync: () => {
      // It is closed when SQLite has all of it.
      if (isClosed || onDisk === size) return
      fdatasyncSync(descriptor)
      onDisk = size
    },
    syncSoon: (done) => {
      if (onDisk === size) return void setImmediate(done)
      const until = size
      isSyncing = true
      fdatasync(descriptor, (failure) => {
        isSyncing = false
        if (isClosed) closeSync(descriptor)
        if (failure === null) onDisk = Math.max(onDisk, until)
        done()
      })
    },
    close,
    remove: () => {
      close()
      rmSync(path, { force: true })
    }
  }
}

/** With the mode of the data file and, if root makes it, its owner, as SQLite makes its log. */
const makeFile = (path: string, base: string): number => {
  const { mode, uid, gid } = statSync(base)
  const descriptor = openSync(path, "wx", 0o600)
  try {
    fchmodSync(descriptor, mode & 0o777)
    if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid)
    syncFolder(path)
    return descriptor
  } catch (cause) {
    closeSync(descriptor)
    rmSync(path, { force: true })
    throw cause
  }
}

/** A disk that is nearly full takes a part; the next write then says why. */
const writeAll = (descriptor: number, bytes: Buffer, position: number) => {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
  }
}

/** So that a new file is found after a power loss. Windows has no such call. */
const syncFolder = (path: string) => {
  if (process.platform !== "win32") syncAt(dirname(path), "r", fsyncSync)
}

const syncAt = (path: string, flags: "r" | "r+", sync: (descriptor: number) => void) => {
  const descriptor = openSync(path, flags)
  try {
    sync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
