/** The operator `$schema`: JSON Schema, checked by ajv. Each schema is compiled once. */
import type { Path } from "@backlot/domain/error/Fault"
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Result } from "effect"
import { field, isObject } from "../Fields.ts"
import { oneLine } from "./DescribeValue.ts"
import { describeOther, type Mismatch, type Operator } from "./Mismatch.ts"

export const schema: Operator = {
  description: "The value is valid by this JSON Schema: 2020-12, or draft-07 where its $schema says so.",
  wants: (operand) => compile(operand).fault,
  judge: (operand, actual) => {
    if (actual === undefined) return describeOther(actual, "a value that is valid by a schema")
    const { validate } = compile(operand)
    if (validate === undefined || validate(actual)) return undefined
    return (validate.errors ?? []).slice(0, ERRORS).map((error) => mismatchOf(error, actual))
  }
}

/** How many errors are reported. Our choice: docs/choices.md "Scenarios". */
const ERRORS = 20

interface Compiled {
  readonly validate?: ValidateFunction
  readonly fault?: string
}

/** How many compiled schemas are kept, so that a scenario with generated schemas does not fill the memory. */
const KEPT = 256
const compiled = new Map<string, Compiled>()

const compile = (operand: unknown): Compiled => {
  if (typeof operand !== "boolean" && !isObject(operand)) return { fault: "a JSON Schema: an object, true or false" }
  const key = Result.try(() => JSON.stringify(operand))
  if (Result.isFailure(key)) return { fault: "a JSON Schema that can be written as JSON" }
  const known = compiled.get(key.success)
  if (known !== undefined) return known
  const made = compileAnew(operand)
  if (compiled.size >= KEPT) compiled.clear()
  compiled.set(key.success, made)
  return made
}

const compileAnew = (operand: boolean | object): Compiled => {
  try {
    return { validate: compilerOf(operand).compile(operand) }
  } catch (error) {
    return { fault: `a valid JSON Schema: ${oneLine(error instanceof Error ? error.message : String(error), 300)}` }
  }
}

// Unknown keywords are refused: a mistyped one would accept everything.
const OPTIONS: Options = {
  allErrors: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  addUsedSchema: false,
  logger: false
}

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/

/** Created on first use. */
const compilers: { draft7?: Ajv; newest?: Ajv } = {}

const compilerOf = (operand: boolean | object): Ajv => {
  const dialect = field(operand, "$schema")
  if (typeof dialect === "string" && DRAFT_7.test(dialect)) {
    compilers.draft7 ??= formats.default(new Ajv(OPTIONS))
    return compilers.draft7
  }
  compilers.newest ??= formats.default(new Ajv2020(OPTIONS))
  return compilers.newest
}

const mismatchOf = ({ instancePath, schemaPath, message }: ErrorObject, actual: unknown): Mismatch => {
  const { path, value } = follow(actual, instancePath)
  const text = `is not valid by the schema: ${oneLine(message ?? "it refuses it")} (${oneLine(schemaPath)})`
  return { path, expected: { $schema: message }, actual: value, message: text }
}

/** Converts a JSON pointer into a path, and returns the value there. */
const follow = (root: unknown, pointer: string): { readonly path: Path; readonly value: unknown } => {
  let value = root
  const path = pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~")
      const key = Array.isArray(value) ? Number(name) : name
      value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
      return key
    })
  return { path, value }
}
