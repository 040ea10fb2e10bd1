/** The text of an export: JSON or YAML that `WorldFile.parse` reads back as exactly this world. */
import type { World } from "@backlot/domain/record/World"
import { exportWorld, type WorldPart } from "@backlot/domain/world/WorldExport"
import { Document, type Scalar, visit } from "yaml"

export type WorldFormat = "json" | "yaml"

/** YAML for names that end in .yaml or .yml, else JSON. Our choice: docs/choices.md "World file". */
export const formatOf = (fileName: string): WorldFormat => (/\.ya?ml$/i.test(fileName) ? "yaml" : "json")

/** For programs: JSON on one line, as in answers of the control plane. */
export const compact = (world: World, parts?: ReadonlyArray<WorldPart>): string => json(exportWorld(world, parts))

/** For people and files: indented, with a line end. */
export const pretty = (world: unknown, format: WorldFormat): string =>
  format === "yaml" ? yaml(world) : `${json(world, 2)}\n`

const json = (value: unknown, indent?: number): string => JSON.stringify(value, withExponents, indent)

/** `JSON.stringify` writes integers in full up to 10^21, and our reader takes large ones for ids. */
const withExponents = (_key: string, value: unknown): unknown =>
  isHuge(value) ? rawJSON(value.toExponential()) : value

const isHuge = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) > 2 ** 53 && Math.abs(value) < 1e21

// Every supported Node has it; the compiler's library does not declare it yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

const yaml = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false, version: "1.2" })
  visit(document, { Scalar: (_, node) => plain(node) })
  return document.toString({ lineWidth: 0 })
}

const plain = (node: Scalar): void => {
  if (isHuge(node.value)) node.format = "EXP"
  // Quote characters that a reader could take for a line end, and those that no encoding can carry.
  if (typeof node.value === "string" && UNSAFE.test(node.value)) node.type = "QUOTE_DOUBLE"
}

const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u
