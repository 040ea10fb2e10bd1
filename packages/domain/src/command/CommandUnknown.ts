/** Fields that no command has: ignored (decision 23), or typing errors. Source: service.md "Application command". */
import { Predicate } from "effect"
import type { Path } from "../error/Fault.ts"
import { FIELDS, SHAPES } from "./CommandBody.ts"

export interface UnknownField {
  readonly path: Path
  /** The known fields. */
  readonly known: ReadonlyArray<string>
}

/** Unknown fields of an element of a bulk body; paths begin at the element. */
export const unknownInCommand = (body: unknown, scope: keyof typeof SHAPES): ReadonlyArray<UnknownField> =>
  Predicate.isReadonlyObject(body)
    ? [
        ...outside(body, Object.keys(SHAPES[scope].element.fields), []),
        ...unknownInOptions(body["options"], ["options"])
      ]
    : []

/** Unknown fields of the list of options at `path`, and of everything below. */
export const unknownInOptions = (options: unknown, path: Path, depth = 1): ReadonlyArray<UnknownField> =>
  elements(options).flatMap((option, i) => {
    if (!Predicate.isReadonlyObject(option) || depth > OPTION_DEPTH) return []
    const at = [...path, i]
    return [
      ...outside(option, FIELDS.option, at),
      ...elements(option["choices"]).flatMap((choice, j) =>
        Predicate.isReadonlyObject(choice) ? outside(choice, FIELDS.choice, [...at, "choices", j]) : []
      ),
      ...unknownInOptions(option["options"], [...at, "options"], depth + 1)
    ]
  })

/** Levels: group, subcommand, value. */
const OPTION_DEPTH = 3

const outside = (value: object, known: ReadonlyArray<string>, path: Path): ReadonlyArray<UnknownField> =>
  Object.entries(value).flatMap(([key, held]) =>
    held === undefined || known.includes(key) ? [] : [{ path: [...path, key], known }]
  )

const elements = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
