/** The fields of a kind of element, each with its type and its rules. */
import { Record, Schema } from "effect"
import { field } from "../../validation/Shape.ts"
import type { Check, RuleTable } from "./Check.ts"

/** The type of each field, then its rules. */
export type Fields = Readonly<Record<string, readonly [type: Schema.Top, ...rules: ReadonlyArray<Check>]>>

type Shapes<F extends Fields> = { readonly [Name in keyof F]: ReturnType<typeof field<F[Name][0]>> }

/** The shape of a kind, in which every field may be left out, and the rules of its fields, by kind. */
export const fieldsOf = <const F extends Fields>(kind: string, fields: F) => {
  const all: Fields = fields
  // Record.map widens each field to the type of all.
  const shapes = Record.map(all, ([type]) => field(type)) as unknown as Shapes<F>
  const rules: RuleTable = { [kind]: Record.map(all, ([, ...checks]) => checks) }
  return { shape: Schema.Struct(shapes).annotate({ identifier: kind }), rules }
}
