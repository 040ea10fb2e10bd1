/** JSON Schemas of the published types, generated from their TypeScript sources. */
import { createRequire } from "node:module"
import type { Definition, JsonSchemaGenerator } from "typescript-json-schema"

/** A JSON Schema document that defines types by name. */
export interface TypeSchema {
  readonly definitions: Readonly<Record<string, Definition>>
}

const require = createRequire(import.meta.url)

/** The named types, which `discord-api-types/v10` exports, with all types they refer to. Takes seconds. */
export const generateSchema = (names: ReadonlyArray<string>): TypeSchema => {
  // Loaded here only, because it brings a compiler.
  const { buildGenerator, getProgramFromFiles }: typeof import("typescript-json-schema") =
    require("typescript-json-schema")
  const program = getProgramFromFiles([require.resolve("discord-api-types/v10").replace(/\.m?js$/, ".d.ts")], {
    strictNullChecks: true,
    skipLibCheck: true,
    module: "nodenext",
    moduleResolution: "nodenext",
    target: "esnext"
  })
  const generator = buildGenerator(program, { required: true, ignoreErrors: true })
  if (generator === null) throw new Error("the published types do not compile")
  return define(generator, names)
}

/** The generator reduces a `Record` to an object, so this asks for its contents by name. */
const define = (generator: JsonSchemaGenerator, names: ReadonlyArray<string>): TypeSchema => {
  // For several symbols the generator makes a document of definitions.
  const { definitions } = generator.getSchemaForSymbols([...names], true, true) as unknown as TypeSchema
  const held = Object.keys(definitions).flatMap((name) => heldBy(name) ?? [])
  const missing = held.filter((name) => definitions[name] === undefined)
  if (missing.length > 0) return define(generator, [...names, ...missing])
  const records = held.map((name) => [
    `Record<string,${name}>`,
    { type: "object", additionalProperties: { $ref: `#/definitions/${name}` } }
  ])
  return { definitions: { ...definitions, ...Object.fromEntries(records) } }
}

const heldBy = (name: string): string | undefined => /^Record<string,(\w+)>$/.exec(name)?.[1]
