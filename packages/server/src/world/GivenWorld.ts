/** A world given as text, YAML 1.2 or JSON: decodes it, or refuses it with the place of every fault. Source: product.md "World file". */
import * as DocumentText from "@backlot/document/DocumentText"
import { formatFaults, type PlacedFault, placeFaults } from "@backlot/document/PlacedFault"
import * as Limits from "@backlot/domain/base/Limits"
import * as WorldInput from "@backlot/usecases/world/WorldInput"
import { Data, Effect, Result } from "effect"

export interface GivenWorld {
  /** The name of the text in messages. */
  readonly file: string
  readonly text: string
}

/** `message` is one line for a person, or one line per fault: `file:line:column path: message [CODE]`. */
export class WorldUnusable extends Data.TaggedError("WorldUnusable")<{
  readonly message: string
  /** All faults with their places, if the text can be parsed. */
  readonly faults?: ReadonlyArray<PlacedFault>
}> {}

export const decode = Effect.fnUntraced(function* ({ file, text }: GivenWorld) {
  const parsed = parse(text, DocumentText.formatOf(file))
  if (Result.isFailure(parsed)) {
    const { line, column, message } = parsed.failure
    return yield* new WorldUnusable({ message: `${file}:${line}:${column} ${message}` })
  }
  const { value, locate } = parsed.success
  const decoded = yield* WorldInput.decode(value)
  if (Result.isFailure(decoded)) {
    const faults = placeFaults(decoded.failure, locate)
    return yield* new WorldUnusable({ message: formatFaults(file, faults).join("\n"), faults })
  }
  return decoded.success
})

/** Returns a value with the line and column of each part. */
export const parse = (text: string, format: DocumentText.Format = "yaml") =>
  DocumentText.parse(text, {
    format,
    empty: "It is empty. A world is a mapping with fields such as applications, users and guilds; {} is one with none",
    depth: Limits.http.worldDepth
  })
