/**
 * Bodies of the REST surface as fields of a world's elements. A body has its own shape; every rule of a field is the
 * element's own (WorldRules), so that REST and the control plane refuse the same things.
 */
import type { Fault, Path } from "../error/Fault.ts"
import type { FileElement } from "./WorldTarget.ts"

export interface ElementBody {
  /** The fields that are said, in the shape of the world file. */
  readonly body: FileElement
  /** What the body itself has wrong. */
  readonly faults: ReadonlyArray<Fault>
  /** Where the body has the fields that are called otherwise there. */
  readonly places: Readonly<Record<string, Path>>
}

/** The fields that are not undefined. */
export const said = (fields: FileElement): FileElement =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** What was sent, where null says nothing. */
export const unlessNull = <A>(value: A | null | undefined): A | undefined => value ?? undefined

/** A bit set as decimal text. */
export const bits = (value: bigint | null | undefined): string | null | undefined =>
  typeof value === "bigint" ? String(value) : value
