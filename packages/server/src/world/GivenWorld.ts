/** A world that an operator gives as text: decoded whole, or refused with the place of every fault in it. */
import * as DocumentText from "@backlot/document/DocumentText"
import { formatFaults, type PlacedFault, placeFaults } from "@backlot/document/PlacedFault"
import * as WorldInput from "@backlot/usecases/world/WorldInput"
import { Data, Effect, Result } from "effect"
import * as WorldFile from "./WorldFile.ts"

export interface GivenWorld {
  /** Names the text in messages. */
  readonly file: string
  readonly text: string
}

/** One line for a person, or one for each fault: `file:line:column path: message [CODE]`. */
export class WorldUnusable extends Data.TaggedError("WorldUnusable")<{
  readonly message: string
  /** Of a text that can be read, all of them, with their places in it. */
  readonly faults?: ReadonlyArray<PlacedFault>
}> {}

export const decode = Effect.fnUntraced(function* ({ file, text }: GivenWorld) {
  const parsed = WorldFile.parse(text, DocumentText.formatOf(file))
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
