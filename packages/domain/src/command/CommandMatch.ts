/** Finds the stored command for each element of a bulk overwrite. Source: wire-rest.md §1.2; decision 20. */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { ApplicationCommand, CommandType } from "../record/ApplicationCommand.ts"
import { Any, decoder, looseField as field, Id, Text } from "../validation/Shape.ts"
import { commandType } from "./CommandBody.ts"

/** The key for matching a bulk element. */
export interface BulkKey {
  readonly id?: Snowflake | undefined
  readonly type: CommandType
  readonly name: string
}

/** The readable keys of a bulk body, also of a faulty one (wire-rest.md §3.1); an unreadable name becomes empty. */
export const bulkKeys = (body: unknown): ReadonlyArray<BulkKey | undefined> => {
  const elements: ReadonlyArray<unknown> = Array.isArray(body) ? body.slice(0, Limits.command.bulk) : []
  return elements.map((element) => {
    const { value } = decodeKey(element)
    const type = commandType(value)
    return type === undefined ? undefined : { id: value.id ?? undefined, type, name: value.name ?? "" }
  })
}

/** Unique within a scope: each type has a name only once (service.md "Naming rules"). */
export const nameKey = (command: Pick<BulkKey, "type" | "name">): string => `${command.type} ${command.name}`

/** Matches by id, else by type and name; an unknown id is ignored. Our choice: docs/choices.md "Registration". */
export const match = (state: ReadonlyArray<ApplicationCommand>, elements: ReadonlyArray<BulkKey | undefined>) => {
  const byId = new Map(state.map((c) => [c.id, c]))
  const byName = new Map(state.map((c) => [nameKey(c), c]))
  const taken = new Set<ApplicationCommand>()
  const faults: Array<Fault> = []
  const claimed = elements.map((element, i) => {
    const found = element?.id === undefined ? undefined : byId.get(element.id)
    if (element === undefined || found === undefined) return undefined
    if (found.type !== element.type) faults.push(fault([i, "type"], TYPE_IMMUTABLE))
    if (taken.has(found)) faults.push(fault([i, "id"], FormError.notUnique))
    taken.add(found)
    return found
  })
  // A command that an element names by id cannot match by name.
  const matches = elements.map((element, i) => {
    if (element === undefined || claimed[i] !== undefined) return claimed[i]
    const found = byName.get(nameKey(element))
    return found === undefined || taken.has(found) ? undefined : found
  })
  return {
    /** The stored command of each element, or undefined for a new one. */
    matches,
    /** Faults that only the stored commands reveal, reported together with the faults of the body. */
    faults
  }
}

const decodeKey = decoder(Schema.Struct({ id: field(Id), type: field(Any), name: field(Text) }))

/** Text of wire-rest.md §1.2 "Type is immutable"; the code is our choice: docs/choices.md "Registration". */
const TYPE_IMMUTABLE = FormError.of("APPLICATION_COMMAND_TYPE_IMMUTABLE", "Application command types are immutable")
