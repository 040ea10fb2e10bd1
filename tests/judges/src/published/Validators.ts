/**
 * Validators of the published types. Generating them takes seconds, so their code is kept in dist, for each version
 * and set of corrections; `Generate.ts` does it ahead of a run.
 */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Ajv, type ValidateFunction } from "ajv"
import standalone from "ajv/dist/standalone/index.js"
import { CORRECTIONS, type Correction, correct } from "./Corrections.ts"
import { generateSchema } from "./TypeSchema.ts"

export type Validators<Name extends string> = Readonly<Record<Name, ValidateFunction>>

const require = createRequire(import.meta.url)

/** A validator for each of these types, by name. */
export const validatorsOf = <Name extends string>(
  names: ReadonlyArray<Name>,
  corrections: ReadonlyArray<Correction> = CORRECTIONS
): Validators<Name> => {
  const file = join(CACHE, `${digestOf(names, corrections)}.cjs`)
  if (!existsSync(file)) keep(file, compile(names, corrections))
  return require(file)
}

const CACHE = join(import.meta.dirname, "../../dist/published")

/** Covers everything that the code depends on. */
const digestOf = (names: ReadonlyArray<string>, corrections: ReadonlyArray<Correction>): string => {
  const about = [names, corrections.map(({ because }) => because)]
  const hash = createHash("sha256").update(JSON.stringify(about))
  for (const name of ["discord-api-types/v10", "typescript-json-schema", "ajv"]) hash.update(require.resolve(name))
  for (const file of ["Corrections.ts", "TypeSchema.ts", "Validators.ts"]) {
    hash.update(readFileSync(join(import.meta.dirname, file)))
  }
  return hash.digest("hex").slice(0, 16)
}

/** Renamed into place, because several test runs may read it at the same time. */
const keep = (file: string, code: string): void => {
  const own = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(own, code)
  renameSync(own, file)
}

const compile = (names: ReadonlyArray<string>, corrections: ReadonlyArray<Correction>): string => {
  const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, code: { source: true } })
  ajv.addSchema(correct(generateSchema(names), corrections), "published")
  for (const name of names) ajv.addSchema({ $ref: `published#/definitions/${name}` }, name)
  // The module's default export is the function itself; its types differ for ES modules.
  const write = standalone as unknown as typeof standalone.default
  return write(ajv, Object.fromEntries(names.map((name) => [name, name])))
}
