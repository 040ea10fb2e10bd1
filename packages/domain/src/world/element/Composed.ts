/** What follows for a file, or for an element that holds others, from the kinds of its lists. */
import { Record, type Schema } from "effect"
import type { Listed } from "../../record/World.ts"
import { list } from "../../validation/Shape.ts"
import type { RuleTable } from "../rule/Check.ts"
import { inside, type Placed, place } from "../rule/Placed.ts"
import type { UniqueRule } from "../rule/Unique.ts"
import type { Element } from "./Element.ts"

/** Kinds by the names of their lists in the element that holds them. */
export type Kinds = Readonly<Record<string, Element>>

type Joined<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The places of the elements of some kinds, by kind. */
export type PlacesOf<K extends Kinds> = Joined<ReturnType<K[keyof K]["places"]>>

/** The fields of these lists. */
export const listsOf = <K extends Readonly<Record<string, { readonly shape: Schema.Top }>>>(kinds: K) =>
  // Record.map widens each list to the type of all.
  Record.map(kinds, ({ shape }) => [list(shape)]) as unknown as {
    readonly [L in keyof K]: readonly [ReturnType<typeof list<K[L]["shape"]>>]
  }

/** The places of what some elements hold in these lists; a list with keys is an object. */
export const placesIn = <K extends Kinds>(outer: ReadonlyArray<Placed<object>>, kinds: K): PlacesOf<K> =>
  Object.assign({}, ...Object.entries(kinds).map(([name, kind]) => kind.places(itemsOf(outer, name) as never)))

const itemsOf = (outer: ReadonlyArray<Placed<object>>, name: string): ReadonlyArray<Placed<unknown>> => {
  const listOf = (value: object): unknown => Object.entries(value).find(([field]) => field === name)?.[1]
  const lists = inside(outer, name, (value) => {
    const items = listOf(value)
    return Array.isArray(items) ? items : []
  })
  const keyed = outer.flatMap(({ path, value, guild_id }) => {
    const items = listOf(value)
    return typeof items !== "object" || items === null || Array.isArray(items)
      ? []
      : Object.entries(items).map(([key, item]) => place([...path, name, key], item, guild_id))
  })
  return [...lists, ...keyed]
}

/** The rules of some kinds, by kind. */
export const rulesOf = (kinds: Kinds): RuleTable => Object.assign({}, ...Object.values(kinds).map((kind) => kind.rules))

/**
 * What must be unique in some kinds: first all ids, then the rest. The faults of the lists of `ORDER` come in that order;
 * others come behind.
 */
export const uniqueOf = (kinds: Iterable<Pick<Element, "list" | "ids" | "unique">>) => {
  const all = [...kinds]
  const rank = ({ list }: { readonly list: Listed }) => (ORDER.includes(list) ? ORDER.indexOf(list) : ORDER.length)
  return [
    ...all.flatMap(({ ids }): ReadonlyArray<UniqueRule<never>> => (ids === undefined ? [] : [ids])),
    ...all.toSorted((a, b) => rank(a) - rank(b)).flatMap(({ unique }) => unique ?? [])
  ]
}

const ORDER: ReadonlyArray<Listed> = [
  ...(["users", "user_installs", "guild_installs", "members", "channels", "direct_channels"] as const),
  ...(["command_permissions", "lobbies", "tokens", "applications"] as const)
]

/** A kind and all kinds that it holds. */
export const withHeld = (kind: Element): ReadonlyArray<Element> => [kind, ...Object.values(kind.holds ?? {})]
