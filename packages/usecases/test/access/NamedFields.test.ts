/** Every field of a world file that refers to something with a name takes that name over the control plane. */
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { assert, describe, it } from "@effect/vitest"
import { kindOf } from "../../src/access/NamedFields.ts"

/** Ids of what has no name, and of what is not in the world. */
const NAMELESS: Readonly<Record<string, string>> = {
  "voice_state.session_id": "a session",
  "event_exception.event_exception_id": "an occurrence, by its time"
}

type Schema = { readonly properties?: object }

const kinds = Object.entries<Schema>(Object(worldJsonSchema()["$defs"]))

/** A permission is a number too. */
const isId = (name: string, schema: string): boolean =>
  /_ids?$/.test(name) || (schema.includes('"pattern":"^\\\\d{1,20}$"') && !schema.includes('"integer"'))

const fields = kinds.flatMap(([kind, { properties }]) =>
  Object.entries(Object(properties))
    .filter(([name, schema]) => name !== "id" && isId(name, JSON.stringify(schema)))
    .map(([name]) => [kind, name] as const)
)

describe("a field that refers to something", () => {
  it("takes its name, or the thing has none", () => {
    assert.isAbove(fields.length, 30)
    const deaf = fields.filter(([, name]) => kindOf(name) === undefined).map((field) => field.join("."))
    assert.deepStrictEqual(deaf, Object.keys(NAMELESS))
  })

  it("says the kind of what it names, by its own name or by the table of references", () => {
    assert.deepStrictEqual(
      ["guild_id", "exempt_channels", "widget_channel_id", "user_ids", "target_user_id", "nonce"].map(kindOf),
      ["guild", "channel", "channel", "user", "user", undefined]
    )
  })
})
