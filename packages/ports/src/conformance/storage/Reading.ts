/** Reads and writes of single keys. */
import { assert } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { forEach, store, succeed } from "../../Body.ts"
import type { Entry, ListOptions, Span, Storage } from "../../Storage.ts"
import { type Case, rule } from "../suite/Suite.ts"
import { contents, failure, putAll, read, transact } from "./Transact.ts"

export const reading: ReadonlyArray<Case<Storage>> = [
  rule("a transaction reads its own writes", function* () {
    yield* putAll({ kept: "old", gone: "old" })
    const seen = yield* transact(function* () {
      yield* store.put("kept", "new")
      yield* store.put("made", "new")
      yield* store.delete("gone")
      return [
        yield* store.get("kept"),
        yield* store.getMany(["made", "gone", "kept"]),
        yield* store.list({ prefix: "" })
      ] as const
    })
    assert.deepStrictEqual(seen, [
      "new",
      ["new", undefined, "new"],
      [
        ["kept", "new"],
        ["made", "new"]
      ]
    ])
  }),
  rule("a later transaction reads what an earlier one wrote", function* () {
    yield* putAll({ key: "first" })
    yield* putAll({ key: "second", other: "value" })
    assert.deepStrictEqual(yield* contents, { key: "second", other: "value" })
  }),
  rule("a transaction gives back the value of its body", function* () {
    assert.deepStrictEqual(yield* transact(() => succeed({ any: ["value"] })), { any: ["value"] })
  }),
  rule("getMany answers in the order asked, with undefined for absent keys", function* () {
    yield* putAll({ a: "1", b: "2", c: "3" })
    const found = yield* transact(() => store.getMany(["c", "absent", "a", "c"]))
    assert.deepStrictEqual(found, ["3", undefined, "1", "3"])
    assert.deepStrictEqual(yield* transact(() => store.getMany([])), [])
  }),
  rule("deleting an absent key is no error", function* () {
    yield* putAll({ a: "1" })
    yield* transact(function* () {
      yield* store.delete("absent")
      yield* store.delete("absent")
    })
    assert.deepStrictEqual(yield* contents, { a: "1" })
  }),
  rule("a key can be deleted and put again in one transaction", function* () {
    yield* putAll({ a: "1" })
    yield* transact(function* () {
      yield* store.delete("a")
      yield* store.put("a", "2")
    })
    assert.strictEqual(yield* read("a"), "2")
    yield* transact(function* () {
      yield* store.put("a", "3")
      yield* store.delete("a")
    })
    assert.strictEqual(yield* read("a"), undefined)
  }),
  ...["", "tab\t", "nul\0", "delete\x7f", "café", "😀"].map((key) =>
    rule(`a key that is not printable ASCII is refused: ${JSON.stringify(key)}`, function* () {
      const cause = failure(yield* Effect.exit(putAll({ fine: "value", [key]: "value" })))
      assert.isTrue(Cause.hasDies(cause))
      assert.deepStrictEqual(yield* contents, {})
    })
  )
]

// Compares every combination of order, span, `after`, `limit` and `reverse` with a plain sorted array.

const PRINTABLE = Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) => String.fromCharCode(0x20 + i))

const KEYS = [
  ...PRINTABLE,
  ...["a/", "a/00000000000000000002", "a/00000000000000000010", "a/1", "a~", "a~~", "a~b", "ab", "~/", "~~", "~~~"]
]

const SPANS: ReadonlyArray<Span> = [
  ...["", "a", "a/", "a~", "~", "~~", " ", "absent"].map((prefix) => ({ prefix })),
  { start: "a", end: "b" },
  { start: "a/", end: "a~" },
  { start: " ", end: "~" },
  { start: "a/00000000000000000003", end: "a/2" },
  { start: "~~", end: "~~~~" },
  { start: "a", end: "a" },
  { start: "b", end: "a" }
]
const AFTERS = [undefined, " ", "a", "a/00000000000000000002", "a/00000000000000000005", "a~", "b", "~", "~~~", "~~~~"]
const LIMITS = [undefined, 0, 1, 3, 1_000]

/** The naive second implementation: filter, sort, cut. */
const expected = (entries: ReadonlyArray<Entry>, span: Span, { after, limit, reverse }: ListOptions) => {
  const inside = (key: string) => ("prefix" in span ? key.startsWith(span.prefix) : key >= span.start && key < span.end)
  const beyond = (key: string) => after === undefined || (reverse === true ? key < after : key > after)
  const found = entries.filter(([key]) => inside(key) && beyond(key)).sort(([a], [b]) => (a < b ? -1 : 1))
  return (reverse === true ? found.reverse() : found).slice(0, limit)
}

const combinations: ReadonlyArray<readonly [Span, ListOptions]> = SPANS.flatMap((span) =>
  AFTERS.flatMap((after) =>
    LIMITS.flatMap((limit) => [false, true].map((reverse) => [span, { after, limit, reverse }] as const))
  )
)

const everyCombination = (entries: ReadonlyArray<Entry>) =>
  transact(function* () {
    for (const [span, options] of combinations) {
      const found = yield* store.list(span, options)
      assert.deepStrictEqual(found, expected(entries, span, options), JSON.stringify({ span, options }))
    }
  })

const ENTRIES = KEYS.map((key, i): Entry => [key, `value ${i}`])

export const listing: ReadonlyArray<Case<Storage>> = [
  rule("keys are ordered by their bytes", function* () {
    const scrambled = [...KEYS].sort((a, b) => (`${a.length % 3}${b}` < `${b.length % 3}${a}` ? -1 : 1))
    yield* transact(() => forEach(scrambled, (key) => store.put(key, "")))
    const found = yield* transact(() => store.list({ prefix: "" }))
    const bytes = (key: string) => Array.from(key, (c) => c.charCodeAt(0).toString(16)).join("")
    const order = [...KEYS].sort((a, b) => (bytes(a) < bytes(b) ? -1 : 1))
    assert.deepStrictEqual(
      found.map(([key]) => key),
      order
    )
  }),
  rule("a listing has every span, after, limit and direction in all combinations", function* () {
    yield* putAll(Object.fromEntries(ENTRIES))
    yield* everyCombination(ENTRIES)
  }),
  rule("a listing in a transaction sees that transaction's puts and deletes", function* () {
    const replaced = ENTRIES.filter((_, i) => i % 3 !== 0).map(
      ([key, value], i): Entry => [key, i % 2 === 0 ? "new" : value]
    )
    const before = ENTRIES.filter((_, i) => i % 5 !== 0)
    yield* putAll(Object.fromEntries(before))
    yield* transact(function* () {
      for (const [key] of before) yield* store.delete(key)
      for (const [key, value] of replaced) yield* store.put(key, value)
      for (const [span, options] of combinations) {
        const found = yield* store.list(span, options)
        assert.deepStrictEqual(found, expected(replaced, span, options), JSON.stringify({ span, options }))
      }
    })
    yield* everyCombination(replaced)
  }),
  rule("pages by after give each key once", function* () {
    const keys = Array.from({ length: 2_500 }, (_, i) => `page/${String(i * 7).padStart(20, "0")}`)
    yield* putAll(Object.fromEntries(keys.map((key) => [key, key])))
    const found: Array<string> = []
    for (let after: string | undefined, full = true; full; after = found.at(-1)) {
      const page = yield* transact(() => store.list({ prefix: "page/" }, { after, limit: 100 }))
      found.push(...page.map(([key]) => key))
      full = page.length === 100
    }
    assert.deepStrictEqual(found, keys)
  }),
  rule("an empty store lists nothing", function* () {
    yield* everyCombination([])
  })
]
