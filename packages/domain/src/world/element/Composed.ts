/** What follows for a file, or for an element that holds others, from the kinds of its lists. */
import { Record, type Schema } from "effect"
import type { Listed } from "../../record/World.ts"
import { list } from "../../validation/Shape.ts"
import type { UniqueRule } from "../rule/Unique.ts"
import type { Element } from "./Element.ts"

/** The fields of these lists. */
export const listsOf = <K extends Readonly<Record<string, { readonly shape: Schema.Top }>>>(kinds: K) =>
  // Record.map widens each list to the type of all.
  Record.map(kinds, ({ shape }) => [list(shape)]) as unknown as {
    readonly [L in keyof K]: readonly [ReturnType<typeof list<K[L]["shape"]>>]
  }

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
