/** Parses the text of a world file, YAML 1.2 or JSON. Source: product.md "World file". */
import * as DocumentText from "@backlot/document/DocumentText"
import * as Limits from "@backlot/domain/base/Limits"

/** Returns a value with the line and column of each part. */
export const parse = (text: string, format: DocumentText.Format = "yaml") =>
  DocumentText.parse(text, {
    format,
    empty: "It is empty. A world is a mapping with fields such as applications, users and guilds; {} is one with none",
    depth: Limits.http.worldDepth
  })
