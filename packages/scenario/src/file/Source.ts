/** A file of a scenario or a world as a value with places, and how files are found. */
import * as DocumentText from "@backlot/document/DocumentText"
import * as Limits from "@backlot/domain/base/Limits"
import type { Path } from "@backlot/domain/error/Fault"
import { type Effect, Result } from "effect"
import type { FilePlace } from "../FilePlace.ts"

export interface Source {
  /** Absolute. */
  readonly file: string
  readonly value: unknown
  /** The files it was read from: itself, and the modules that a module imports by a path. */
  readonly files: ReadonlyArray<string>
  /** The place of a part of the value, or of the nearest part above it that is in the file. */
  readonly locate: (path: Path) => FilePlace
  /** The steps that `judgeFile` found sound: they are not judged again. */
  readonly sound: WeakSet<object>
}

/** Why a file has no value. */
export interface Unreadable extends FilePlace {
  readonly message: string
  /** The file is missing or cannot be opened. */
  readonly absent: boolean
  /** After a change of one of them, it must be read again. */
  readonly files: ReadonlyArray<string>
}

/** Where the files of a scenario are: on a disk, or the texts that a page holds. */
export interface SourceFiles {
  /** @param empty the message for an empty file */
  readonly read: (file: string, empty: string) => Effect.Effect<Source, Unreadable>
  /** The absolute path of what a file names. */
  readonly beside: (file: string, path: string) => string
  /** Whether there is such a file for a step to send. */
  readonly has: (path: string) => boolean
}

/** A world may nest as deeply inside a scenario as in a file of its own. */
export const DEPTH = Limits.http.worldDepth + 8

/** YAML or JSON, by the name of the file. */
export const documentOf = (file: string, text: string, empty: string): Result.Result<Source, Unreadable> =>
  Result.mapBoth(DocumentText.parse(text, { empty, depth: DEPTH, format: DocumentText.formatOf(file) }), {
    onSuccess: ({ value, locate }) => sourceOf(file, value, locate, [file]),
    onFailure: ({ line, column, message }) =>
      unreadable({ file, line, column, message: message + quotesHint(text, line) })
  })

export const sourceOf = (
  file: string,
  value: unknown,
  locate: (path: Path) => Omit<FilePlace, "file">,
  files: ReadonlyArray<string>
): Source => ({
  file,
  files,
  value,
  sound: new WeakSet<object>(),
  locate: (path: Path): FilePlace => ({ file, ...locate(path) })
})

export const unreadable = (broken: FilePlace & { readonly message: string }): Unreadable => ({
  ...broken,
  absent: false,
  files: [broken.file]
})

/** YAML reads the brace of an unquoted `${…}` inside `{ }` as its own. */
const quotesHint = (text: string, line: number): string =>
  /[{[,:]\s*\$+\{/.test(text.split("\n")[line - 1] ?? "") ? "; inside { } and [ ] a text with ${…} needs quotes" : ""
