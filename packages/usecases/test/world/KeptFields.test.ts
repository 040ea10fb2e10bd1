/** Exports and imports keep every field: each is given another value, which must be there again behind an export. */
import { exportWorld } from "@backlot/domain/world/WorldExport"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { fullHarbour } from "../fixture/FullHarbour.ts"
import { furtherHarbour } from "../fixture/FurtherHarbour.ts"
import * as Play from "../fixture/Harbour.ts"
import { STORES, services } from "../fixture/Stores.ts"

type Node = Readonly<Record<string, unknown>>

const schema = Object(worldJsonSchema()) as Node
const kinds = Object(schema["$defs"]) as Readonly<Record<string, Node>>

/** The objects that a node of the schema describes, behind names, choices and lists. */
const objectsIn = (kind: string, node: Node): ReadonlyArray<readonly [kind: string, node: Node]> => {
  const { $ref, anyOf, items } = node
  const named =
    String($ref ?? "")
      .split("/")
      .at(-1) ?? ""
  if (named !== "") return objectsIn(named, kinds[named] ?? {})
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => objectsIn(kind, one))
  return items === undefined ? [[kind, node]] : objectsIn(kind, Object(items))
}

type Place = readonly [field: string, holder: Record<string, unknown>, name: string, node: Node]

/** Every field of every object of a file, as `kind.field`. */
const placesIn = (kind: string, node: Node, value: unknown): ReadonlyArray<Place> => {
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => placesIn(kind, node, one))
  const holder = value as Record<string, unknown>
  return objectsIn(kind, node).flatMap(([of, { properties, additionalProperties }]) => {
    if (properties === undefined)
      return Object.values(holder).flatMap((one) => placesIn(of, Object(additionalProperties), one))
    return Object.entries(properties as Readonly<Record<string, Node>>).flatMap(
      ([name, field]): ReadonlyArray<Place> => [
        [`${of}.${name}`, holder, name, field],
        ...placesIn(of, field, holder[name])
      ]
    )
  })
}

const HASH = "0123456789abcdef0123456789abcdef"
const TEXTS = [
  ..."12",
  "text",
  "a@example.test",
  "🐶",
  HASH,
  "2026-01-02T03:04:05.000Z",
  "de",
  "https://example.test/a",
  Play.PIXEL,
  Play.ALICE,
  Play.GENERAL,
  Play.MODERATOR
]
const NUMBERS = [0, 1, 2, 3, 60, 3600, 9000, 0.5]

/** Values to try. */
const valuesFor = (field: Node): ReadonlyArray<unknown> => {
  const text = JSON.stringify(field)
  const of = (type: string, values: ReadonlyArray<unknown>) => (text.includes(`"${type}"`) ? values : [])
  const one = [
    ...of("boolean", [true, false]),
    ...of("integer", NUMBERS),
    ...of("number", NUMBERS),
    ...of("string", TEXTS)
  ]
  const values = one.length > 0 ? one : [...TEXTS, ...NUMBERS, {}]
  return text.includes('"array"') ? values.map((value) => [value]) : [...values, ...of("object", [{ key: "value" }])]
}

/** The fields that have no other value in an export, each with the reason. */
const UNTRIED: Readonly<Record<string, string>> = {
  "recurrence_rule.end": "always null: the platform shows it and lets nobody set it",
  "recurrence_rule.by_year_day": "as `end`",
  "recurrence_rule.count": "as `end`",
  "token.expires_in": "an export says `expires_at`"
}

it.effect("every field of a world file is kept", () =>
  Effect.gen(function* () {
    const file = exportWorld(yield* Play.decode(fullHarbour()))
    const text = JSON.stringify(file)
    const again = Effect.fnUntraced(function* (input: unknown) {
      const world = yield* Effect.result(Play.decode(input))
      return Result.isFailure(world) ? undefined : JSON.stringify(exportWorld(world.success))
    })
    assert.strictEqual(yield* again(file), text)
    const kept = new Set<string>()
    const further = exportWorld(yield* Play.decode(furtherHarbour()))
    assert.strictEqual(yield* again(further), JSON.stringify(further))
    const places = placesIn("world", schema, file)
    for (const [field, holder, name, node] of [...places, ...placesIn("world", schema, further)]) {
      const isUsual = JSON.stringify(holder[name]) === JSON.stringify(node["default"])
      if (holder[name] !== undefined && !isUsual) kept.add(field)
    }
    const tried = new Map<string, number>()
    for (const [field, holder, name, node] of places) {
      const times = tried.get(field) ?? 0
      if (kept.has(field) || times === 2) continue
      tried.set(field, times + 1)
      const before = holder[name]
      for (const value of valuesFor(node)) {
        holder[name] = value
        const wanted = JSON.stringify(file)
        if (wanted !== text && (yield* again(file)) === wanted) kept.add(field)
        if (kept.has(field)) break
      }
      if (before === undefined) delete holder[name]
      else holder[name] = before
    }
    const all = Object.entries(kinds).flatMap(([kind, { properties }]) =>
      Object.keys(Object(properties)).map((name) => `${kind}.${name}`)
    )
    const left = all.filter((field) => !kept.has(field))
    assert.deepStrictEqual(left, Object.keys(UNTRIED))
  }).pipe(Effect.provide(services(STORES.memory), { local: true }))
)
