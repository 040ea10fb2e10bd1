/** Compares commands with the registered ones, as a bulk overwrite without ids would. Source: product.md "check". */
import { Equal, Predicate } from "effect"
import type { Path } from "../error/Fault.ts"
import type { ApplicationCommand, CommandContent } from "../record/ApplicationCommand.ts"
import { nameKey } from "./CommandMatch.ts"
import { contentOf } from "./CommandWire.ts"

/** One difference. A side without a value is undefined. */
export interface FieldChange {
  /** Options and choices appear by name, e.g. `["options", "animal", "choices", "Dog", "value"]`. */
  readonly path: Path
  readonly before: unknown
  readonly after: unknown
}

export interface UpdatedCommand {
  readonly before: ApplicationCommand
  readonly after: CommandContent
  /** Never empty. */
  readonly changes: ReadonlyArray<FieldChange>
}

/** New, changed and equal commands in the order of `after`, removed ones in the order of `before`. */
export interface CommandDiff {
  readonly created: ReadonlyArray<CommandContent>
  readonly updated: ReadonlyArray<UpdatedCommand>
  readonly deleted: ReadonlyArray<ApplicationCommand>
  readonly unchanged: ReadonlyArray<ApplicationCommand>
}

/** Compares the commands of one scope. Both sides are complete and normalised; ids and versions are ignored. */
export const diff = (before: ReadonlyArray<ApplicationCommand>, after: ReadonlyArray<CommandContent>): CommandDiff => {
  const left = new Map(before.map((command) => [nameKey(command), command]))
  const created: Array<CommandContent> = []
  const updated: Array<UpdatedCommand> = []
  const unchanged: Array<ApplicationCommand> = []
  for (const command of after) {
    const known = left.get(nameKey(command))
    left.delete(nameKey(command))
    if (known === undefined) {
      created.push(command)
      continue
    }
    const changes = compare(contentOf(known), contentOf(command), [])
    if (changes.length === 0) unchanged.push(known)
    else updated.push({ before: known, after: command, changes })
  }
  return { created, updated, deleted: [...left.values()], unchanged }
}

interface Named {
  readonly name: string
}

const compare = (before: unknown, after: unknown, path: Path): ReadonlyArray<FieldChange> => {
  if (Equal.equals(before, after)) return []
  // A list that appears or disappears as a whole is compared too, with an absent other side.
  if (isNamedList(before ?? after) && isNamedList(after ?? before)) {
    return compareLists(isNamedList(before) ? before : [], isNamedList(after) ? after : [], path)
  }
  if (Predicate.isReadonlyObject(before) && Predicate.isReadonlyObject(after))
    return compareRecords(before, after, path)
  return [{ path, before, after }]
}

const compareRecords = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  path: Path
): ReadonlyArray<FieldChange> =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    compare(before[name], after[name], [...path, name])
  )

/** Options and choices match by name, so that inserting one at the front does not change all that follow. */
const compareLists = (
  before: ReadonlyArray<Named>,
  after: ReadonlyArray<Named>,
  path: Path
): ReadonlyArray<FieldChange> => {
  const left = new Map(before.map((item) => [item.name, item]))
  const right = new Map(after.map((item) => [item.name, item]))
  const oldOrder = [...left.keys()].filter((name) => right.has(name))
  const newOrder = [...right.keys()].filter((name) => left.has(name))
  return [
    ...(Equal.equals(oldOrder, newOrder) ? [] : [{ path, before: oldOrder, after: newOrder }]),
    ...[...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
      const [a, b] = [left.get(name), right.get(name)]
      return a && b
        ? compareRecords({ ...a }, { ...b }, [...path, name])
        : [{ path: [...path, name], before: a, after: b }]
    })
  ]
}

const isNamedList = (value: unknown): value is ReadonlyArray<Named> =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item: unknown) => Predicate.isReadonlyObject(item) && typeof item["name"] === "string")
