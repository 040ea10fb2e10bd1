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

const structReader = (fields: Schema.Struct.Fields): Reader | undefined => {
  const entries: Array<readonly [string, Reader, Schema.Constraint]> = []
  // An empty struct keeps its input.
  for (const [key, schema] of Object.entries(fields)) {
    const read = readerOf(schema)
    if (read === undefined) return undefined
    entries.push([key, read, schema])
  }
  if (entries.length === 0) return () => UNSURE
  const readStruct: Reader = (input) => {
    if (!isRecord(input)) return UNSURE
    const result: Record<string, unknown> = {}
    for (const [key, read] of entries) {
      const sent = input[key]
      if (sent === undefined && !(key in input)) continue
      const value = read(sent)
      if (value === UNSURE) return UNSURE
      result[key] = value
    }
    return result
  }
  return withSplit(readStruct, (input) => {
    if (!isRecord(input)) return undefined
    const parts: Array<Part> = []
    for (const [key, read, shape] of entries) {
      const sent = input[key]
      if (sent === undefined && !(key in input)) continue
      if (read(sent) === UNSURE) parts.push([shape, sent, key])
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
