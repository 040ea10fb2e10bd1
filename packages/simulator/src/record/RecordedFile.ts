/** A recorded scenario or world as the text of a file. Runs in browsers too. */
import { stringify } from "yaml"

export const fileText = (value: unknown, format: "yaml" | "json"): string =>
  format === "json"
    ? `${JSON.stringify(value, null, 2)}\n`
    : stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
