/**
 * What one stored kind tells the rest: how its records are stored and exported, and, where people edit it one by one,
 * how an edit is judged and what goes with it. Each kind is one file beside this one; `Elements` is the table of all.
 */
import { Result, type Schema, type SchemaAST } from "effect"
import { compare, type Snowflake } from "../../base/Snowflake.ts"
import type { FileElement, WorldTarget } from "../../element/WorldTarget.ts"
import type { Fault } from "../../error/Fault.ts"
import type { World } from "../../record/World.ts"
import { decoder, withoutEchoes } from "../../validation/Shape.ts"
import { judgeFields, type RuleTable } from "../rule/Check.ts"
import type { Mint } from "../rule/Mint.ts"
import { type Place, type PlaceTable, place } from "../rule/Place.ts"
import type { References } from "../rule/References.ts"
import { judgeUnique, type UniqueRule } from "../rule/Unique.ts"
import { judgeUnknown } from "../rule/Unknown.ts"

/** A kind of record in the store. */
export interface Stored<R> {
  /** The collections that hold its records; the first holds the record itself. */
  readonly collections: readonly [string, ...ReadonlyArray<string>]
  /** What the store finds a record by. */
  readonly key: (record: R) => ReadonlyArray<Snowflake>
  /** The order in lists of a world; by `key` where it is left out. */
  readonly order?: (record: R) => ReadonlyArray<Snowflake>
}

/** A kind with events of its own in the log. */
export interface Reported<R> {
  /** The data of an event. `before`: the record that an update replaced. */
  readonly event: (record: R, before: R | undefined) => object
  /** An update of one of these fields adds the record as it was before. */
  readonly beforeWith?: ReadonlyArray<keyof R & string>
}

/** A kind that people edit one by one. `T`: the targets that name it. */
export interface Editable<T extends WorldTarget> {
  /** The element as the world file has it; undefined when the world has none. */
  find(world: World, target: T): FileElement | undefined
  /** What a PUT leaves as it is when its body does not give it. */
  readonly kept: ReadonlyArray<string>
  /** Lists that `null` leaves as they are. */
  readonly lists?: ReadonlyArray<string>
  /** Fields that an edit sets beside those that are given. */
  completed?(edit: Edit<T>, merged: FileElement, before: FileElement | undefined, world: World): FileElement
  /** Takes away what the element no longer holds. */
  withoutDropped?(world: World, target: T, before: FileElement, after: FileElement): World
  /** Faults of fields that no edit may change. */
  fixed?(body: FileElement, before: FileElement | undefined): ReadonlyArray<Fault>
  /** The world with the element judged and put. */
  put(world: World, target: T, element: FileElement, mint: Mint): Result.Result<World, ReadonlyArray<Fault>>
  /** The world without the element and without all that goes with it. */
  remove(world: World, target: T): World
  /** Why it cannot be removed, in one sentence. */
  obstacle?(world: World, target: T): string | undefined
}

export interface Edit<T extends WorldTarget = WorldTarget> {
  readonly method: "put" | "patch"
  readonly target: T
  /** In the shape of the world file. */
  readonly body: FileElement
}

interface Judging<D, P extends PlaceTable> {
  readonly shape: Schema.ConstraintDecoder<D, never> & { readonly ast: SchemaAST.AST }
  /** The element and the elements that it holds. */
  readonly places: (own: ReadonlyArray<Place<D>>) => P
  readonly rules: RuleTable
  readonly unique: ReadonlyArray<UniqueRule<P>>
}

/** The world around an edited element. */
interface Around<D, P> {
  readonly guild_id?: Snowflake
  readonly references: (draft: D) => References
  /** Stored elements whose rules depend on the edited one. */
  readonly dependents?: (draft: D) => Partial<P>
  /** Stored elements that may have what must be unique. */
  readonly rivals?: (draft: D) => Partial<P>
  readonly mint: Mint
}

/** Judges one element by its shape and rules, and puts the draft that has no fault. */
export const judging = <D extends object, P extends PlaceTable>({ shape, places, rules, unique }: Judging<D, P>) => {
  const decode = decoder(shape)
  return (
    element: FileElement,
    around: Around<D, P>,
    put: (draft: D) => World
  ): Result.Result<World, ReadonlyArray<Fault>> => {
    const { value, faults } = decode(element)
    const own = places([place([], value, around.guild_id)])
    const broken = [
      ...judgeUnknown(shape.ast, element),
      ...withoutEchoes(faults, [
        ...judgeFields(rules, joined(around.dependents?.(value), own), around.references(value)),
        ...judgeUnique(unique, joined(around.rivals?.(value), own), around.mint.sha256)
      ])
    ]
    return broken.length > 0 ? Result.fail(broken) : Result.succeed(put(value))
  }
}

/** Stored elements come first: of two that clash, the later one is at fault. */
const joined = <P extends PlaceTable>(others: Partial<P> | undefined, own: P): P =>
  others === undefined
    ? own
    : // The same keys with longer lists of the same elements.
      ({
        ...own,
        ...Object.fromEntries(
          Object.entries(others).map(([kind, list]) => [kind, [...(list ?? []), ...(own[kind] ?? [])]])
        )
      } as P)

export const shown = <R, F>(record: R | undefined, toFile: (record: R) => F): F | undefined =>
  record === undefined ? undefined : toFile(record)

/** The list with a record in place of the old one, or behind the others. */
export const replaced = <R>(list: ReadonlyArray<R>, isSame: (record: R) => boolean, record: R): ReadonlyArray<R> => {
  const index = list.findIndex(isSame)
  return index < 0 ? [...list, record] : list.with(index, record)
}

/** Records in the order of a world's lists. */
export const sorted = <R>(
  { key, order = key }: Pick<Stored<R>, "key" | "order">,
  records: ReadonlyArray<R>
): ReadonlyArray<R> =>
  records.toSorted((a, b) => {
    const other = order(b)
    return order(a).reduce((result, id, i) => result || compare(id, other[i] ?? ""), 0)
  })

interface InGuild {
  readonly guild_id: Snowflake
}

/** A record of a guild as the guild holds it in a world file. */
export const withoutGuild = <T extends InGuild>({ guild_id: _, ...rest }: T): Omit<T, "guild_id"> => rest

/** The fields that differ from the default. */
export const beyond = <D extends object, K extends keyof D & string>(
  draft: D,
  fields: ReadonlyArray<K>,
  defaults: Readonly<Record<K, unknown>>
): { readonly [F in K]?: Exclude<D[F], null | undefined> } =>
  // Object.fromEntries widens its keys to string; null and undefined are left out.
  Object.fromEntries(
    fields.flatMap((name) => {
      const value = draft[name]
      return value === undefined || value === null || value === defaults[name] ? [] : [[name, value]]
    })
  ) as { readonly [F in K]?: Exclude<D[F], null | undefined> }

export const pick = (element: FileElement, fields: ReadonlyArray<string>): FileElement =>
  Object.fromEntries(Object.entries(element).filter(([field]) => fields.includes(field)))

/** The names of the fields of `after` that `before` has otherwise. */
export const changedFields = <A extends object>(before: A, after: A): ReadonlyArray<string> => {
  const was = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (isSame(was.get(name) ?? null, value ?? null) ? [] : [name]))
}

/** True for equal JSON values, in whatever order their keys are. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) if (!isSame(a[key], b[key])) return false
  return true
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** True when a body gives another id; ids may be written as numbers. */
export const isOther = (given: unknown, id: unknown): boolean =>
  given !== undefined && given !== null && String(given) !== String(id)
