/** Reads a file of command definitions, or runs a module of them. */
import * as DocumentText from "@backlot/document/DocumentText"
import { http } from "@backlot/domain/base/Limits"
import { Effect, Result } from "effect"
import { readText } from "../given/GivenText.ts"
import { shownPath } from "../given/ShownPath.ts"
import { type CheckSource, definitionsIn, SourceUnreadable } from "./CheckDefinitions.ts"
import { isModule, readModule } from "./CheckModule.ts"

/** `-` is stdin, which cannot be a module. */
export const readSource = Effect.fnUntraced(function* (path: string) {
  const file = path === "-" ? "stdin" : shownPath(path)
  const text = yield* readText(path, http.bodyBytes).pipe(
    Effect.mapError(
      ({ why, isFolder }) =>
        new SourceUnreadable({ file, text: "", position: undefined, message: isFolder ? folder(file) : why })
    )
  )
  if (isModule(path)) return yield* readModule({ path, file, text })
  const parsed = DocumentText.parse(text, { ...KIND, format: DocumentText.formatOf(path) })
  if (Result.isFailure(parsed)) {
    return yield* new SourceUnreadable({ file, text, position: parsed.failure, message: parsed.failure.message })
  }
  const { value, locate } = parsed.success
  return { file, text, locate, ...definitionsIn(value) } satisfies CheckSource
})

/** A definition file has the size and depth limits of one request. Our choice: docs/choices.md "Command line". */
const KIND = { empty: "It is empty. A definition is a command, a list of commands, or { commands: [...] }.", depth: 32 }

const folder = (file: string): string => `it is a folder; name its files, as in: backlot check ${file}/*.json`
