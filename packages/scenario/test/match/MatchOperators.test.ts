import { describe, expect, it } from "vitest"
import { formatMismatch, match } from "../../src/match/Match.ts"
import { matcherFaults } from "../../src/match/MatchFault.ts"
import { OPERATORS } from "../../src/match/MatchOperators.ts"

interface Row {
  readonly operators: Readonly<Record<string, unknown>>
  readonly holds: ReadonlyArray<unknown>
  /** Values that fail the operator, with the message. */
  readonly fails: ReadonlyArray<readonly [value: unknown, said: string]>
}

const rows: ReadonlyArray<Row> = [
  { operators: { $not: "a" }, holds: ["b", undefined], fails: [["a", 'matches "a", but should not']] },
  { operators: { $any: ["a", "/^b/"] }, holds: ["a", "bc"], fails: [["c", 'is not any of ["a", "/^b/"]']] },
  { operators: { $all: ["/a/", "/b/"] }, holds: ["ab"], fails: [["a", "does not match /b/"]] },
  {
    operators: { $contains: [{ name: "Dog" }] },
    holds: [[{ name: "Cat" }, { name: "Dog", value: 1 }]],
    fails: [
      [[{ name: "Cat" }], 'has no element that matches { name: "Dog" }; [0] is nearest: name: "Cat" is not "Dog"'],
      [[], 'has no element that matches { name: "Dog" }'],
      ["Dog", 'is a text, which can not contain { name: "Dog" }'],
      [undefined, 'is missing; expected a list or text that contains { name: "Dog" }']
    ]
  },
  {
    operators: { $contains: ["Rex", "/d.g/"] },
    holds: ["Rex, a dog", ["Rex", "dog"]],
    fails: [["Rey, a cat", 'does not contain "Rex"; does not match /d.g/']]
  },
  {
    operators: { $length: 2 },
    holds: [[1, 2], "🐕🐈", { a: 1, b: 2 }],
    fails: [
      [[1], "is not 2"],
      [5, "is not anything that has a length"]
    ]
  },
  { operators: { $length: { $above: 2 } }, holds: ["abc"], fails: [["ab", "is not above 2"]] },
  {
    operators: { $above: 3 },
    holds: [3.5],
    fails: [
      [3, "is not above 3"],
      ["4", "is not a number"],
      [undefined, "is missing; expected a number"]
    ]
  },
  { operators: { $below: "3s" }, holds: [2_999], fails: [[3_000, 'is not below "3s"']] },
  {
    operators: { $atLeast: "200000000000000001" },
    holds: ["200000000000000001", "1000000000000000000"],
    fails: [["200000000000000000", 'is below "200000000000000001"']]
  },
  {
    operators: { $atMost: "2026-01-01T00:00:00Z" },
    holds: ["2026-01-01T01:00:00+01:00"],
    fails: [["2026-01-01T00:00:00.001Z", 'is above "2026-01-01T00:00:00Z"']]
  },
  { operators: { $above: 1, $below: 3 }, holds: [2], fails: [[3, "is not below 3"]] },
  { operators: { $exists: true }, holds: [null, 0], fails: [[undefined, "is missing"]] },
  { operators: { $exists: false }, holds: [undefined], fails: [[null, "exists, but should not"]] },
  { operators: { $type: "integer" }, holds: [4], fails: [[4.5, "is not of type integer"]] },
  { operators: { $type: "array" }, holds: [[]], fails: [[{}, "is not of type array"]] },
  {
    operators: { $exactly: { a: "/x/" } },
    holds: [{ a: "/x/" }],
    fails: [
      [{ a: "/x/", b: 1 }, 'is not exactly { a: "/x/" }'],
      [{ a: "x" }, 'is not exactly { a: "/x/" }']
    ]
  },
  {
    operators: { $schema: { type: "object", required: ["a"], properties: { a: { format: "date-time" } } } },
    holds: [{ a: "2026-01-01T00:00:00Z" }],
    fails: [[{ a: "soon" }, 'is not valid by the schema: must match format "date-time" (#/properties/a/format)']]
  }
]

const said = (operators: unknown, value: unknown) => match(operators, value).map(({ message }) => message)

describe("operators of matchers", () => {
  it.each(rows.flatMap(({ operators, holds }) => holds.map((value) => [operators, value] as const)))(
    "%j holds for %j, and its negation does not",
    (operators, value) => {
      expect(said(operators, value)).toEqual([])
      expect(said({ $not: operators }, value)).toHaveLength(1)
    }
  )

  it.each(rows.flatMap(({ operators, fails }) => fails.map(([value, text]) => [operators, value, text] as const)))(
    "%j does not hold for %j: %s",
    (operators, value, text) => {
      expect(said(operators, value)).toEqual([text])
      expect(said({ $not: operators }, value)).toEqual([])
    }
  )

  it("are all shown here", () => {
    expect(new Set(rows.flatMap(({ operators }) => Object.keys(operators)))).toEqual(new Set(Object.keys(OPERATORS)))
  })

  it.each<[operand: unknown, value: unknown]>([
    ["/draft/", { content: "a draft" }],
    [/draft/, ["a draft"]],
    ["/5../", 500],
    [{ $contains: "Dog" }, [{ name: "Dog" }]],
    [{ $contains: ["Cat", "/Dog/"] }, [{ name: "Dog" }]]
  ])("that say not %j hold of no value that could never match: %j", (operand, value) => {
    expect(said({ $not: operand }, value)).toEqual([expect.stringContaining("can never match it")])
  })

  it.each<[operand: unknown, value: unknown]>([
    ["/draft/", undefined],
    ["/draft/", null],
    ["/draft/", "done"],
    ["draft", { content: "draft" }],
    [{ $contains: "Dog" }, []],
    [{ $contains: "Dog" }, ["Cat"]],
    [{ $contains: "Dog" }, ["Cat", {}]],
    [{ $contains: { name: "Dog" } }, [{ name: "Cat" }]]
  ])("that say not %j hold of %j", (operand, value) => {
    expect(said({ $not: operand }, value)).toEqual([])
  })

  it("tell the place within the value that is not valid by a schema", () => {
    const schema = { properties: { "a/b": { items: { type: "integer" } } } }
    expect(match({ $schema: schema }, { "a/b": [1, "x"] }, ["body"]).map(formatMismatch)).toEqual([
      'body.a/b[1]: "x" is not valid by the schema: must be integer (#/properties/a~1b/items/type)'
    ])
  })

  it("of a schema with an id may be written twice, and draft-07 is known by its name", () => {
    const old = {
      $schema: "http://json-schema.org/draft-07/schema#",
      $id: "https://pets.test/pet",
      items: [{ type: "string" }]
    }
    expect(said({ $schema: old }, ["a", 1])).toEqual([])
    expect(said({ $schema: { ...old, description: "again" } }, [1])).toHaveLength(1)
  })
})

describe("a matcher of a file", () => {
  it.each<[matcher: unknown, path: ReadonlyArray<string | number>, message: string]>([
    [{ name: { $contain: "a" } }, ["name", "$contain"], "$contain is not an operator; use one of $not, $any"],
    [{ $above: 3, name: "a" }, ["name"], '"name" cannot be mixed with operators; put both into $all'],
    [{ choices: ["/[/"] }, ["choices", 0], "has a pattern that does not compile"],
    [{ $any: "a" }, ["$any"], "$any needs a list of matchers, one at least"],
    [{ $any: ["a", { $type: "text" }] }, ["$any", 1, "$type"], "$type needs one of string, number"],
    [{ $not: { $above: "soon" } }, ["$not", "$above"], "$above needs a number, a span such as 3s"],
    [{ $length: { $above: [] } }, ["$length", "$above"], "$above needs a number"],
    [{ $length: 1.5 }, ["$length"], "$length needs a number"],
    [{ $contains: [] }, ["$contains"], "$contains needs one matcher at least"],
    [{ $contains: "/(/" }, ["$contains"], "has a pattern that does not compile"],
    [{ $exists: "yes" }, ["$exists"], "$exists needs true or false"],
    [{ $schema: { type: "strin" } }, ["$schema"], "$schema needs a valid JSON Schema"],
    [{ $schema: { proprties: {} } }, ["$schema"], 'unknown keyword: "proprties"'],
    [{ $schema: "pet.json" }, ["$schema"], "$schema needs a JSON Schema: an object, true or false"]
  ])("%j is refused at %j: %s", (matcher, path, message) => {
    expect(matcherFaults(matcher, ["expect"])).toEqual([
      { path: ["expect", ...path], code: "MATCHER_INVALID", message: expect.stringContaining(message) }
    ])
    // A missing value must not pass by accident.
    expect(match(matcher, { name: "a", choices: ["a"] })).not.toEqual([])
  })

  it.each<[what: string, matcher: unknown]>([
    ["operands that are variables", { $above: "${count}", $any: "${names}" }],
    ["patterns with variables", "/${name}(/"],
    ["what stands in $exactly", { $exactly: { $no: "/[/" } }],
    ["keys of a schema", { $schema: { $defs: { a: true }, $ref: "#/$defs/a" } }],
    ["every operator as shown here", rows.map(({ operators }) => operators)]
  ])("may have %s", (_, matcher) => {
    expect(matcherFaults(matcher)).toEqual([])
  })
})
