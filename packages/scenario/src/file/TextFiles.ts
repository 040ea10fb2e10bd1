/** Files that are texts in memory, such as those of a page: documents, no modules, and no files for steps to send. */
import { Effect } from "effect"
import { documentOf, type SourceFiles, unreadable } from "./Source.ts"

/** @param texts by the names that files have for one another */
export const textFiles = (texts: Readonly<Record<string, string>>): SourceFiles => ({
  read: (file, empty) =>
    Object.hasOwn(texts, file)
      ? Effect.fromResult(documentOf(file, texts[file] ?? "", empty))
      : Effect.fail({ ...unreadable({ file, line: 1, column: 1, message: "file not found" }), absent: true }),
  beside: (_, path) => path,
  has: () => false
})
