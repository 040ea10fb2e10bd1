/** The options of a command use, as given. Source: product.md "Control plane"; wire-interactions.md §1.4. */
import { Schema } from "effect"
import type { Fault } from "../error/Fault.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { given } from "../validation/Given.ts"
import * as Shape from "../validation/Shape.ts"
import { oneOf } from "../validation/ShapeLimits.ts"

/** An option in wire shape before validation: `type` is optional and the value can be anything. */
export interface RawOption {
  readonly name: string
  readonly type?: number
  readonly value?: unknown
  readonly options?: ReadonlyArray<RawOption>
  readonly focused?: boolean
}

export interface DecodedOptions {
  readonly options: ReadonlyArray<RawOption>
  /** Paths start inside the list, e.g. `[0, "name"]`. Empty if the shape is valid. */
  readonly faults: ReadonlyArray<Fault>
}

/**
 * Decodes the `options` field of a request; absent and null mean an empty list. Elements keep their index: an element
 * without a readable name gets the name "". Merge these faults with those of validation by `Shape.withoutEchoes`.
 */
export const decodeOptions = (input: unknown): DecodedOptions => {
  const { value, faults } = decode(input ?? [])
  return { options: value.map((shaped) => fromShape(shaped, 1)), faults }
}

const value = Shape.shownAs(Schema.optionalKey(Shape.Any), () =>
  Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]))
)

const fields = {
  name: Shape.needed(Shape.Text),
  type: Shape.optional(oneOf(Shape.Int, Object.values(OptionType))),
  value,
  focused: Shape.optional(Shape.Bool)
}
// Groups hold subcommands, which hold leaves. Any child of a leaf is a fault, whatever its shape.
const Leaf = Schema.Struct({ ...fields, options: Shape.field(Shape.list(Shape.Any)) })
const Subcommand = Schema.Struct({ ...fields, options: Shape.field(Shape.list(Leaf)) })
// `--strict` only judges the first level.
const nestedOptions = Shape.shownAs(Shape.list(Subcommand), () => Schema.Array(Schema.Unknown))
const Group = Schema.Struct({ ...fields, options: Shape.optional(nestedOptions) }).annotate({
  identifier: "UsedOption"
})

/** Options in wire shape; `type` is optional, subcommands nest. */
export const UsedOptions = Shape.list(Group)

const decode = Shape.decoder(UsedOptions)

type Shaped = typeof Leaf.Type

const LEVELS = 3

const fromShape = ({ name, type, value, focused, options }: Shaped, level: number): RawOption => ({
  name: name ?? "",
  ...given({ type, value, focused, options: options?.map((option) => nested(option, level + 1)) })
})

const nested = (option: unknown, level: number): RawOption =>
  // The schema has checked these levels; below them only the presence of an option matters.
  level <= LEVELS ? fromShape(option as Shaped, level) : { name: "" }
