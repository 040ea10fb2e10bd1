/**
 * Reads an input without faults in one walk. The schema handles any other input and finds the faults. Kept because the
 * schema alone takes five times as long for a command with ten options (38 µs instead of 8 µs; effect's
 * SchemaJITCompiler does not compile these transformations). Source: architecture.md "The house" (a precompiled decoder
 * where it is hot).
 */
import type { Schema } from "effect"

/** The result for an input that may be faulty. */
export const UNSURE: unique symbol = Symbol("unsure")

/** The decoded value of a valid input, or `UNSURE`. */
export type Reader = (input: unknown) => unknown

/** A value inside an input, its key there, and the shape that it has to have. Without a key it is the input itself. */
export type Part = readonly [shape: Schema.Constraint, value: unknown, key?: string | number]

/** The parts of an input that the reader is unsure of. Undefined when the input itself may be faulty. */
type Split = (input: unknown) => ReadonlyArray<Part> | undefined

const readers = new WeakMap<Schema.Constraint, Reader>()

const splits = new WeakMap<Reader, Split>()

/** The parts in which the faults of an input are, when the input is faulty only inside. */
export const unsureParts = (schema: Schema.Constraint, input: unknown): ReadonlyArray<Part> | undefined => {
  const read = readerOf(schema)
  return read && splits.get(read)?.(input)
}

const withSplit = (reader: Reader, split: Split): Reader => {
  splits.set(reader, split)
  return reader
}

/** Sets the reader of a schema and returns the schema. */
export const withReader = <S extends Schema.Constraint>(schema: S, reader: Reader | undefined): S => {
  if (reader !== undefined) readers.set(schema, reader)
  return schema
}

/** The reader of a schema, if it can have one. */
export const readerOf = (schema: Schema.Constraint): Reader | undefined => {
  const known = readers.get(schema)
  if (known !== undefined || !isPlainStruct(schema)) return known
  const reader = structReader(schema.fields)
  withReader(schema, reader)
  return reader
}

/** Keeps null, and undefined when `loose`. */
export const absentOr = (item: Schema.Constraint, loose: boolean): Reader | undefined => {
  const read = readerOf(item)
  if (read === undefined) return undefined
  return withSplit(
    (input) => (input === null || (loose && input === undefined) ? input : read(input)),
    (input) => [[item, input]]
  )
}

/** Reads the first `max` elements of an array. */
export const listReader = (item: Schema.Constraint, max: number): Reader | undefined => {
  const read = readerOf(item)
  if (read === undefined) return undefined
  const readList: Reader = (input) => {
    if (!Array.isArray(input)) return UNSURE
    const length = Math.min(input.length, max)
    const result: Array<unknown> = []
    for (let i = 0; i < length; i++) {
      const value = read(input[i])
      if (value === UNSURE) return UNSURE
      result.push(value)
    }
    return result
  }
  return withSplit(readList, (input) => {
    if (!Array.isArray(input)) return undefined
    const parts: Array<Part> = []
    const length = Math.min(input.length, max)
    for (let i = 0; i < length; i++) if (read(input[i]) === UNSURE) parts.push([item, input[i], i])
    return parts
  })
}

/** Reads a dictionary of up to `max` entries. */
export const dictReader = (item: Schema.Constraint, max: number): Reader | undefined => {
  const read = readerOf(item)
  if (read === undefined) return undefined
  return (input) => {
    if (!isRecord(input)) return UNSURE
    const keys = Object.keys(input)
    if (keys.length > max) return UNSURE
    const result: Record<string, unknown> = {}
    for (const key of keys) {
      const value = key === "__proto__" ? UNSURE : read(input[key])
      if (value === UNSURE) return UNSURE
      result[key] = value
    }
    return result
  }
}

interface Entry {
  readonly key: string
  readonly read: Reader
  readonly shape: Schema.Constraint
  /** 0: the number has no bit left, and the field is looked up. */
  readonly bit: number
}

/** The bits of a number. */
const BITS = 32

const structReader = (fields: Schema.Struct.Fields): Reader | undefined => {
  const entries: Array<Entry> = []
  for (const [key, shape] of Object.entries(fields)) {
    const read = readerOf(shape)
    if (read === undefined) return undefined
    entries.push({ key, read, shape, bit: entries.length < BITS ? 1 << entries.length : 0 })
  }
  // An empty struct keeps its input.
  if (entries.length === 0) return () => UNSURE
  const bits = new Map(entries.map(({ key, bit }) => [key, bit]))
  /** The bits of the fields that an input has, which are far fewer than the fields that it may have. */
  const sentIn = (input: Readonly<Record<string, unknown>>): number => {
    let sent = 0
    for (const key in input) sent |= bits.get(key) ?? 0
    return sent
  }
  const readStruct: Reader = (input) => {
    if (!isRecord(input)) return UNSURE
    const sent = sentIn(input)
    const result: Record<string, unknown> = {}
    for (const { key, read, bit } of entries) {
      if (bit === 0 ? !Object.hasOwn(input, key) : (sent & bit) === 0) continue
      const value = read(input[key])
      if (value === UNSURE) return UNSURE
      result[key] = value
    }
    return result
  }
  return withSplit(readStruct, (input) => {
    if (!isRecord(input)) return undefined
    const sent = sentIn(input)
    const parts: Array<Part> = []
    for (const { key, read, shape, bit } of entries) {
      const isSent = bit === 0 ? Object.hasOwn(input, key) : (sent & bit) !== 0
      if (isSent && read(input[key]) === UNSURE) parts.push([shape, input[key], key])
    }
    return parts
  })
}

/** A struct without checks and transformations, whose fields may all be left out. */
const isPlainStruct = (schema: Schema.Constraint): schema is Schema.Struct<Schema.Struct.Fields> =>
  "fields" in schema &&
  schema.ast._tag === "Objects" &&
  schema.ast.checks === undefined &&
  schema.ast.encoding === undefined &&
  schema.ast.propertySignatures.every(({ type }) => type.context?.isOptional === true)

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> => {
  if (typeof input !== "object" || input === null) return false
  const prototype = Object.getPrototypeOf(input)
  return prototype === Object.prototype || prototype === null
}
