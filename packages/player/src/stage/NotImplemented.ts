/** Calls of applications that Backlot does not implement, reported at the step that made them. Source: README.md. */
import { NOT_IMPLEMENTED } from "@backlot/protocol/error/Header"
import { UNLISTED } from "@backlot/protocol/openapi/Coverage"
import { officialOperations } from "@backlot/protocol/openapi/OfficialOperations"
import { fieldsOf } from "@backlot/scenario/Fields"

/** The calls on one stage, from its events. `fresh` returns each operation once, for the step where it came first. */
export interface NotImplemented {
  readonly notice: (event: { readonly type: string; readonly data: unknown }) => void
  /** Those that no step has reported yet. `already` are operations that the caller reports itself. */
  readonly fresh: (already: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly unreported: () => ReadonlyArray<string>
  readonly all: () => ReadonlyArray<string>
  /** How many events each operation has had; the server groups events of one second. */
  readonly counts: () => ReadonlyMap<string, number>
}

/** Further operations are not reported. Our choice: docs/choices.md "Scenarios". */
const KEPT = 20

export const make = (): NotImplemented => {
  const known = new Map<string, number>()
  const reported = new Set<string>()
  const unreported = () => [...known.keys()].filter((line) => !reported.has(line))
  return {
    notice: ({ type, data }) => {
      if (type !== "rest.not_implemented") return
      const { method, path, operation_id } = fieldsOf(data)
      const line = sentence(String(method), String(path), String(operation_id))
      const count = known.get(line)
      if (count === undefined && known.size >= KEPT) return
      known.set(line, (count ?? 0) + 1)
    },
    fresh: (already) => {
      for (const line of already) reported.add(line)
      const lines = unreported()
      for (const line of lines) reported.add(line)
      return lines
    },
    unreported,
    all: () => [...known.keys()],
    counts: () => known
  }
}

/** The sentence for an answer; undefined if the operation is implemented. */
export const notImplementedIn = (headers: Readonly<Record<string, string>>): string | undefined => {
  const id = headers[NOT_IMPLEMENTED]
  const found =
    id === undefined ? undefined : [...officialOperations(), ...UNLISTED].find((operation) => operation.id === id)
  return found && sentence(found.method, found.path, found.id)
}

const sentence = (method: string, path: string, id: string): string =>
  `${method} ${path} (${id}) is not implemented by this version of Backlot`
