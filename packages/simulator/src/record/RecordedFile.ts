/** Formats a recorded scenario as YAML or JSON. */
import type { Scenario } from "@backlot/scenario/Scenario"
import { stringify } from "yaml"

export type FileFormat = "yaml" | "json"

export const formatOf = (path: string): FileFormat => (/\.json$/i.test(path) ? "json" : "yaml")

export const fileText = (value: Scenario | unknown, format: FileFormat): string =>
  format === "json"
    ? `${JSON.stringify(value, null, 2)}\n`
    : stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
