/** The fields of a kind of element, each with its type and its rules, and the kinds that it holds. */
import { Record, Schema } from "effect"
import { field } from "../../validation/Shape.ts"
import type { Check, RuleTable } from "./Check.ts"
import { inside, type Placed, type PlacedTable } from "./Placed.ts"

/** The type of each field, then its rules. */
export type Fields = Readonly<Record<string, readonly [type: Schema.Top, ...rules: ReadonlyArray<Check>]>>

type Shapes<F extends Fields> = { readonly [Name in keyof F]: ReturnType<typeof field<F[Name][0]>> }

/** Kinds by the names of their lists in the element that holds them. */
type Kinds = Readonly<Record<string, { places(own: ReadonlyArray<Placed<object>>): PlacedTable; rules: RuleTable }>>

type Joined<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The elements of a kind and of the kinds that it holds, by kind. */
type Places<K extends string, D, H extends Kinds> = { readonly [Name in K]: ReadonlyArray<Placed<D>> } & Joined<
  ReturnType<H[keyof H]["places"]>
>

/**
 * The shape of a kind, in which every field may be left out; the rules of its fields and the places of its elements, with
 * those of the kinds that it holds.
 */
export const fieldsOf = <const K extends string, const F extends Fields, const H extends Kinds = Record<never, never>>(
  kind: K,
  fields: F,
  holds?: H
) => {
  const all: Fields = fields
  // Record.map widens each field to the type of all.
  const shapes = Record.map(all, ([type]) => field(type)) as unknown as Shapes<F>
  const shape = Schema.Struct(shapes).annotate({ identifier: kind })
  const held = Object.entries<Kinds[string]>(holds ?? {})
  const rules: RuleTable = Object.assign(
    { [kind]: Record.map(all, ([, ...checks]) => checks) },
    ...held.map(([, one]) => one.rules)
  )
  const places = (own: ReadonlyArray<Placed<typeof shape.Type>>): Places<K, typeof shape.Type, H> =>
    Object.assign({ [kind]: own }, ...held.map(([name, one]) => one.places(inside(own, name))))
  return { kind, shape, places, rules }
}
