/**
 * Which stored command each element of a bulk overwrite means.
 * Source: wire-rest.md §1.2 "Bulk match", "Type is immutable"; decision 20.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { ApplicationCommand, CommandType } from "../record/ApplicationCommand.ts"
import { Any, decoder, looseField as field, Id, Text } from "../validation/Shape.ts"
import { commandType } from "./CommandBody.ts"

/** What a bulk element is matched by. */
export interface BulkKey {
  readonly id?: Snowflake | undefined
  readonly type: CommandType
  readonly name: string
}

export interface Matching {
  /** At the position of each element the stored command it means, or nothing for a new one. */
  readonly matches: ReadonlyArray<ApplicationCommand | undefined>
  /** What only the stored commands reveal, at the element's position: to be reported beside the faults of the body. */
  readonly faults: ReadonlyArray<Fault>
}

/**
 * What the elements of a bulk body are matched by, as far as it can be read, also in a body that is at fault: wire-rest.md
 * §3.1 "All violations found are reported together". Undefined where the type cannot be read; a name that cannot be read
 * is empty, which no command's is.
 */
export const bulkKeys = (body: unknown): ReadonlyArray<BulkKey | undefined> => {
  const elements: ReadonlyArray<unknown> = Array.isArray(body) ? body.slice(0, Limits.command.bulk) : []
  return elements.map((element) => {
    const { value } = decodeKey(element)
    const type = commandType(value)
    return type === undefined ? undefined : { id: value.id ?? undefined, type, name: value.name ?? "" }
  })
}

/** What no two commands of a scope share: names are unique per type (service.md "Naming rules"). */
export const nameKey = (command: Pick<BulkKey, "type" | "name">): string => `${command.type} ${command.name}`

/**
 * Matches by id, else by type and name, which no two valid elements share. An id that is not stored counts as none
 * (ours). An element without a key means no stored command.
 */
export const match = (
  state: ReadonlyArray<ApplicationCommand>,
  elements: ReadonlyArray<BulkKey | undefined>
): Matching => {
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
  // A command that some element names by its id is not up for a match by name.
  const matches = elements.map((element, i) => {
    if (element === undefined || claimed[i] !== undefined) return claimed[i]
    const found = byName.get(nameKey(element))
    return found === undefined || taken.has(found) ? undefined : found
  })
  return { matches, faults }
}

const decodeKey = decoder(Schema.Struct({ id: field(Id), type: field(Any), name: field(Text) }))

/** Text of wire-rest.md §1.2 "Type is immutable"; its code is not shown there: ours. */
const TYPE_IMMUTABLE = {
  code: "APPLICATION_COMMAND_TYPE_IMMUTABLE",
  message: "Application command types are immutable"
}
