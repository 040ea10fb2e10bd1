/** Bodies of the REST API as fields of a world's elements, judged by the rules of the element. */
import type { Fault, Path } from "../error/Fault.ts"
import type { UploadedPicture } from "../record/UploadedPicture.ts"
import type { FileElement } from "./WorldTarget.ts"

export interface ElementBody {
  /** The given fields, in the shape of the world file. */
  readonly body: FileElement
  /** Faults of the body itself. */
  readonly faults: ReadonlyArray<Fault>
  /** Paths of the fields that have another name in the body. */
  readonly places: Readonly<Record<string, Path>>
  /** The pictures that it uploads, of which the fields have the hashes. */
  readonly pictures?: ReadonlyArray<UploadedPicture>
}

/** The fields that are not undefined. */
export const said = (fields: FileElement): FileElement =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** What was sent; null counts as not given. */
export const unlessNull = <A>(value: A | null | undefined): A | undefined => value ?? undefined

/** A bit set as decimal text. */
export const bits = (value: bigint | null | undefined): string | null | undefined =>
  typeof value === "bigint" ? String(value) : value
