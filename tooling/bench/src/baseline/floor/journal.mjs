/**
 * The floor's durable writes: the rows that all requests of one event-loop turn wrote are appended to a file in one
 * write with one checksum, and only then are these requests answered, so `kill -9` loses nothing that was acknowledged.
 * The journal is never merged into SQLite: a merge can wait for as long as a round lasts, so the floor leaves it out.
 */
import { ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"
import { crc32 } from "node:zlib"

/**
 * Rows and what waits for them. Keys and values have no line ends and no tabs: JSON escapes them in values.
 * @typedef {object} Journal
 * @property {(key: string, value: string) => void} put
 * @property {(key: string) => void} remove
 * @property {(done: () => void) => void} acknowledge Calls back after the rows so far are in the file.
 */

/**
 * Opens the file, or keeps nothing without one, and gives the rows that were acknowledged before.
 * @param {string | undefined} file
 * @returns {{ journal: Journal, rows: Map<string, string> }}
 */
export const openJournal = (file) => {
  if (file === undefined) {
    return { journal: { put: () => {}, remove: () => {}, acknowledge: (done) => done() }, rows: new Map() }
  }
  const descriptor = openSync(file, "a+")
  const { rows, length } = replay(readFileSync(file))
  // A batch that was cut off was not acknowledged.
  ftruncateSync(descriptor, length)
  let batch = ""
  /** @type {Array<() => void>} */
  let waiting = []
  let isDue = false
  const flush = () => {
    isDue = false
    const done = waiting
    waiting = []
    if (batch !== "") {
      const bytes = Buffer.from(batch)
      batch = ""
      writeAll(descriptor, Buffer.concat([bytes, Buffer.from(`=${crc32(bytes)}\n`)]))
    }
    for (const one of done) one()
  }
  const journal = {
    /** @type {Journal["put"]} */
    put: (key, value) => {
      batch += `+${key}\t${value}\n`
    },
    /** @type {Journal["remove"]} */
    remove: (key) => {
      batch += `-${key}\n`
    },
    /** @type {Journal["acknowledge"]} */
    acknowledge: (done) => {
      waiting.push(done)
      if (isDue) return
      isDue = true
      setImmediate(flush)
    }
  }
  return { journal, rows }
}

/**
 * @param {number} descriptor
 * @param {Buffer} bytes
 */
const writeAll = (descriptor, bytes) => {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

/**
 * The rows of all whole batches, and where the last one ends.
 * @param {Buffer} bytes
 */
const replay = (bytes) => {
  /** @type {Map<string, string>} */
  const rows = new Map()
  let begin = 0
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at)
    if (end < 0) break
    if (bytes[at] === 0x3d) {
      if (bytes.toString("latin1", at + 1, end) !== String(crc32(bytes.subarray(begin, at)))) break
      apply(rows, bytes.toString("utf8", begin, at))
      begin = end + 1
    }
    at = end + 1
  }
  return { rows, length: begin }
}

/**
 * @param {Map<string, string>} rows
 * @param {string} batch
 */
const apply = (rows, batch) => {
  for (const line of batch.split("\n")) {
    const tab = line.indexOf("\t")
    if (line.startsWith("+")) rows.set(line.slice(1, tab), line.slice(tab + 1))
    else if (line.startsWith("-")) rows.delete(line.slice(1))
  }
}
