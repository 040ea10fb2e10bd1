/** Drafts of elements and where they are written, so that faults get their path. */
import type { Snowflake } from "../../base/Snowflake.ts"
import { type Fault, fault, type Path } from "../../error/Fault.ts"

/** A draft: an element as a file or a body gives it, with every field optional. */
export interface Placed<Draft> {
  /** From the root of the file, or from the root of the element that is edited. */
  readonly path: Path
  readonly value: Draft
  /** The guild that holds the element; empty outside guilds. */
  readonly guild_id: Snowflake
  /** Names a stored element beside the edited one, e.g. `channel 200000000000000021`; its faults name it too. */
  readonly where?: string | undefined
}

/** Places by the kind of their elements. */
export type PlacedTable = Readonly<Record<string, ReadonlyArray<Placed<object>> | undefined>>

export const place = <T>(path: Path, value: T, guild_id: Snowflake = ""): Placed<T> => ({
  path,
  value,
  guild_id,
  where: undefined
})

/** A stored element beside the edited one. */
export const beside = <T>(where: string, value: T, guild_id: Snowflake = ""): Placed<T> => ({
  ...place([], value, guild_id),
  where
})

/** Written field by field, because a world has very many places. */
const holding = <T>({ guild_id, where }: Placed<unknown>, path: Path, value: T): Placed<T> => ({
  path,
  value,
  guild_id,
  where
})

/** What some elements hold in a field. */
export const held = <T, U>(
  outer: ReadonlyArray<Placed<T>>,
  key: string,
  item: (value: T) => U | null | undefined
): ReadonlyArray<Placed<U>> =>
  outer.flatMap((o) => {
    const value = item(o.value)
    return value === undefined || value === null ? [] : [holding(o, [...o.path, key], value)]
  })

/** The elements of a list that some elements hold; a list with keys is an object. */
export const inside = (outer: ReadonlyArray<Placed<object>>, name: string): ReadonlyArray<Placed<object>> =>
  outer.flatMap((o) => {
    const items: object = Reflect.get(o.value, name) ?? {}
    return Array.isArray(items)
      ? items.map((item, i) => holding(o, [...o.path, name, i], item))
      : Object.entries(items).map(([key, item]) => holding(o, [...o.path, name, key], item))
  })

/** A fault at a path; a fault of a stored element beside the edited one goes to the root and names the element. */
export const faultAt = (
  { path, where }: Pick<Placed<unknown>, "path" | "where">,
  { code, message }: { readonly code: string; readonly message: string }
): Fault =>
  where === undefined
    ? fault(path, { code, message })
    : fault([], { code, message: `${[where, ...path].join(" ")}: ${message}` })
