/**
 * One stored kind: all that the rest of the service knows about it. Each kind is one file beside this one; `Elements` is
 * the table of all. The world file, its rules, its export, the events of edits, what goes with a removed element, and the
 * collections of the store all follow from these tables. Source: product.md "World file".
 */

import type { Schema, SchemaAST } from "effect"
import { scalarText } from "../../base/Scalar.ts"
import { compare, type Snowflake } from "../../base/Snowflake.ts"
import { type FileElement, idsOf, type Target, type TargetKind, type WorldTarget } from "../../element/WorldTarget.ts"
import { type Fault, fault } from "../../error/Fault.ts"
import { badLength } from "../../error/FormError.ts"
import type { ServiceError } from "../../error/ServiceError.ts"
import type { ChangeNoun } from "../../event/EventType.ts"
import type { Guild, Listed, Lists, World } from "../../record/World.ts"
import type { Gone } from "../field/Gone.ts"
import type { Check, RuleTable } from "../rule/Check.ts"
import { type Placed, type PlacedTable, place } from "../rule/Placed.ts"
import { type References, referencesIn } from "../rule/References.ts"
import type { UniqueRule } from "../rule/Unique.ts"

interface Index<R> {
  /** Undefined leaves a record out. */
  of(record: R): ReadonlyArray<Snowflake> | undefined
}

/** What a record can belong to: the store finds all records of one of these. */
export type Owner = "guild" | "user" | "application"

/** `R`: the records. `D`: a record as a file or a body gives it, with every field optional. */
export interface Element<R extends object = object, D = object> {
  readonly list: Listed
  /** Names one of them, in the JSON Schema and in events. */
  readonly kind: string

  /** Types of the fields. Its identifier is `kind`. */
  readonly shape: Schema.ConstraintDecoder<unknown, never> & { readonly ast: SchemaAST.AST }
  /** The element and the elements that it holds, by kind. */
  places(own: ReadonlyArray<Placed<D>>): PlacedTable
  /** The rules of every field, by kind. */
  readonly rules: RuleTable
  /** The defaults of fields, by kind: the published JSON Schema shows them. */
  readonly defaults?: Readonly<Record<string, object>>
  /** The rule that ids are unique; these come before the other rules of all kinds. */
  readonly ids?: UniqueRule<never>
  readonly unique?: ReadonlyArray<UniqueRule<never>>
  /** A file can leave its id to the service. */
  readonly minted?: true

  /** The field that names it in its list; `id` where it is left out. */
  readonly named?: "id" | "user_id" | "application_id" | "code"
  /** The kinds that it holds, by the names of their lists. */
  readonly holds?: Readonly<Record<string, Element>>
  /** The record as the file has it, where that leaves out or changes fields. */
  toFile?(record: R): FileElement
  /** The order in a file; by `order` where it is left out. */
  fileOrder?(record: R): ReadonlyArray<Snowflake>

  /** The field with its file, in a collection of its own: lists are read without it. */
  readonly file?: string
  /** The collections that hold its records; the first holds the record itself. */
  readonly collections: readonly [string, ...ReadonlyArray<string>]
  /** What the store finds a record by. */
  key(record: R): ReadonlyArray<Snowflake>
  /** The order in lists of a world; by `key` where it is left out. */
  order?(record: R): ReadonlyArray<Snowflake>
  /** Further keys of its collection. */
  readonly indexes?: { readonly [name: string]: Index<R>["of"] }
  /** What its records belong to: the store finds them by the index of that name, else by the beginning of the key. */
  readonly belongsTo?: ReadonlyArray<Owner>

  /**
   * The record when others go: the same when that changes nothing, undefined when it goes with them. By default it goes
   * with its guild, its user and its application.
   */
  without?(record: R, gone: Gone, world: World): R | undefined
  /** What goes when the record goes, beside the record. */
  takes?(record: R, world: World): ReadonlyArray<string>
}

/** A kind at the root of the file: how its records are built. */
export interface Rooted<R, D> {
  /** The file has an object in place of a list: the key of each record, and the rules of the object. */
  readonly keyed?: { by(record: R): string; readonly rules: ReadonlyArray<Check> }
  /** `key`: its key in the file, where the list has keys. */
  build(draft: D, building: Building, key: string): R
  /** The records of the lists that an element holds. */
  buildHeld?(draft: D, building: Building): Partial<Lists>
}

export interface AroundGuild extends Pick<Building, "mint"> {
  /** The bot users that its installations make members. */
  readonly bots: ReadonlyArray<Snowflake>
}

/** A kind that guilds hold: the records of one guild. */
export interface InGuild<R, D> {
  buildAll(drafts: ReadonlyArray<D>, guild: Guild, around: AroundGuild): ReadonlyArray<R>
}

/** Makes what a world leaves out. Pure functions: the same question always has the same answer. */
export interface Mint {
  /** Ed25519 seed, 64 hex digits. */
  readonly privateKey: (applicationId: Snowflake) => string
  readonly secret: (what: "bot_token" | "client_secret" | "webhook_token", id: Snowflake) => string
  /** 64 lower-case hex digits. */
  readonly sha256: (text: string) => string
  /** The n-th fresh id, from 0; `freshIds` says how many a world can need. */
  readonly snowflake: (n: number) => Snowflake
}

/** What a world gives its elements when they are built. */
export interface Building {
  readonly mint: Mint
  /** Milliseconds. */
  readonly now: number
  /** The bot user of an application; undefined when there is no such application. */
  readonly botOf: (applicationId: Snowflake) => Snowflake | undefined
}

/** A kind with events of its own in the log. */
export interface Reported<R> {
  readonly kind: ChangeNoun
  /** The data of an event. `before`: the record that an update replaced. */
  event(record: R, before: R | undefined): object
  /** An update of one of these fields adds the record as it was before. */
  readonly beforeWith?: ReadonlyArray<keyof R & string>
  /** It has no events of its own when its guild is created or deleted. */
  readonly quietWithGuild?: true
}

/** A kind that people edit one by one. `T`: the targets that name it. */
export interface Editable<D, T extends WorldTarget> {
  readonly edit: {
    /** What is said where there is none of this name. */
    readonly unknown: new () => ServiceError
    /** When an edit loads all of its holder too: only of a new one, or always. */
    readonly siblings?: "new" | "always"
    /** What changes when it goes, beside what `NAMED` says, and how that is found: of its guild, its channel, or who goes with it. */
    readonly dependents?: { readonly [L in Listed]?: "guild" | "channel" | "member" }
    /** The clock ends it, or a part of it. */
    readonly timed?: true
    /** What a PUT leaves as it is when its body does not give it. */
    readonly kept?: ReadonlyArray<string>
    /** Lists that `null` leaves as they are. */
    readonly lists?: ReadonlyArray<string>
    /** Fields that an edit sets beside those that are given. */
    completed?(edit: Edit<T>, merged: FileElement, before: FileElement | undefined, world: World): FileElement
    /** What the element no longer holds goes like a removed element. */
    dropped?(world: World, target: T, before: FileElement, after: FileElement): ReadonlyArray<string>
    /** What goes when the element comes, or is edited. */
    ends?(world: World, target: T): ReadonlyArray<string>
    /** Faults of fields that no edit may change. */
    fixed?(body: FileElement, before: FileElement | undefined): ReadonlyArray<Fault>
    /** What counts beside the element; by default what it refers to, and who else has its id (`usual`). */
    around?(world: World, target: T, draft: D): Around
    /** Rules about values that occur once; by default `ids` and `unique`. */
    readonly unique?: ReadonlyArray<UniqueRule<never>>
    /** The record of a draft that has no fault. */
    record(target: T, draft: D, world: World, mint: Mint): object
    /** What else an edit changes: the world after it, which has the record. */
    settled?(before: World, after: World, target: T, draft: D, mint: Mint): World
    /** Faults that only the world after the edit shows. */
    refused?(before: World, after: World, target: T): ReadonlyArray<Fault>
    /** Why it cannot be removed, in one sentence. */
    obstacle?(world: World, target: T): string | undefined
  }
}

/** A kind at the root of the file that people edit. `K`: the kind of its targets. */
export type RootKind<R extends object, D extends object, K extends TargetKind> = Element<R, D> &
  Rooted<R, D> &
  Reported<R> &
  Editable<D, Target<K>>

/** A kind of guilds that people edit. */
export type GuildKind<R extends object, D extends object, K extends TargetKind> = Element<R, D> &
  InGuild<R, D> &
  Reported<R> &
  Editable<D, Target<K>>

export interface Edit<T extends WorldTarget = WorldTarget> {
  readonly method: "put" | "patch"
  readonly target: T
  /** In the shape of the world file. */
  readonly body: FileElement
}

/** The world around an edited element. */
export interface Around {
  readonly references: References
  /** Stored elements whose rules depend on the edited one. */
  readonly dependents?: PlacedTable
  /** Stored elements that may have what must be unique. */
  readonly rivals?: PlacedTable
}

export const referring = (world: World): Around => ({ references: referencesIn(world) })

/** Around an element of a kind whose ids occur once: who else has its id. */
export const usual = (kind: Element, world: World, target: WorldTarget): Around => {
  const references = referencesIn(world)
  if (kind.ids === undefined) return { references }
  const [holder = "", id = ""] = idsOf(target)
  return { references, rivals: rivals(kind, world, [id], holder) }
}

/** Records with one of these ids that another guild or another application holds. */
export const rivals = (
  { list, kind, belongsTo: [owner = "guild"] = [] }: Pick<Element, "list" | "kind" | "belongsTo">,
  world: World,
  ids: Iterable<Snowflake>,
  holder: Snowflake
) => {
  const known: ReadonlySet<unknown> = new Set(ids)
  const taken = (record: object): ReadonlyArray<Placed<{ readonly id: Snowflake }>> => {
    const id: Snowflake = Reflect.get(record, "id")
    return known.has(id) && Reflect.get(record, `${owner}_id`) !== holder ? [place([], { id })] : []
  }
  return { [kind]: world[list].flatMap(taken) }
}

/** A guild holds at most so many of a list; one that has more already may keep them. */
export const atMost = (list: Listed, most: number) => {
  const count = (world: World, guildId: Snowflake) =>
    world[list].filter((record: object) => Reflect.get(record, "guild_id") === guildId).length
  return (before: World, after: World, { guild_id }: { readonly guild_id: Snowflake }): ReadonlyArray<Fault> => {
    const held = count(after, guild_id)
    return held > most && held > count(before, guild_id) ? [fault([], badLength(0, most))] : []
  }
}

/** The field that names an element in its list. */
export const nameIn = ({ named = "id" }: Element) => named

/** Records in the order of a world's lists. */
export const sorted = <R extends object>(
  { key, order = key }: Pick<Element<R>, "key" | "order">,
  records: ReadonlyArray<R>
): ReadonlyArray<R> =>
  records.toSorted((a, b) => {
    const other = order(b)
    return order(a).reduce((result, id, i) => result || compare(id, other[i] ?? ""), 0)
  })

/** A record of a guild as the guild holds it in a world file. */
export const withoutGuild = <T extends { readonly guild_id: Snowflake }>({
  guild_id: _,
  ...rest
}: T): Omit<T, "guild_id"> => rest

export const pick = (element: FileElement, fields: ReadonlyArray<string>): FileElement =>
  Object.fromEntries(Object.entries(element).filter(([field]) => fields.includes(field)))

/** The names of the fields that differ, also of those that only one of both has. */
export const changedFields = <A extends object>(before: A, after: A): ReadonlyArray<string> => {
  const fields = (record: A) => new Map<string, unknown>(Object.entries(record))
  const [was, is] = [fields(before), fields(after)]
  return [...new Set([...is.keys(), ...was.keys()])].filter(
    (name) => !isSame(was.get(name) ?? null, is.get(name) ?? null)
  )
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
  given !== undefined && given !== null && scalarText(given) !== scalarText(id)
