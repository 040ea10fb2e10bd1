/** Files that a step brings along: checked when the scenario is loaded, with absolute paths from then on. */
import type { Path } from "@backlot/domain/error/Fault"
import { type Fields, isPlain } from "../Fields.ts"
import { type Problem, problem } from "../Problem.ts"
import { KINDS } from "../step/Step.ts"
import { hasReference } from "../variable/Interpolation.ts"
import type { SourceFiles } from "./Source.ts"

const LISTS: ReadonlyArray<Path> = [
  ["attachments"],
  ...Object.entries(KINDS).flatMap(([act, { files }]) => (files === undefined ? [] : [[act, files]]))
]

/** The step with absolute paths. Paths with variables stay, and are relative to the working directory. */
export const filesOf = (step: Fields, of: string, files: SourceFiles) => {
  const problems: Array<Problem> = []
  const place = (file: unknown, at: Path): unknown => {
    if (!isPlain(file) || typeof file["path"] !== "string" || hasReference(file["path"])) return file
    const path = files.beside(of, file["path"])
    if (!files.has(path)) {
      problems.push(problem([...at, "path"], `file not found: ${file["path"]}`))
    }
    return { ...file, path }
  }
  const placeAll = (list: unknown, path: Path): unknown =>
    Array.isArray(list) ? list.map((file, index) => place(file, [...path, index])) : list
  const placed = LISTS.reduce((value, path) => change(value, path, (list) => placeAll(list, path)), step)
  return { step: placed, problems }
}

const change = (fields: Fields, [key = "", ...rest]: Path, by: (value: unknown) => unknown): Fields => {
  if (!Object.hasOwn(fields, key)) return fields
  const value = fields[key]
  if (rest.length === 0) return { ...fields, [key]: by(value) }
  return isPlain(value) ? { ...fields, [key]: change(value, rest, by) } : fields
}
