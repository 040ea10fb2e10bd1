/** Files that users and applications bring along. */
import { Schema } from "effect"
import { optional, Text } from "../Vocabulary.ts"

/** A path relative to the scenario, or the content itself. */
export const File = Schema.Struct({
  path: optional(Text, "Relative to the scenario file."),
  text: optional(Text, "The content, as text."),
  base64: optional(Text, "The content, as base64."),
  filename: optional(Text, "Default: the name of `path`."),
  content_type: optional(Text, "A media type such as image/png.")
}).annotate({ identifier: "File" })

export const OptionFile = Schema.Struct({
  option: Text.annotate({ description: "The name of the ATTACHMENT option." }),
  ...File.fields
}).annotate({ identifier: "OptionFile" })

export const FieldFile = Schema.Struct({
  field: Text.annotate({ description: "The file upload, by custom_id or label." }),
  ...File.fields
}).annotate({ identifier: "FieldFile" })
