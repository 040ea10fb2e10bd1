/** A field of a stored record that a world file has no place for does not compile here: exports would lose it. */
import { expectTypeOf, test } from "vitest"
import type { Listed, World } from "../../src/record/World.ts"
import type { ELEMENTS } from "../../src/world/element/Elements.ts"

/** What names the holder of a record, and the keys of lists with keys. */
interface Keys {
  readonly user_installs: "user_id"
  readonly pictures: "hash"
  readonly links: "address" | "embed"
}

type FieldOf<L extends Listed> = keyof (typeof ELEMENTS)[L]["shape"]["Type"] | "guild_id" | "application_id"
type KeyOf<L extends Listed> = L extends keyof Keys ? Keys[L] : never

/** The fields of records that the file has not. */
type Dropped = { [L in Listed]: Exclude<keyof World[L][number] & string, FieldOf<L> | KeyOf<L>> }[Listed]

test("every field of a stored record is a field of the file", () => {
  expectTypeOf<Dropped>().toBeNever()
})
